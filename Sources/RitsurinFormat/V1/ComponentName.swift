/// A path component, `[slug~]` and 26 characters of base32: Docs/Format.md#names.
package struct ComponentName: Hashable, Sendable {
  /// What stands before the `~`; nil where there is none.
  package let slug: String?
  /// The keyed hash, 16 bytes.
  package let digest: [UInt8]

  /// Parses a name.
  ///
  /// - Parameter name: The bytes of a file name, without an ending.
  /// - Returns: nil where the name is not in the grammar, or its base32 is not canonical.
  /// - Complexity: O(bytes).
  package init?(_ name: some Collection<UInt8>) {
    self.init(bytes: Array(name)[...])
  }

  /// The same without the copy.
  init?(bytes: ArraySlice<UInt8>) {
    guard let digest = Base32.decode(bytes.suffix(Base32.characterCount)) else { return nil }
    self.digest = digest
    let head = bytes.dropLast(Base32.characterCount)
    guard let tilde = head.last else {
      slug = nil
      return
    }
    let text = head.dropLast()
    guard tilde == 0x7e, !text.isEmpty, text.count <= Slug.limit, text.allSatisfy(Slug.allows) else {
      return nil
    }
    slug = String(decoding: text, as: UTF8.self)
  }

  /// The name as it stands in a path.
  package var string: String {
    let hash = Base32.encode(digest)
    return slug.map { $0 + "~" + hash } ?? hash
  }
}
