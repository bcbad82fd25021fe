internal import RitsurinCrypto
package import RitsurinFormat
internal import RitsurinSystem

/// Carries out redo records: Docs/Format.md#several-files.
package struct CommitRunner {
  /// The record's file name.
  package static let name = ".commit"
  /// The largest record read, in bytes: about 300,000 lines.
  package static let limit = 128 << 20

  let placer: FilePlacer

  /// What became of a record.
  package struct Outcome: Sendable {
    /// Lines that were neither done nor possible, as paths.
    package var skipped: [String] = []
    /// Whether every target has its bytes.
    package var isComplete = true
  }

  /// Reads and finishes a record that an earlier writer left, and removes it.
  ///
  /// - Returns: nil where there is none; the notices that it gives rise to otherwise.
  /// - Throws: `.cannotRead`, `.cannotWrite`; the record then stays.
  package func finishFound() throws(VaultError) -> [VaultNotice]? {
    let bytes: [UInt8]
    do {
      bytes = try placer.files.readFile(Self.name, beneath: placer.root, limit: Self.limit)
    } catch {
      if error.isAbsent { return nil }
      throw VaultError(reading: error, path: placer.rootPath + "/" + Self.name)
    }
    // The record's name may be newer than anything fsynced: a writer may have died right after the rename.
    try placer.synchronize(placer.root)
    var notices: [VaultNotice] = []
    if let record = Self.verified(bytes) {
      let outcome = try run(record)
      notices = outcome.skipped.map { .skippedCommitLine(path: $0) }
    } else {
      notices = [.invalidCommitRecord]
    }
    try removeRecord()
    return notices
  }

  /// The record in the bytes, if its grammar and its last line are right.
  package static func verified(_ bytes: [UInt8]) -> CommitRecord? {
    guard
      let parsed = try? CommitRecord(parsing: unsafe bytes.span.bytes),
      KeyedHash.digest256(unsafe bytes.span.bytes.extracting(0..<parsed.bodyByteCount)).hex == parsed.digest
    else { return nil }
    return parsed
  }

  /// Writes a record and makes it durable: from then on the change is certain.
  ///
  /// - Throws: `.cannotWrite`, also for a record that is too large to be read; nothing is then committed.
  package func publish(_ record: CommitRecord) throws(VaultError) {
    var bytes = record.encodeBody()
    bytes += Array(". \(KeyedHash.digest256(unsafe bytes.span.bytes).hex)\n".utf8)
    // Whoever had to finish it could not read it.
    guard bytes.count <= Self.limit else {
      throw .cannotWrite(SystemError.tooLarge(path: placer.rootPath + "/" + Self.name))
    }
    try placer.write(bytes, to: Self.name, replacing: true)
  }

  /// Removes the record after it was carried out.
  package func removeRecord() throws(VaultError) {
    try placer.remove(ResolvedPlace(directory: placer.root, name: Self.name))
  }

  /// Carries out a record, whatever part of it was already done.
  ///
  /// - Parameter progress: Told how many files have their place, and of how many lines.
  /// - Throws: `.cannotRead`, `.cannotWrite`.
  package func run(
    _ record: CommitRecord, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(VaultError) -> Outcome {
    let placer = self.placer.forBatch
    var outcome = Outcome()
    var done = 0
    var removable: [String: String] = [:]
    for case .remove(let digest, let path) in record.entries { removable[path] = digest }
    var targets: Set<String> = []
    let count = record.entries.count { if case .place = $0 { true } else { false } }
    var directories = Directories()
    for case .place(let digest, let temporary, let target) in record.entries {
      targets.insert(target)
      let place = try placer.resolve(target, creating: true)
      if try !apply(digest: digest, temporary: temporary, place: place, replaced: removable[target]) {
        outcome.skipped.append(target)
        outcome.isComplete = false
      }
      try directories.insert(place, placer)
      done += 1
      progress(done, count)
    }
    try directories.synchronize(placer)
    guard outcome.isComplete else { return outcome }
    directories = Directories()
    for case .remove(let digest, let path) in record.entries where !targets.contains(path) {
      guard let place = try existing(path, placer), let found = try self.digest(of: place) else { continue }
      guard found == digest else {
        outcome.skipped.append(path)
        continue
      }
      try placer.remove(place)
      Sidecars(placer: placer).remove(besides: place)
      try directories.insert(place, placer)
    }
    try directories.synchronize(placer)
    return outcome
  }

  /// Does one `+` line if it is not done.
  ///
  /// - Returns: false where it is neither done nor possible.
  private func apply(
    digest: String, temporary: String, place: ResolvedPlace, replaced: String?
  ) throws(VaultError) -> Bool {
    let found = try self.digest(of: place)
    let source = ResolvedPlace(
      directory: place.directory, name: String(temporary.split(separator: "/").last ?? ""))
    if found == digest {
      // Done before, and perhaps its temporary file was brought back by a sync tool.
      return true
    }
    guard let bytes = try contents(of: source), KeyedHash.digest256(unsafe bytes.span.bytes).hex == digest
    else {
      return false
    }
    guard found == nil || found == replaced else { return false }
    try placer.publish(
      FilePlacer.Prepared(place: place, temporary: source.name), replacing: found != nil, isCommitted: true)
    Sidecars(placer: placer).write(for: bytes, at: place)
    return true
  }

  /// Where a path ends, or nil where a directory on the way is gone.
  private func existing(_ path: String, _ placer: FilePlacer) throws(VaultError) -> ResolvedPlace? {
    do { return try placer.resolve(path, creating: false) } catch {
      if case .cannotWrite(let error) = error, error.isAbsent { return nil }
      throw error
    }
  }

  /// The hexadecimal digest of a file; nil where there is none.
  private func digest(of place: ResolvedPlace) throws(VaultError) -> String? {
    try contents(of: place).map { KeyedHash.digest256(unsafe $0.span.bytes).hex }
  }

  private func contents(of place: ResolvedPlace) throws(VaultError) -> [UInt8]? {
    do {
      return try placer.files.readFile(place.name, beneath: place.directory, limit: ItemSealer.fileLimit)
    } catch {
      // What is no item file has no digest that a line could name; it is never replaced.
      if error.isAbsent { return nil }
      if error.isNotRegular || error.isTooLarge { return [] }
      throw VaultError(reading: error, path: place.directoryPath + "/" + place.name)
    }
  }

  /// The directories that a record touched, each once.
  private struct Directories {
    private var byPath: [String: FileDescriptor] = [:]
    /// Whether they are so many that everything is waited for together.
    private var areMany = false

    mutating func insert(_ place: ResolvedPlace, _ placer: FilePlacer) throws(VaultError) {
      guard !areMany else { return }
      byPath[place.directoryPath] = place.directory
      // They are open, and a process may have only so many descriptors.
      guard byPath.count >= OpenDirectories.limit else { return }
      areMany = placer.files.canSynchronizeAtOnce
      if !areMany { try synchronize(placer) }
      byPath = [:]
    }

    func synchronize(_ placer: FilePlacer) throws(VaultError) {
      if areMany { return try placer.synchronizeAll() }
      for directory in byPath.values { try placer.synchronize(directory) }
    }
  }
}
