extension ItemAttributes {
  /// Decodes the unpadded attributes, in one pass.
  ///
  /// - Parameter bytes: What was sealed, without its padding.
  /// - Throws: `.damaged`, saying which attribute and what, without quoting its value.
  /// - Complexity: O(bytes).
  package static func decode(_ bytes: RawSpan) throws(ItemFault) -> ItemAttributes {
    try AttributeFields(parsing: bytes).attributes(in: bytes)
  }
}
