extension ItemAttributes {
  /// An attribute that this version does not know, kept as it is when the item is rewritten.
  package struct Unknown: Hashable, Sendable {
    /// Four ASCII letters or digits, none of the known codes.
    package var code: [UInt8]
    /// The value, below 4 GiB.
    package var bytes: [UInt8]

    /// An attribute of a code that is not checked here: decoding has done so.
    package init(code: [UInt8], bytes: [UInt8]) {
      self.code = code
      self.bytes = bytes
    }

    /// Whether a tool that does not know the code must leave the item alone: its first letter is upper case.
    package var isCritical: Bool { code.first.map(ASCII.isUpper) ?? false }
  }
}
