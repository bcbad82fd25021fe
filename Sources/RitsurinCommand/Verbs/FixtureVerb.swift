import Ritsurin
import RitsurinExchange
import RitsurinSystem

extension Verb {
  /// Makes and compares the fixture vaults of tests.
  static let fixture = Verb(
    id: .fixture, summary: "make a vault for tests from a file of items, or compare two",
    details: [
      "fixture create DIR --from FILE makes the same bytes each time for the same items and --seed.",
      "fixture diff DIR DIR lists the items that differ, values aside, and exits with 7 where some do.",
      "Its passphrase is that of --passphrase-file or the key of --key-file, else the word fixture.",
      "Nothing in a fixture is secret: its keys follow from the seed.",
    ],
    operands: [.required("ACTION", ["create", "diff"]), .required("DIR"), .optional("DIR")],
    options: [.from, .names, .seed, .force]
  ) { (invocation) throws(ToolFailure) in
    #if Vault
      let action = invocation.operands[0]
      if action.utf8.elementsEqual("create".utf8) {
        try create(invocation)
      } else if action.utf8.elementsEqual("diff".utf8) {
        try compare(invocation)
      } else {
        throw .usage("fixture must be followed by create or diff")
      }
    #else
      throw ToolFailure(RKeychainError(.unimplemented))
    #endif
  }

  #if Vault
    private static func create(_ invocation: Invocation) throws(ToolFailure) {
      guard invocation.operands.count == 2 else { throw .usage("fixture create takes one DIR") }
      guard let source = try invocation.path(.from) else { throw .usage("fixture create lacks --from FILE") }
      let file = try FileSource(invocation, path: source).read(try invocation.importOptions(path: source))
      for notice in file.notices { invocation.note(notice.description) }
      let items = file.entries.map(\.item)
      let fixture = VaultFixture(
        names: try names(invocation), seed: invocation.value(.seed) ?? VaultFixture.defaultSeed,
        credential: try credential(invocation))
      let path = try absolute(invocation.operands[1], invocation)
      let outcome: VaultFixture.Outcome
      do throws(RKeychainError) {
        outcome = try fixture.create(at: path, items: items, replacing: invocation.has(.force))
      } catch {
        guard error.kind == .vaultExists else { throw ToolFailure(error) }
        throw ToolFailure(
          .conflict, ToolFailure.text(of: error),
          "\(Option.force.spelling) replaces it where it is a fixture whose items have changed")
      }
      invocation.note("\(outcome.rawValue) \(path), " + counted(items.count, "item"))
    }

    private static func compare(_ invocation: Invocation) throws(ToolFailure) {
      guard invocation.operands.count == 3 else { throw .usage("fixture diff takes two DIRs") }
      let credential = try credential(invocation) ?? .passphrase(VaultFixture.defaultPassphrase)
      let old = try absolute(invocation.operands[1], invocation)
      let new = try absolute(invocation.operands[2], invocation)
      let comparison = try invocation.call { () throws(RKeychainError) in
        try VaultFixture.compare(old, with: credential, and: new)
      }
      var text =
        comparison.isSameVault ? "" : "the vaults differ in their keys or their way of naming files\n"
      for item in comparison.items { text += invocation.shown(item.description) + "\n" }
      try invocation.print(Array(text.utf8))
      guard text.isEmpty else {
        throw ToolFailure(
          .conflict,
          counted(comparison.items.count, "item") + " differ" + (comparison.items.count == 1 ? "s" : ""))
      }
    }

    private static func names(_ invocation: Invocation) throws(ToolFailure) -> RVaultNames {
      guard let name = invocation.value(.names) else { return .readable }
      let known = RVaultNames.allCases.first { $0.rawValue.utf8.elementsEqual(name.utf8) }
      guard let known else { throw .usage("--names must be opaque or readable") }
      return known
    }

    private static func credential(_ invocation: Invocation) throws(ToolFailure) -> RVaultCredential? {
      if let path = try invocation.path(.keyFile) { return .keyFile(path) }
      if let path = try invocation.path(.passphraseFile) { return .passphraseFile(path) }
      return nil
    }

    private static func absolute(_ path: String, _ invocation: Invocation) throws(ToolFailure) -> String {
      try invocation.system { () throws(SystemError) in
        try PathText.absolute(path, invocation.environment.files)
      }
    }
  #endif
}
