import Ritsurin
import RitsurinSystem

/// Writes the drivers into git's configuration: Docs/Git.md#install-the-drivers.
struct GitInstall {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Writes what is not there yet.
  func run() throws(ToolFailure) {
    for option in [Option.identity, .passphraseFile, .passphraseFD] where invocation.has(option) {
      throw .usage("git's configuration can name a key file only; \(option.spelling) cannot be kept there")
    }
    let isGlobal = invocation.has(.everywhere)
    guard !isGlobal || !invocation.has(.local) else {
      throw .usage("\(Option.everywhere.spelling) and \(Option.local.spelling) exclude each other")
    }
    let keyFile = try absoluteKeyFile()
    let directory = isGlobal ? "/" : try invocation.vaultPath()
    guard let git = GitProgram(invocation, in: directory) else {
      throw ToolFailure(.failed, "git is not installed")
    }
    let placement = isGlobal ? nil : try placement(git, directory)
    let program = try program()
    var options = keyFile.map { ["--key-file", $0] } ?? []
    if invocation.has(.noLock) { options.append(Option.noLock.spelling) }
    var isChanged = false
    for (name, value) in Self.settings(program: program, options: options, vault: placement) {
      if try set(name, value, git, isGlobal: isGlobal) { isChanged = true }
    }
    let place = try configuration(git, isGlobal: isGlobal)
    invocation.note(isChanged ? "wrote \(place)" : "\(place) is complete already")
    if let keyFile {
      invocation.note("the drivers unlock vaults with the key file \(keyFile)")
    } else {
      invocation.note(
        "the drivers unlock vaults as every command does: with RITSURIN_KEY_FILE or RITSURIN_PASSPHRASE_FILE, "
          + "else with the key file named after the vault; they ask nobody")
    }
  }

  /// The settings, in the order in which they are written.
  ///
  /// - Parameters:
  ///   - program: What is run, a word for a shell.
  ///   - options: What goes before every command: what unlocks, never a secret, and whether locks are done without.
  ///   - vault: Where the vault lies in the repository, relative to its top and empty for the top itself; nil where any
  ///     repository is meant.
  static func settings(
    program: String, options: [String], vault: String?
  ) -> [(name: String, value: String)] {
    func command(_ arguments: [String]) -> String {
      ([program] + (options + arguments).map(ShellText.quoted)).joined(separator: " ")
    }
    // Git replaces %O and its like in the command, and shows the work tree's path with quotes of its own.
    func driver(_ arguments: [String]) -> String {
      command(arguments).split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
        + " -- %O %A %B %P"
    }
    let place = vault.map { $0.isEmpty ? [] : ["--vault", $0] } ?? []
    var settings = [
      ("merge.rvault.name", "Ritsurin items: the newer stays, the other is kept beside it"),
      ("merge.rvault.driver", driver(["git", "merge-driver"])),
      // Between the bases of a criss-cross merge nothing is lost that a merge did not keep already.
      ("merge.rvault.recursive", "rvault-base"),
      ("merge.rvault-base.name", "Ritsurin items, between merge bases"),
      ("merge.rvault-base.driver", driver(["git", "merge-driver", Option.noCopy.spelling])),
      ("diff.rvault.textconv", command(place + ["git", "diff-driver", "--"])),
      // Git would keep the names of items in the clear in its notes.
      ("diff.rvault.cachetextconv", "false"),
    ]
    // A deleted item and a copy with equal bytes are no renamed item: an edit must not follow the copy.
    if vault?.isEmpty == true { settings.append(("merge.renames", "false")) }
    return settings
  }

  /// Writes a setting; false where it was as wanted.
  private func set(
    _ name: String, _ value: String, _ git: GitProgram, isGlobal: Bool
  ) throws(ToolFailure) -> Bool {
    let scope = isGlobal ? "--global" : "--local"
    if try git.fields(["config", scope, "-z", "--get-all", name]) == [value] { return false }
    let outcome = try git.run(["config", scope, "--replace-all", name, value])
    guard outcome.status == 0 else {
      throw ToolFailure(
        .cannotReachFiles, "git cannot write its configuration", StorePrograms.message(of: outcome))
    }
    return true
  }

  /// What was written, in words that name the file where there is one.
  private func configuration(_ git: GitProgram, isGlobal: Bool) throws(ToolFailure) -> String {
    guard !isGlobal else {
      // Git itself says from which file a setting of the user comes.
      let fields = try git.fields([
        "config", "--global", "--show-origin", "-z", "--get-all", "diff.rvault.textconv",
      ])
      let origin = fields?.first.flatMap { $0.hasPrefix("file:") ? String($0.dropFirst(5)) : nil }
      return "the user's configuration of git" + (origin.map { " (\($0))" } ?? "")
    }
    let directory = try git.text(["rev-parse", "--path-format=absolute", "--git-common-dir"])
    let file = directory.map { $0 + "/config" }
    return "git's configuration" + (file.map { " \($0)" } ?? " of the vault's repository")
  }

  /// Where the vault lies in its repository.
  private func placement(_ git: GitProgram, _ vault: String) throws(ToolFailure) -> String {
    guard let top = try git.topLevel() else {
      throw ToolFailure(.failed, "the vault is in no git work tree (git init makes one): \(vault)")
    }
    let root = try invocation.system { () throws(SystemError) in
      try invocation.environment.files.realPath(vault)
    }
    guard root.utf8.starts(with: (top + "/").utf8) else { return "" }
    return String(decoding: root.utf8.dropFirst(top.utf8.count + 1), as: UTF8.self)
  }

  private func absoluteKeyFile() throws(ToolFailure) -> String? {
    guard let path = try invocation.path(.keyFile) else { return nil }
    return try invocation.system { () throws(SystemError) in
      // A file that is not there, or not readable, is better known now than at the next merge.
      try invocation.environment.files.realPath(path)
    }
  }

  /// What a shell runs: the tool's name where that is this program, else the program's path.
  private func program() throws(ToolFailure) -> String {
    let files = invocation.environment.files
    guard let own = invocation.environment.program() else {
      throw ToolFailure(.failed, "the system does not tell where this program lies")
    }
    if let search = invocation.environment.variables["PATH"],
      let found = ChildProgram.find("rvault", in: search, files), (try? files.realPath(found)) == own
    {
      return "rvault"
    }
    return ShellText.quoted(own)
  }
}
