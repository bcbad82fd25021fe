extension VaultHeader {
  /// A master key that is no longer current: a `retired` line.
  package struct RetiredKey: Sendable, Hashable {
    /// Its key id, 4 bytes.
    package let keyID: [UInt8]
    /// Whether items under it are no longer served.
    package let isClosed: Bool
    /// The old master key, wrapped under the current one: 72 bytes.
    package let wrapped: [UInt8]

    /// An entry to be written.
    package init(keyID: [UInt8], isClosed: Bool, wrapped: [UInt8]) {
      self.keyID = keyID
      self.isClosed = isClosed
      self.wrapped = wrapped
    }

    /// Parses `<key id> open|closed <wrapped>`; nil for anything else.
    init?(_ text: ArraySlice<UInt8>) {
      let parts = LineValue.parts(text)
      guard parts.count == 3, let keyID = LineValue.hex(parts[0], count: 4),
        let wrapped = LineValue.base64(parts[2], count: 72)
      else { return nil }
      if parts[1].elementsEqual("open".utf8) {
        isClosed = false
      } else if parts[1].elementsEqual("closed".utf8) {
        isClosed = true
      } else {
        return nil
      }
      self.keyID = keyID
      self.wrapped = wrapped
    }

    /// The line, without its end.
    var line: String {
      "retired \(Hex.encode(keyID)) \(isClosed ? "closed" : "open") \(Base64.encode(wrapped))"
    }
  }
}
