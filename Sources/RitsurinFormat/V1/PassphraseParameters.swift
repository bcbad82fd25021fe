extension KeySlot {
  /// How a slot's passphrase is hashed: Argon2id 1.3 with one lane, the `kdf` line.
  package struct PassphraseParameters: Sendable, Hashable {
    /// The name of the function in the line.
    private static let name = "argon2id13"
    /// The greatest product of passes and memory, in bytes: 16 GiB.
    private static let greatestProduct: Int64 = 16 << 30

    /// Passes, 1...64.
    package let opsLimit: UInt64
    /// Memory in bytes: 8 KiB...4 GiB, a multiple of 1,024.
    package let memLimit: Int
    /// 16 bytes.
    package let salt: [UInt8]

    /// Parameters of a new slot.
    package init(opsLimit: UInt64, memLimit: Int, salt: [UInt8]) {
      self.opsLimit = opsLimit
      self.memLimit = memLimit
      self.salt = salt
    }

    /// Parses `argon2id13 <opslimit> <memlimit> <salt>`.
    ///
    /// The bounds keep a hostile slot from costing hours, or all memory.
    /// - Returns: nil for anything else, and outside the bounds.
    init?(_ text: ArraySlice<UInt8>) {
      let parts = LineValue.parts(text)
      guard parts.count == 4, parts[0].elementsEqual(Self.name.utf8),
        let passes = LineValue.integer(parts[1]),
        let memory = LineValue.integer(parts[2]), let salt = LineValue.base64(parts[3], count: 16),
        (1...64).contains(passes), (8 << 10...4 << 30).contains(memory), memory % 1024 == 0,
        passes * memory <= Self.greatestProduct, let memLimit = Int(exactly: memory)
      else { return nil }
      opsLimit = UInt64(passes)
      self.memLimit = memLimit
      self.salt = salt
    }

    /// The line's value.
    var text: String { "\(Self.name) \(opsLimit) \(memLimit) \(Base64.encode(salt))" }
  }
}
