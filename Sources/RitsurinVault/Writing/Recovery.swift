internal import RitsurinFormat
internal import RitsurinSystem

/// What a writer does before anything else when an earlier one may have died: Docs/Format.md#the-lock-byte.
struct Recovery {
  let placer: FilePlacer

  /// Makes durable whatever a killed writer left in memory, finishes its record, and removes its left-overs.
  ///
  /// - Parameter isSweeping: Whether temporary files are left-overs; without locks they may be a living writer's.
  /// - Returns: what was noticed.
  /// - Throws: `.cannotRead`, `.cannotWrite`.
  func run(isSweeping: Bool) throws(VaultError) -> [VaultNotice] {
    try placer.synchronize(placer.root)
    for directory in ["slots", "items", "device"] { try synchronizeTree(directory) }
    let notices = try CommitRunner(placer: placer).finishFound() ?? []
    guard isSweeping else { return notices }
    try sweep("", depth: 0)
    for directory in ["slots", "items", "device"] { try sweep(directory, depth: 1) }
    return notices
  }

  /// Every directory below items/ and device/, whosever it is; deeper than four levels nothing is ours.
  private func synchronizeTree(_ path: String, depth: Int = 1) throws(VaultError) {
    guard let directory = try open(path) else { return }
    try placer.synchronize(directory)
    guard depth < 5 else { return }
    for entry in try entries(of: directory) where entry.kind.mayBeDirectory {
      guard let name = entry.asciiName else { continue }
      try synchronizeTree(path + "/" + name, depth: depth + 1)
    }
  }

  /// Removes temporary files, and sidecars whose item is not there.
  private func sweep(_ path: String, depth: Int) throws(VaultError) {
    guard let directory = try path.isEmpty ? placer.root : open(path) else { return }
    let entries = try entries(of: directory)
    let names = Set(entries.map(\.name))
    for entry in entries {
      guard let name = entry.asciiName else { continue }
      let place = ResolvedPlace(directory: directory, name: name)
      if Self.isTemporary(name) && !entry.kind.isDirectory {
        try placer.remove(place)
      } else if name.hasSuffix(".meta"), ComponentName(name.dropLast(5).utf8) != nil, depth > 2,
        !names.contains(Array((name.dropLast(5) + ".sealed").utf8))
      {
        try placer.remove(place)
      } else if depth > 0, depth < 5, entry.kind.isDirectory, ComponentName(name.utf8) != nil {
        try sweep(path + "/" + name, depth: depth + 1)
      }
    }
  }

  /// `.tmp-` and 16 hexadecimal digits.
  static func isTemporary(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return bytes.count == 21 && name.hasPrefix(".tmp-")
      && bytes.dropFirst(5).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private func open(_ path: String) throws(VaultError) -> FileDescriptor? {
    do { return try placer.files.openDirectory(path, beneath: placer.root) } catch {
      // What is no directory, or a link out of the vault, holds nothing of ours.
      if error.isAbsent || error.isNotDirectory || error.leavesRoot || error.isLoop || error.isDangling {
        return nil
      }
      throw VaultError(reading: error, path: placer.rootPath + "/" + path)
    }
  }

  private func entries(of directory: FileDescriptor) throws(VaultError) -> [DirectoryEntry] {
    do { return try placer.files.list(directory) } catch { throw .cannotRead(error) }
  }
}
