import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault
import Testing

/// A vault in the work tree of a git that is at work.
@Suite("Git work trees") struct GitTests {
  let files: KeyedVault
  let lock: String

  init() throws {
    files = try KeyedVault()
    lock = files.scratch.path(".git/index.lock")
    try FileManager.default.createDirectory(
      atPath: files.scratch.path(".git"), withIntermediateDirectories: false)
    try Data("ref: refs/heads/main\n".utf8).write(to: URL(filePath: files.scratch.path(".git/HEAD")))
    try files.open().put(Names("k"), [1])
    try Data().write(to: URL(filePath: lock))
  }

  @Test("delay absence and listings, and nothing else") func delay() throws {
    let vault = try files.open()
    #expect(try vault.value(Names("k")) == [1])
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("l")) } == "cannotRead \(EBUSY)")
    #expect(word { () throws(VaultError) in _ = try vault.listing() } == "cannotRead \(EBUSY)")
    #expect(word { () throws(VaultError) in try vault.put(Names("l"), [2]) } == "cannotRead \(EBUSY)")
    try FileManager.default.removeItem(atPath: lock)
    #expect(try vault.value(Names("l")) == nil)
    #expect(try vault.listing().count == 1)
    try vault.put(Names("l"), [2])
  }

  @Test("whose lock is left over delay nothing") func passLeftOver() throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -120)], ofItemAtPath: lock)
    let vault = try files.open()
    #expect(try vault.value(Names("l")) == nil)
    #expect(try vault.listing().count == 1)
  }

  @Test("give back what they took away while it is looked for", arguments: [true, false])
  func wait(isListing: Bool) throws {
    let vault = try files.open()
    let path = try #require(try vault.find(Names("k").scope, values: false).items.first).address.sealedPath
    let bytes = try files.read(path)
    try files.remove(path)
    let looks = Once(times: 4)
    let files = files
    let lock = lock
    let script = CallScript(before: { event in
      guard event.path == lock, !looks.take() else { return }
      try? files.write(bytes, to: path)
      try? FileManager.default.removeItem(atPath: lock)
    })
    let patient = try files.open(script, policy: ReadPolicy.quick)
    if isListing {
      #expect(try patient.listing().count == 1)
    } else {
      #expect(try patient.value(Names("k")) == [1])
    }
  }

  @Test("that begin their work meanwhile are noticed") func noticeBeginning() throws {
    try FileManager.default.removeItem(atPath: lock)
    let looks = Once()
    let lock = lock
    // After the first look at the lock.
    let script = CallScript(after: { record in
      guard record.event.path == lock, looks.take() else { return }
      try? Data().write(to: URL(filePath: lock))
    })
    let vault = try files.open(script)
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("l")) } == "cannotRead \(EBUSY)")
  }

  @Test("may be writing the header") func waitForHeader() throws {
    let header = try files.read("vault.header")
    try files.write(Array(header.prefix(50)), to: "vault.header")
    try files.remove("vault.header.backup")
    let readings = Once(times: 2)
    let files = files
    let script = CallScript(before: { event in
      guard event.call == .openat2, event.path == "vault.header", !readings.take() else { return }
      try? files.write(header, to: "vault.header")
    })
    #expect(try files.open(script).value(Names("k")) == [1])
  }
}
