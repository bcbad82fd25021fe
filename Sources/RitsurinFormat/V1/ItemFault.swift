/// What the bytes of a file alone say against its being an item: Docs/Format.md#check-order.
package enum ItemFault: Error, Hashable, Sendable {
  /// The magic is another.
  case notAnItem
  /// The magic shows that line endings were converted.
  case lineEndings
  /// The file ends too early.
  case truncated
  /// The file is of a later version of the format.
  case newerVersion
  /// Anything else; the text says what, without quoting content.
  case damaged(String)
}
