/// The value of a secure note of macOS: a property list with its text, and the same with formatting.
struct SecureNote {
  /// The text.
  let text: [UInt8]
  /// Whether there is a formatted form, too.
  let isFormatted: Bool

  /// Reads a value.
  ///
  /// - Returns: nil where it has another form.
  init?(_ value: [UInt8]) {
    guard let list = try? PropertyListReader.read(value), case .dictionary(let note) = list,
      case .string(let text)? = note["NOTE"]
    else { return nil }
    self.text = text
    isFormatted = note["RTFD"] != nil
  }
}
