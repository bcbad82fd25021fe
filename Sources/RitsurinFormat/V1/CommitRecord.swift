/// `.commit`, what is to be done so that several files change as one.
///
/// Docs/Format.md#several-files.
package struct CommitRecord: Sendable, Hashable {
  /// One line.
  ///
  /// Digests are those of whole files, 64 hexadecimal digits; paths are relative to the root.
  package enum Entry: Sendable, Hashable {
    /// A temporary file becomes the target.
    case place(digest: String, temporary: String, target: String)
    /// A file is removed, or is what a `place` of the same path replaces.
    case remove(digest: String, path: String)
  }

  /// The first line, with its end.
  static let firstLine = "ritsurin-commit-1\n"

  /// The lines in their order.
  package let entries: [Entry]
  /// What the last line says, the digest of all lines before it; empty in a record to be written.
  package let digest: String
  /// How many bytes that digest covers; 0 in a record to be written.
  package let bodyByteCount: Int

  /// A record to be written.
  package init(entries: [Entry]) {
    self.init(entries: entries, digest: "", bodyByteCount: 0)
  }

  /// A record that was read.
  init(entries: [Entry], digest: String, bodyByteCount: Int) {
    self.entries = entries
    self.digest = digest
    self.bodyByteCount = bodyByteCount
  }

  /// All lines but the last, which is `. `, the digest of these bytes, and LF.
  ///
  /// - Complexity: O(bytes).
  package func encodeBody() -> [UInt8] {
    var text: [UInt8] = []
    // A large batch has a large record, which need not be there twice while it grows.
    text.reserveCapacity(entries.reduce(128) { $0 + $1.lineByteCount })
    text += Self.firstLine.utf8
    for entry in entries {
      switch entry {
      case .place(let digest, let temporary, let target):
        text += "+ \(digest) \(temporary) \(target)\n".utf8
      case .remove(let digest, let path):
        text += "- \(digest) \(path)\n".utf8
      }
    }
    return text
  }
}

extension CommitRecord.Entry {
  /// How long its line is, in bytes, its end included.
  fileprivate var lineByteCount: Int {
    switch self {
    case .place(let digest, let temporary, let target):
      digest.utf8.count + temporary.utf8.count + target.utf8.count + 5
    case .remove(let digest, let path): digest.utf8.count + path.utf8.count + 4
    }
  }
}
