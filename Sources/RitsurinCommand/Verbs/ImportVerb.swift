import Ritsurin
import RitsurinExchange
import RitsurinSystem

extension Verb {
  /// Reads items from a file, a tree or a store.
  static let `import` = Verb(
    id: .import, summary: "add the items of a file (- is standard input), or of another store",
    details: [
      "What the file is, is found by its content, else by a usual name such as .env or .netrc; --format NAME",
      "says it where that does not do.",
      "All of it is read and checked first; then all items are written, or none.",
      "--from pass [DIR] has gpg or age decrypt the entries of a password store; nothing is written in plain",
      "text. --from secret-service asks the desktop's keyring, with gdbus and secret-tool.",
      "FILE may be a directory with --format pass: a store that is decrypted already.",
    ] + FormatName.help,
    operands: [.optional("FILE")],
    options: [
      .format, .from, .onConflict, .dryRun, .partial, .service, .serviceFrom, .groupMap, .groupFrom, .extra,
      .include, .notes, .unwrap, .encoding, .hex, .text, .account, .data, .usePath, .asForm, .accountField,
      .body, .valuePart,
      .firstLine, .ageIdentity, .resume, .quiet,
    ]
  ) { (invocation) throws(ToolFailure) in
    let reports = ImportReports(invocation: invocation, policy: try policy(invocation))
    let options = try invocation.importOptions(path: invocation.operands.first)
    guard let source = invocation.value(.from) else {
      for option in [Option.ageIdentity, .resume] where invocation.has(option) {
        throw .usage("\(option.spelling) goes with --from pass")
      }
      guard let path = invocation.operands.first else { throw .usage("import lacks FILE, or --from") }
      try write(FileSource(invocation, path: path).read(options), reports)
      return
    }
    if source.utf8.elementsEqual("pass".utf8) {
      try importPasswordStore(options, reports)
    } else if source.utf8.elementsEqual("secret-service".utf8) {
      guard invocation.operands.isEmpty else { throw .usage("--from secret-service takes no file") }
      try write(SecretServiceSource(invocation).read(options), reports)
    } else {
      throw .usage("--from must be pass or secret-service")
    }
  }

  private static func policy(_ invocation: Invocation) throws(ToolFailure) -> RKeychainConflictPolicy {
    guard let name = invocation.value(.onConflict) else { return .fail }
    let known = RKeychainConflictPolicy.allCases.first { $0.rawValue.utf8.elementsEqual(name.utf8) }
    guard let known else { throw .usage("--on-conflict must be fail, skip, replace or newest") }
    return known
  }

  /// Writes what was read, in one commit.
  private static func write(_ file: RKeychainImport, _ reports: ImportReports) throws(ToolFailure) {
    let invocation = reports.invocation
    reports.note(file)
    let dryRun = invocation.has(.dryRun)
    do throws(ToolFailure) {
      try invocation.withVault(creating: !dryRun) { (vault) throws(ToolFailure) in
        try write(file, into: vault, reports, dryRun: dryRun)
      }
    } catch {
      // A dry run makes no vault; where there is none yet, everything would be new.
      guard dryRun, error.status == .notFound, !invocation.has(.vault) else { throw error }
      let report = try invocation.call { () throws(RKeychainError) in
        try file.restore(into: RInMemoryStore(), onConflict: reports.policy, dryRun: true)
      }
      try reports.list(report)
      try reports.summarize(report, of: file)
    }
  }

  private static func write(
    _ file: RKeychainImport, into vault: any ToolVault, _ reports: ImportReports, dryRun: Bool
  ) throws(ToolFailure) {
    let invocation = reports.invocation
    let report = try invocation.withProgress("comparing") { (bar) throws(ToolFailure) in
      try restore(file, into: vault, reports.policy, dryRun: dryRun, invocation, bar)
    }
    if dryRun { try reports.list(report) }
    try reports.summarize(report, of: file)
  }

  /// Opens the existential.
  private static func restore(
    _ file: RKeychainImport, into vault: some ToolVault, _ policy: RKeychainConflictPolicy, dryRun: Bool,
    _ invocation: Invocation, _ bar: ProgressBar
  ) throws(ToolFailure) -> RKeychainImportReport {
    try invocation.call { () throws(RKeychainError) in
      try file.restore(into: vault, onConflict: policy, dryRun: dryRun) { bar.show($0) }
    }
  }

  // MARK: Password stores

  private static func importPasswordStore(
    _ options: RKeychainImportOptions, _ reports: ImportReports
  ) throws(ToolFailure) {
    let invocation = reports.invocation
    var options = options
    options.format = .pass
    let source = try PasswordStoreSource(invocation)
    guard invocation.has(.resume) else {
      return try write(try source.read(options), reports)
    }
    guard options.accountFields.isEmpty else {
      throw .usage("--resume knows what is there by the entries' names, so --account-field excludes it")
    }
    guard !invocation.has(.dryRun) else { throw .usage("--resume writes as it goes; --dry-run excludes it") }
    try invocation.withVault(creating: true) { (vault) throws(ToolFailure) in
      try source.readInParts(
        options,
        skipping: { (name, time) throws(ToolFailure) in
          try isThere(name, since: time, in: vault, options, invocation)
        }
      ) { (part) throws(ToolFailure) in
        reports.note(part)
        let report = try invocation.withProgress("writing") { (bar) throws(ToolFailure) in
          try restore(part, into: vault, reports.policy, dryRun: false, invocation, bar)
        }
        try reports.summarize(report, of: part)
      }
    }
  }

  /// Whether the vault has the item of an entry's name in a state that is not older than the entry's file.
  private static func isThere(
    _ name: String, since seconds: Int64, in vault: any ToolVault, _ options: RKeychainImportOptions,
    _ invocation: Invocation
  ) throws(ToolFailure) -> Bool {
    let (directory, key) = PasswordStoreSource.names(of: name)
    let service = directory.isEmpty ? options.service ?? "" : directory
    let query = RKeychainQuery(service: service, key: key, synchronizable: .any)
    let found = try invocation.allMatches(of: vault, query, returning: .attributes)
    return found.items.contains { $0.attributes.modifiedMicroseconds / 1_000_000 >= seconds }
  }
}
