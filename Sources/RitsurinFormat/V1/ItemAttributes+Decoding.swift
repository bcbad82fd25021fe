extension ItemAttributes {
  /// Decodes the unpadded attributes, in one pass.
  ///
  /// - Parameter bytes: What was sealed, without its padding.
  /// - Throws: `.damaged`, saying which attribute and what, without quoting its value.
  /// - Complexity: O(bytes).
  package static func decode(_ bytes: RawSpan) throws(ItemFault) -> ItemAttributes {
    var fields = AttributeFields()
    var unknown: [Unknown] = []
    var previous: UInt32 = 0
    var offset = 0
    while offset < bytes.byteCount {
      guard bytes.byteCount - offset >= 8 else { throw .damaged("half an attribute") }
      for index in offset..<offset + 4 where !isCodeByte(bytes.byte(index)) {
        throw .damaged("the code of an attribute")
      }
      // The order of big-endian numbers is that of the codes' bytes; no code is 0.
      let number = bytes.bigEndian32(offset)
      guard number > previous else { throw .damaged("the order of the attributes") }
      previous = number
      let count = Int(clamping: bytes.littleEndian32(offset + 4))
      let start = offset + 8
      guard count <= bytes.byteCount - start else { throw .damaged("the length of an attribute") }
      let value = bytes.extracting(start..<start + count)
      if let code = AttributeCode(rawValue: number) {
        try fields.take(code, value)
      } else {
        unknown.append(Unknown(code: bytes.extracting(offset..<offset + 4).array, bytes: value.array))
      }
      offset = start + count
    }
    return try fields.attributes(unknown: unknown)
  }

  private static func isCodeByte(_ byte: UInt8) -> Bool {
    ASCII.isLower(byte) || ASCII.isUpper(byte) || ASCII.isDigit(byte)
  }
}
