/// A path component, `[slug~]` and 26 characters of base32. Docs/Format.md, "Names".
package struct ComponentName: Hashable, Sendable {
  /// What stands before the `~`; nil where there is none.
  package let slug: String?
  /// 16 bytes.
  package let digest: [UInt8]

  /// Parses a name; nil where it is not in the grammar.
  package init?(_ name: some Collection<UInt8>) {
    let bytes = Array(name)
    guard let digest = Base32.decode(bytes.suffix(Base32.characterCount)) else { return nil }
    let head = bytes.dropLast(Base32.characterCount)
    if head.isEmpty {
      slug = nil
    } else {
      guard head.last == 0x7e, (2...Slug.limit + 1).contains(head.count), head.dropLast().allSatisfy(Self.isSlugByte)
      else { return nil }
      slug = String(decoding: head.dropLast(), as: UTF8.self)
    }
    self.digest = digest
  }

  private static func isSlugByte(_ byte: UInt8) -> Bool {
    ASCII.isLower(byte) || ASCII.isDigit(byte) || byte == 0x2e || byte == 0x5f || byte == 0x2d
  }
}

/// How a vault names its files.
package enum NamesMode: String, Sendable, Hashable {
  /// Keyed hashes alone.
  case opaque
  /// Keyed hashes behind a slug.
  case readable
}

/// The two places an item can lie in.
package enum Tree: UInt8, Sendable, Hashable {
  /// `items/`, portable.
  case items = 0
  /// `device/`, of one machine.
  case device = 1
}
