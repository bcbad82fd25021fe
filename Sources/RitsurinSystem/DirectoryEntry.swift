/// One name of a directory, as `readdir(3)` gives it.
package struct DirectoryEntry: Sendable, Hashable {
  /// The name: any bytes but NUL and `/`.
  package let name: [UInt8]
  /// What the entry is, or `unknown` where the file system does not say.
  package let kind: FileKind

  /// Describes an entry.
  package init(name: [UInt8], kind: FileKind) {
    self.name = name
    self.kind = kind
  }

  /// The name, if it consists of printable ASCII characters: every name that the vault gives does.
  package var asciiName: String? {
    name.allSatisfy { (0x20...0x7E).contains($0) } ? String(decoding: name, as: UTF8.self) : nil
  }
}
