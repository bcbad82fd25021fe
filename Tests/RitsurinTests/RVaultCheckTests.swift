import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport
import Testing

@Suite struct RVaultCheckTests {
  private let scratch: ScratchDirectory
  private let vault: RVault
  private let sealed: String

  init() throws {
    scratch = try ScratchDirectory()
    let path = scratch.path("v.vault")
    vault = try RVault.create(
      at: path, credentials: [.newKeyFile(path + ".key")],
      environment: RVaultEnvironment(["HOME": scratch.path]), files: FileSystem(isDurable: false))
    for key in ["a", "b"] {
      _ = try vault.set(RKeychainNewItem(service: "s", key: key, value: Data("sentinel-\(key)".utf8)))
    }
    let item = try vault.copyMatching(RKeychainQuery(service: "s", key: "a"), returning: .attributes)
    sealed = try vault.sealedPath(of: #require(item.items.first).attributes)
  }

  private func url(_ name: String) -> URL { URL(filePath: vault.path + "/" + name) }

  private func words(_ report: RVaultCheckReport) -> [String] { report.findings.map(\.kind).sorted() }

  @Test func findsNothingInASoundVault() throws {
    let report = try vault.check()
    #expect(report.findings.isEmpty && !report.hasDamage)
    #expect(report.itemCount == 2 && report.openedCount == 2)
    let keyless = try RVault(at: vault.path).check()
    #expect(keyless.findings.isEmpty && keyless.itemCount == 2 && keyless.openedCount == 0)
  }

  @Test(arguments: [0, 100, 250]) func findsDamageWithAKey(at offset: Int) throws {
    var bytes = try Data(contentsOf: url(sealed))
    bytes[offset] ^= 1
    try bytes.write(to: url(sealed))
    let report = try vault.check(repairing: true)
    #expect(report.hasDamage && report.openedCount == 1)
    // Nothing that does not open is touched.
    #expect(try Data(contentsOf: url(sealed)) == bytes)
    #expect(try vault.check().hasDamage)
  }

  @Test func findsAccidentsWithoutAKey() throws {
    var bytes = try Data(contentsOf: url(sealed))
    bytes[250] ^= 1
    try bytes.write(to: url(sealed))
    #expect(words(try RVault(at: vault.path).check()) == ["digestMismatch"])
    try bytes.dropLast(1).write(to: url(sealed))
    #expect(words(try RVault(at: vault.path).check()).contains("truncated"))
  }

  @Test func mendsWhatLosesNothing() throws {
    let sidecar = String(sealed.dropLast(7)) + ".meta"
    try FileManager.default.removeItem(at: url(sidecar))
    try FileManager.default.removeItem(at: url("vault.header"))
    try Data("x".utf8).write(to: url(".tmp-0123456789abcdef"))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url(sealed).path)
    #expect(
      words(try vault.check(repairing: true)) == ["headerMissing", "leftOver", "mode", "sidecarMissing"])
    #expect(try vault.check().findings.isEmpty)
    #expect(try vault.copyMatching(RKeychainQuery(service: "s", key: "a")).items.count == 1)
  }

  @Test func leavesForeignFilesAlone() throws {
    let copy = String(sealed.dropLast(7)) + ".sync-conflict-20260101-000000-ABCDEFG.sealed"
    try FileManager.default.copyItem(at: url(sealed), to: url(copy))
    try Data("x".utf8).write(to: url("items/.DS_Store"))
    #expect(words(try vault.check(repairing: true)) == ["conflictCopy", "foreign"])
    #expect(words(try vault.check()) == ["conflictCopy", "foreign"])
  }
}
