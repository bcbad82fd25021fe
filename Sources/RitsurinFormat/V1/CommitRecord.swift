/// `.commit`: what is to be done so that several files change as one. Docs/Format.md, "Several files at once".
package struct CommitRecord: Sendable, Hashable {
  /// One line.
  package enum Entry: Sendable, Hashable {
    /// A temporary file becomes the target.
    case place(digest: String, temporary: String, target: String)
    /// A file ends, or is what a `place` of the same path replaces.
    case remove(digest: String, path: String)
  }

  private static let format = Array("ritsurin-commit-1\n".utf8)

  package let entries: [Entry]
  /// What the last line says: the hexadecimal digest of all lines before; empty in a record to be written.
  package let digest: String
  /// How many bytes that digest covers.
  package let bodyByteCount: Int

  /// A record to be written.
  package init(entries: [Entry]) {
    self.entries = entries
    digest = ""
    bodyByteCount = 0
  }

  /// Parses a record; the caller compares the digest.
  ///
  /// - Throws: Where any line is out of the grammar, a path stands outside the trees, a temporary file lies in
  ///   another directory than its target, or a path is a target twice.
  package init(parsing bytes: RawSpan) throws(CommitFault) {
    let all = bytes.array
    guard all.starts(with: Self.format), all.last == 0x0a else { throw CommitFault("the first or last line") }
    var lines = all[Self.format.count...].split(separator: 0x0a, omittingEmptySubsequences: false)
    lines.removeLast()
    guard let last = lines.popLast() else { throw CommitFault("it has no last line") }
    var entries: [Entry] = []
    var targets: Set<ArraySlice<UInt8>> = []
    var removed: Set<ArraySlice<UInt8>> = []
    for line in lines {
      let parts = LineValue.parts(line)
      guard parts.count >= 3, parts[1].count == 64, Hex.decode(parts[1]) != nil else { throw CommitFault("a line") }
      let digest = String(decoding: parts[1], as: UTF8.self)
      if parts[0].elementsEqual("+".utf8), parts.count == 4 {
        guard ItemPathGrammar.isSealed(parts[3]), ItemPathGrammar.isTemporary(parts[2], besides: parts[3]) else {
          throw CommitFault("a path")
        }
        guard targets.insert(parts[3]).inserted else { throw CommitFault("a target stands twice") }
        entries.append(
          .place(
            digest: digest, temporary: String(decoding: parts[2], as: UTF8.self),
            target: String(decoding: parts[3], as: UTF8.self)))
      } else if parts[0].elementsEqual("-".utf8), parts.count == 3 {
        guard ItemPathGrammar.isSealed(parts[2]), removed.insert(parts[2]).inserted else { throw CommitFault("a path") }
        entries.append(.remove(digest: digest, path: String(decoding: parts[2], as: UTF8.self)))
      } else {
        throw CommitFault("a line")
      }
    }
    let parts = LineValue.parts(last)
    guard parts.count == 2, parts[0].elementsEqual(".".utf8), parts[1].count == 64, Hex.decode(parts[1]) != nil else {
      throw CommitFault("the last line")
    }
    self.entries = entries
    digest = String(decoding: parts[1], as: UTF8.self)
    bodyByteCount = all.count - last.count - 1
  }

  /// All lines but the last.
  package func encodeBody() -> [UInt8] {
    var text = Self.format
    for entry in entries {
      switch entry {
      case .place(let digest, let temporary, let target): text += Array("+ \(digest) \(temporary) \(target)\n".utf8)
      case .remove(let digest, let path): text += Array("- \(digest) \(path)\n".utf8)
      }
    }
    return text
  }
}

/// Why a record is not carried out.
package struct CommitFault: Error, Hashable, Sendable {
  package let what: String
  init(_ what: String) { self.what = what }
}

/// The grammar of paths below `items/` and `device/`.
enum ItemPathGrammar {
  /// `items/S/G/I.sealed` or `device/D/S/G/I.sealed`.
  static func isSealed(_ path: ArraySlice<UInt8>) -> Bool {
    let ending = Array(".sealed".utf8)
    guard path.count > ending.count, path.suffix(ending.count).elementsEqual(ending) else { return false }
    let parts = path.dropLast(ending.count).split(separator: 0x2f, omittingEmptySubsequences: false)
    if parts.first?.elementsEqual("items".utf8) == true {
      return parts.count == 4 && parts.dropFirst().allSatisfy { ComponentName($0) != nil }
    }
    guard parts.first?.elementsEqual("device".utf8) == true, parts.count == 5 else { return false }
    return Base32.decode(parts[1]) != nil && parts.dropFirst(2).allSatisfy { ComponentName($0) != nil }
  }

  /// `.tmp-` and 16 hexadecimal digits in the directory of another path.
  static func isTemporary(_ path: ArraySlice<UInt8>, besides target: ArraySlice<UInt8>) -> Bool {
    guard let slash = path.lastIndex(of: 0x2f), let end = target.lastIndex(of: 0x2f) else { return false }
    return path[...slash].elementsEqual(target[...end]) && isTemporaryName(path[(slash + 1)...])
  }

  static func isTemporaryName(_ name: ArraySlice<UInt8>) -> Bool {
    let prefix = Array(".tmp-".utf8)
    return name.count == prefix.count + 16 && name.starts(with: prefix)
      && name.dropFirst(prefix.count).allSatisfy(ASCII.isLowerHex)
  }
}
