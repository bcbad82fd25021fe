extension CommitRecord {
  /// Parses a record; the caller compares `digest` with that of the first `bodyByteCount` bytes.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: Where a line is out of the grammar, a path stands outside the trees, a temporary file lies in
  ///   another directory than its target, or a path is a target twice.
  /// - Complexity: O(bytes).
  package init(parsing bytes: RawSpan) throws(CommitFault) {
    let all = bytes.array
    guard all.starts(with: Self.firstLine.utf8) else { throw CommitFault("its first line") }
    var entries: [Entry] = []
    var targets: Set<ArraySlice<UInt8>> = []
    var start = Self.firstLine.utf8.count
    while start < all.count {
      guard let end = all[start...].firstIndex(of: 0x0a) else { throw CommitFault("a line has no end") }
      let parts = LineValue.parts(all[start..<end])
      guard parts.count >= 2, let digest = Self.digest(parts[1]) else { throw CommitFault("a line") }
      switch (parts[0].first, parts[0].count, parts.count) {
      case (0x2e, 1, 2):
        guard end == all.count - 1 else { throw CommitFault("something stands after the last line") }
        self.init(entries: entries, digest: digest, bodyByteCount: start)
        return
      case (0x2d, 1, 3):
        entries.append(.remove(digest: digest, path: try Self.itemPath(parts[2])))
      case (0x2b, 1, 4):
        let target = try Self.itemPath(parts[3])
        guard targets.insert(parts[3]).inserted else { throw CommitFault("a path is a target twice") }
        let temporary = try Self.temporary(parts[2], besides: parts[3])
        entries.append(.place(digest: digest, temporary: temporary, target: target))
      default:
        throw CommitFault("a line")
      }
      start = end + 1
    }
    throw CommitFault("it has no last line")
  }

  private static func digest(_ text: ArraySlice<UInt8>) -> String? {
    guard text.count == 64, text.allSatisfy(ASCII.isLowerHex) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  private static func itemPath(_ text: ArraySlice<UInt8>) throws(CommitFault) -> String {
    guard ItemPath(sealed: text) != nil else { throw CommitFault("a path is not that of an item") }
    return String(decoding: text, as: UTF8.self)
  }

  private static func temporary(
    _ text: ArraySlice<UInt8>, besides target: ArraySlice<UInt8>
  ) throws(CommitFault) -> String {
    guard let slash = text.lastIndex(of: 0x2f), let end = target.lastIndex(of: 0x2f),
      text[..<slash].elementsEqual(target[..<end]), TemporaryName.matches(text[(slash + 1)...])
    else { throw CommitFault("a temporary file is not in its target's directory") }
    return String(decoding: text, as: UTF8.self)
  }
}
