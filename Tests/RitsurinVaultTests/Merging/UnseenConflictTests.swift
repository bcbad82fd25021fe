import Foundation
import RitsurinSystem
import RitsurinVault
import Testing

/// Copies in places that cannot be looked at.
@Suite("Conflicts that cannot be looked at") struct UnseenConflictTests {
  private let files: KeyedVault
  private let vault: Vault
  private let address: ItemAddress

  init() throws {
    files = try KeyedVault()
    vault = try files.open()
    try vault.put(Names("k"), [1])
    address = try #require(try vault.find(Names("k").scope, values: false).items.first).address
    try files.write(files.read(address.sealedPath), to: "items/copy")
  }

  /// Fails every call on one name.
  private final class Obstacle: SystemCallObserver {
    let name: String
    let code: Int32

    init(_ name: String, _ code: Int32) { (self.name, self.code) = (name, code) }

    func willCall(_ event: SystemCallEvent) throws(SystemError) {
      guard let path = event.path, path == name || path.hasSuffix("/" + name) else { return }
      switch event.call {
      case .open, .openat, .openat2: throw SystemError(call: event.call, errno: code, path: path)
      default: return
      }
    }

    func didCall(_ event: SystemCallEvent, result: Int) {}
  }

  private func conflicts(_ name: String, _ code: Int32) throws -> [String] {
    try files.open(Obstacle(name, code)).conflictFiles().map { file in
      let line = file.path + " " + (file.unread?.word ?? "read")
      #expect((file.unread == nil) == (file.copy != nil))
      return line
    }
  }

  @Test("are listed for a foreign directory, and do not hide others", arguments: [EACCES, EIO])
  func listUnlisted(code: Int32) throws {
    try files.write([1], to: "items/lost+found/x")
    #expect(try conflicts("lost+found", code) == ["items/copy read", "items/lost+found cannotRead \(code)"])
  }

  @Test("are listed for a directory of the vault's own") func listOwn() throws {
    let expected = ["items/copy read", address.directory + " cannotRead \(EACCES)"]
    #expect(try Set(conflicts(address.groupComponent, EACCES)) == Set(expected))
  }

  @Test("are listed for a file that may be one") func listFile() throws {
    #expect(try conflicts("copy", EACCES) == ["items/copy cannotRead \(EACCES)"])
  }

  @Test("end the listing where descriptors or memory have run out", arguments: [EMFILE, ENFILE, ENOMEM])
  func throwExhaustion(code: Int32) throws {
    try files.write([1], to: "items/lost+found/x")
    for name in ["lost+found", "copy"] {
      #expect(
        word { () throws(VaultError) in
          let opened: Vault
          do { opened = try files.open(Obstacle(name, code)) } catch { return }
          _ = try opened.conflictFiles()
        } == "cannotRead \(code)")
    }
  }

  @Test("are listed for names that are not UTF-8") func listNames() throws {
    for directory in ["", "items/", "slots/", address.directory + "/"] {
      let path = files.path + "/" + directory
      let name = (Array(path.utf8) + [0x63, 0x61, 0x66, 0xE9, 0]).map { CChar(bitPattern: $0) }
      let file = unsafe open(name, O_CREAT | O_WRONLY, 0o600)
      try #require(file >= 0)
      close(file)
    }
    let unread = try vault.conflictFiles().filter { $0.unread != nil }
    #expect(unread.map { $0.unread?.word } == Array(repeating: "cannotRead \(EILSEQ)", count: 4))
    #expect(unread.allSatisfy { $0.path.hasSuffix("caf\u{FFFD}") })
    #expect(try vault.foreignEntryCount() == 5)
    #expect(try vault.check().findings.count { $0.kind == .foreign } == 5)
  }

  @Test("are listed for directories that lie too deep") func listDeep() throws {
    let bytes = try files.read("items/copy")
    try files.write(bytes, to: "items/1/2/3/4/5/x")
    try files.write(bytes, to: "items/1/2/3/4/5/6/x")
    let listed = try vault.conflictFiles().map { $0.path + " " + ($0.unread?.word ?? "read") }
    #expect(
      listed == [
        "items/1/2/3/4/5/6 cannotRead \(ENAMETOOLONG)", "items/1/2/3/4/5/x read", "items/copy read",
      ])
  }

  @Test("show no bytes") func showNothing() throws {
    try files.remove(address.sealedPath)
    let file = try #require(try vault.conflictFiles().first)
    let version = try vault.version(files.read("items/copy"), path: "x")
    let merge = ItemMerge(base: nil, ours: version, theirs: version, path: nil)
    for shown in [file, version, version.state, merge] as [Any] {
      var dumped = ""
      dump(shown, to: &dumped)
      #expect(Mirror(reflecting: shown).children.isEmpty)
      #expect("\(shown)".hasSuffix("(redacted)") && !dumped.contains("attributes"))
    }
    #expect(version.item?.value != nil && file.copy != nil && file.copy?.value == nil)
  }
}
