import RitsurinExchange
import RitsurinSystem

/// A password store as it lies on the disk: gpg or age decrypts entry by entry, into memory alone.
struct PasswordStoreSource {
  /// How many entries are written at once with `--resume`.
  private static let partCount = 50
  /// The greatest entry, in bytes: what an item can hold.
  private static let entryLimit = 64 << 20

  private struct Entry {
    let name: String
    let file: FileTree.File
    let isAge: Bool
  }

  private let invocation: Invocation
  private let programs: StorePrograms
  private let root: String
  private let entries: [Entry]
  private let leftOut: [RKeychainImportRemark]

  /// Finds the store and its entries; nothing is decrypted yet.
  init(_ invocation: Invocation) throws(ToolFailure) {
    self.invocation = invocation
    programs = StorePrograms(invocation)
    let place = try Self.root(invocation)
    root = try invocation.system { () throws(SystemError) in
      try PathText.absolute(place, invocation.environment.files)
    }
    let tree = try FileTree.list(root, invocation)
    leftOut = tree.leftOut
    entries = tree.files.compactMap { file in
      let bytes = Array(file.path.utf8)
      let isAge = bytes.suffix(4).elementsEqual(".age".utf8)
      guard isAge || bytes.suffix(4).elementsEqual(".gpg".utf8), bytes.count > 4 else { return nil }
      return Entry(name: String(decoding: bytes.dropLast(4), as: UTF8.self), file: file, isAge: isAge)
    }
    guard !entries.isEmpty else {
      throw ToolFailure(.failed, "there are no entries of a password store (.gpg, .age) in \(root)")
    }
  }

  /// Service and key of an entry's name: the directory and the rest.
  static func names(of name: String) -> (service: String, key: String) {
    let bytes = Array(name.utf8)
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return ("", name) }
    return (
      String(decoding: bytes[..<slash], as: UTF8.self), String(decoding: bytes[(slash + 1)...], as: UTF8.self)
    )
  }

  /// The operand, or where pass has its store, or where passage has it.
  private static func root(_ invocation: Invocation) throws(ToolFailure) -> String {
    if let given = invocation.operands.first {
      guard !given.isEmpty, !given.utf8.contains(0) else { throw .usage("DIR is empty") }
      return given
    }
    let variables = invocation.environment.variables
    func isDirectory(_ place: String) -> Bool {
      (try? invocation.environment.files.status(path: place))?.kind == .directory
    }
    // Whoever names a store means no other.
    for name in ["PASSWORD_STORE_DIR", "PASSAGE_DIR"] {
      guard let place = variables[name], !place.isEmpty else { continue }
      guard isDirectory(place) else {
        throw ToolFailure(.cannotReachFiles, "\(name) names no directory: \(place)")
      }
      return place
    }
    let places = variables["HOME"].map { [$0 + "/.password-store", $0 + "/.passage/store"] } ?? []
    if let place = places.first(where: isDirectory) { return place }
    throw ToolFailure(
      .notFound, "there is no password store at \(places.joined(separator: " or ")); DIR names another place")
  }

  // MARK: Reading

  /// Decrypts everything.
  func read(_ options: RKeychainImportOptions) throws(ToolFailure) -> RKeychainImport {
    var reader = try Decryption(self, count: entries.count)
    defer { reader.end() }
    for entry in entries { try reader.take(entry) }
    guard reader.hasDecrypted else { throw nothingDecrypts() }
    return try reader.finish(options, leftOut: leftOut)
  }

  /// Decrypts part by part.
  ///
  /// - Parameters:
  ///   - options: How entries are read.
  ///   - isDone: Whether an entry of a name, whose file was written at a time in seconds since 1970, is
  ///     passed over.
  ///   - body: Takes a part.
  func readInParts(
    _ options: RKeychainImportOptions,
    skipping isDone: (String, Int64) throws(ToolFailure) -> Bool,
    _ body: (RKeychainImport) throws(ToolFailure) -> Void
  ) throws(ToolFailure) {
    var pending: [Entry] = []
    for entry in entries where try !isDone(entry.name, entry.file.seconds) { pending.append(entry) }
    let done = entries.count - pending.count
    if done > 0 {
      let entries = done == 1 ? "1 entry is" : "\(done) entries are"
      invocation.note("\(entries) there already, and not decrypted again")
    }
    var first: ToolFailure?
    var leftOut = leftOut
    var reader = try Decryption(self, count: pending.count)
    defer { reader.end() }
    func write() throws(ToolFailure) {
      reader.end()
      do throws(ToolFailure) {
        try body(try reader.finish(options, leftOut: leftOut))
      } catch {
        // Rows that did not arrive are told at the end; anything else ends it at once.
        guard error.status == .incomplete else { throw error }
        first = first ?? error
      }
      leftOut = []
    }
    for entry in pending {
      try reader.take(entry)
      if reader.fileCount == Self.partCount { try write() }
    }
    guard done > 0 || reader.hasDecrypted else { throw nothingDecrypts() }
    if reader.fileCount > 0 || !leftOut.isEmpty || reader.hasSkipped { try write() }
    if let first { throw first }
  }

  /// Why a store is not read of which no entry is for the keys at hand.
  private func nothingDecrypts() -> ToolFailure {
    let isAge = entries.allSatisfy(\.isAge)
    return ToolFailure(
      .failed, "none of the store's entries can be decrypted: no secret key of theirs is at hand (\(root))",
      isAge
        ? "\(Option.ageIdentity.spelling) or PASSAGE_IDENTITIES_FILE names the identity file"
        : "gpg --list-secret-keys shows which are; GNUPGHOME names another directory of keys")
  }

  /// The decryption of entries, one after the other.
  private struct Decryption {
    private let source: PasswordStoreSource
    private let progress: ProgressBar
    private let count: Int
    private let gpg: String?
    private let age: (path: String, identity: String)?
    private var done = 0
    private var files: [RKeychainTreeFile] = []
    private var skipped: [RKeychainImportRemark] = []

    var fileCount: Int { files.count }
    var hasSkipped: Bool { !skipped.isEmpty }
    /// Whether any entry was decrypted.
    private(set) var hasDecrypted = false

    init(_ source: PasswordStoreSource, count: Int) throws(ToolFailure) {
      self.source = source
      self.count = count
      progress = ProgressBar(source.invocation)
      let programs = source.programs
      gpg = source.entries.contains { !$0.isAge } ? try programs.find("gpg", package: "gnupg") : nil
      guard source.entries.contains(where: \.isAge) else {
        age = nil
        return
      }
      age = (try programs.find("age", package: "age"), try Self.identity(source.invocation))
    }

    private static func identity(_ invocation: Invocation) throws(ToolFailure) -> String {
      if let given = try invocation.path(.ageIdentity) { return given }
      let variables = invocation.environment.variables
      if let file = variables["PASSAGE_IDENTITIES_FILE"], !file.isEmpty { return file }
      guard let home = variables["HOME"] else {
        throw .usage("the entries are encrypted with age; --age-identity names the identity file")
      }
      return home + "/.passage/identities"
    }

    mutating func take(_ entry: Entry) throws(ToolFailure) {
      progress.show(done, of: count, entry.name)
      done += 1
      let path = source.root + "/" + entry.file.path
      let outcome: ChildProgram.Outcome
      if entry.isAge, let age {
        outcome = try source.programs.run(
          age.path, ["--decrypt", "--identity", age.identity, path], outputLimit: entryLimit, onTerminal: true
        )
      } else if let gpg {
        outcome = try source.programs.run(
          gpg, ["--quiet", "--batch", "--decrypt", "--", path], outputLimit: entryLimit, onTerminal: true)
      } else {
        return
      }
      guard outcome.status == 0 else { return try fail(entry, outcome) }
      hasDecrypted = true
      files.append(RKeychainTreeFile(path: entry.name, bytes: outcome.output))
    }

    /// An entry for other people's keys is left out; any other failure ends the import.
    private mutating func fail(_ entry: Entry, _ outcome: ChildProgram.Outcome) throws(ToolFailure) {
      let said = String(decoding: outcome.error, as: UTF8.self)
      let message = "\(entry.name): \(StorePrograms.message(of: outcome))"
      let isForOthers =
        said.utf8Contains("No secret key") || said.utf8Contains("no identity matched any of the recipients")
      guard isForOthers else {
        end()
        throw ToolFailure(.failed, "cannot be decrypted: \(message)", "nothing of it was imported")
      }
      skipped.append(RKeychainImportRemark(line: nil, message: message))
    }

    /// What was decrypted since the last time.
    mutating func finish(
      _ options: RKeychainImportOptions, leftOut: [RKeychainImportRemark]
    ) throws(ToolFailure) -> RKeychainImport {
      let part = files
      let without = skipped
      files = []
      skipped = []
      do throws(RKeychainImportError) {
        var file = try RKeychainImport(readingTree: part, options: options)
        file.skipped += leftOut + without
        return file
      } catch {
        throw ToolFailure(error)
      }
    }

    func end() { progress.end() }
  }
}

extension String {
  /// Whether the text holds another, compared by bytes.
  fileprivate func utf8Contains(_ other: String) -> Bool {
    let bytes = Array(utf8)
    let wanted = Array(other.utf8)
    guard bytes.count >= wanted.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { bytes[$0...].starts(with: wanted) }
  }
}
