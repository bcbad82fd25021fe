import Ritsurin
import RitsurinExchange
import RitsurinSystem

extension Verb {
  /// Writes items with their values, as plain text or into another vault.
  static let export = Verb(
    id: .export, summary: "write items and their values as plain text, or into a new vault",
    details: [
      "The output is JSON Lines, sorted, and holds every secret: --plaintext says that you want that.",
      "--format plist writes attribute dictionaries under Apple's names, --format dotenv KEY=value.",
      "Items of this device only are left out of plain text.",
      "--vault-to DIR writes no plain text: it makes a vault, opened by --new-key-file or",
      "--new-passphrase-file, and copies the items into it with their dates, all or none.",
    ],
    operands: [],
    options: [
      .plaintext, .output, .force, .array, .format, .service, .group, .vaultTo, .names, .newKeyFile,
      .newPassphraseFile, .quiet,
    ]
  ) { (invocation) throws(ToolFailure) in
    if let directory = try invocation.path(.vaultTo) { return try VaultCopy(invocation, directory).make() }
    for option in [Option.names, .newKeyFile, .newPassphraseFile] where invocation.has(option) {
      throw .usage("\(option.spelling) goes with --vault-to")
    }
    guard invocation.has(.plaintext) else {
      throw .usage("export writes every secret unencrypted; say --plaintext if you want that")
    }
    let form = try form(invocation)
    let target = try target(invocation)
    if target == nil, invocation.environment.streams.isTerminal(.output), !invocation.has(.force) {
      throw .usage("standard output is a terminal; --force shows the secrets on it, --output writes a file")
    }
    try invocation.withVault { (vault) throws(ToolFailure) in
      let matches = try invocation.exportedItems(of: vault)
      let export = RKeychainExport(matches.items)
      var (bytes, leftOut) = form(export, invocation)
      defer { wipe(&bytes) }
      if let target {
        try PrivateOutput(invocation).write(bytes, to: target)
      } else {
        try invocation.print(bytes)
      }
      summarize(export, without: leftOut, invocation)
      try invocation.report(matches.problems)
      guard leftOut.isEmpty else {
        throw ToolFailure(.incomplete, counted(leftOut.count, "item") + " cannot be written in this format")
      }
    }
  }

  /// What makes a file of items, and says which it cannot hold.
  private typealias Form = @Sendable (RKeychainExport, Invocation) -> ([UInt8], [RKeychainAttributes])

  private static func form(_ invocation: Invocation) throws(ToolFailure) -> Form {
    let name = invocation.value(.format) ?? "native"
    guard name.utf8.elementsEqual("native".utf8) else {
      guard !invocation.has(.array) else { throw .usage("--array goes with the native format") }
      if name.utf8.elementsEqual("plist".utf8) { return { export, _ in (export.propertyList(), []) } }
      if name.utf8.elementsEqual("dotenv".utf8) { return { export, _ in export.dotenv() } }
      throw .usage("--format of export must be native, plist or dotenv")
    }
    if invocation.has(.array) { return { export, _ in (export.array(), []) } }
    return { export, invocation in
      (export.lines(generator: HelpText.version, exportedMicroseconds: invocation.environment.now()), [])
    }
  }

  private static func target(_ invocation: Invocation) throws(ToolFailure) -> String? {
    guard let path = try invocation.path(.output), !path.utf8.elementsEqual("-".utf8) else { return nil }
    return path
  }

  private static func summarize(
    _ export: RKeychainExport, without leftOut: [RKeychainAttributes], _ invocation: Invocation
  ) {
    let count = export.items.count - leftOut.count
    invocation.note(counted(count, "item") + " written")
    for item in export.leftOut {
      invocation.note("left out, being of this device only: \(item.service) \(item.key)")
    }
    for item in export.withoutDate {
      invocation.note("written without a date that has no year of four digits: \(item.service) \(item.key)")
    }
    for item in leftOut {
      invocation.note(
        "left out, its key being no name of a variable or taken, or its value no text: \(item.service) \(item.key)"
      )
    }
  }
}

extension Invocation {
  /// The items that the filters name, with their values.
  func exportedItems(of vault: any ToolVault) throws(ToolFailure) -> RKeychainMatches {
    let query = RKeychainQuery(
      service: value(.service), accessGroup: value(.group), synchronizable: .any)
    return try withProgress("reading") { (bar) throws(ToolFailure) in
      try ReadingProgress.following({ if $0 % 100 == 0 { bar.show($0, of: $1, "reading") } }) {
        () throws(ToolFailure) in try allMatches(of: vault, query, returning: .both)
      }
    }
  }
}

/// A new vault with the items of another.
private struct VaultCopy {
  private let invocation: Invocation
  private let directory: String

  init(_ invocation: Invocation, _ directory: String) {
    self.invocation = invocation
    self.directory = directory
  }

  func make() throws(ToolFailure) {
    for option in [Option.plaintext, .output, .force, .array, .format] where invocation.has(option) {
      throw .usage("\(option.spelling) is for plain text, and --vault-to writes a vault")
    }
    let (path, credentials) = try target()
    let isReadable = try invocation.wantsReadableNames()
    try invocation.withVault { (vault) throws(ToolFailure) in
      let matches = try invocation.exportedItems(of: vault)
      let items = matches.items.compactMap(Self.restored)
      let copy = try invocation.create(at: path, isReadable: isReadable, credentials: credentials)
      let outcomes: [RKeychainRestoreOutcome]
      do throws(ToolFailure) {
        outcomes = try invocation.withProgress("writing") { (bar) throws(ToolFailure) in
          try invocation.call { () throws(RKeychainError) in try Self.restore(items, into: copy, bar) }
        }
      } catch {
        invocation.note("the new vault is there and empty")
        throw error
      }
      let count = outcomes.count { $0 == .imported }
      invocation.note(counted(count, "item") + " copied")
      for notice in copy.notices() { invocation.note(notice) }
      try invocation.report(matches.problems)
      guard count == items.count, items.count == matches.items.count else {
        throw ToolFailure(.incomplete, "\(matches.items.count - count) items were not copied")
      }
    }
  }

  /// Where the vault is made and what opens it, both of them checked.
  private func target() throws(ToolFailure) -> (String, [NewToolCredential]) {
    let files = invocation.environment.files
    let source = try invocation.vaultPath()
    let path = try invocation.system { () throws(SystemError) in try PathText.absolute(directory, files) }
    let isInside = try invocation.system { () throws(SystemError) in
      try PathText.isInside(path, source, files)
    }
    guard !isInside else { throw .usage("the copy must not lie in the vault that it is made of") }
    let credentials = try invocation.newCredentials(of: path)
    guard !credentials.isEmpty else {
      throw .usage("--vault-to wants --new-key-file or --new-passphrase-file: what opens the copy")
    }
    return (path, credentials)
  }

  private static func restored(_ item: RKeychainItem) -> RKeychainRestoredItem? {
    guard let value = item.value else { return nil }
    let attributes = item.attributes
    return RKeychainRestoredItem(
      RKeychainNewItem(
        service: attributes.service, key: attributes.key, accessGroup: attributes.accessGroup,
        synchronizable: attributes.synchronizable, accessibility: attributes.accessibility,
        label: attributes.label, comment: attributes.comment, kind: attributes.kind,
        generic: attributes.generic, creator: attributes.creator, type: attributes.type,
        isInvisible: attributes.isInvisible, isNegative: attributes.isNegative, value: value),
      createdMicroseconds: attributes.createdMicroseconds,
      modifiedMicroseconds: attributes.modifiedMicroseconds)
  }

  /// Opens the existential.
  private static func restore(
    _ items: [RKeychainRestoredItem], into vault: some ToolVault, _ bar: ProgressBar
  ) throws(RKeychainError) -> [RKeychainRestoreOutcome] {
    try vault.restore(items, onConflict: .fail, dryRun: false) { bar.show($0) }
  }
}
