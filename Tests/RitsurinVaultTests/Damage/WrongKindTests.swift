import Foundation
import RitsurinSystem
import RitsurinVault
import Testing

/// A directory, pipe, socket or device where the vault has a file.
@Suite("Files that are none", .timeLimit(.minutes(2))) struct WrongKindTests {
  enum Thing: CaseIterable { case directory, pipe, socket, device }
  enum Place: CaseIterable {
    case item, sidecar, header, bothHeaders, copy, slot, slots, lock, record, companion, service
  }

  let files: KeyedVault
  let vault: Vault
  let address: ItemAddress

  init() throws {
    files = try KeyedVault()
    vault = try files.open()
    try vault.put(Names("k"), [1])
    try vault.put(Names("l", service: "t"), [2])
    address = try #require(try vault.find(Names("k").scope, values: false).items.first).address
  }

  private func names(_ place: Place) -> [String] {
    switch place {
    case .item: [address.sealedPath]
    case .sidecar: [address.sidecarPath]
    case .header: ["vault.header"]
    case .bothHeaders: ["vault.header", "vault.header.backup"]
    case .copy: ["vault.header.backup"]
    case .slot: ["slots/00000002.slot"]
    case .slots: ["slots"]
    case .lock: [".lock"]
    case .record: [".commit"]
    case .companion: [".gitignore"]
    case .service: [address.serviceDirectory]
    }
  }

  /// Puts the thing there.
  ///
  /// - Returns: false where this process may not make such a thing.
  private func put(_ thing: Thing, at name: String) throws -> Bool {
    let full = files.path + "/" + name
    try? FileManager.default.removeItem(atPath: full)
    switch thing {
    case .directory:
      try FileManager.default.createDirectory(atPath: full, withIntermediateDirectories: false)
    case .pipe: try #require(unsafe mkfifo(full, 0o600) == 0)
    case .device:
      // The terminal of whoever has one: to open it must neither wait nor take it.
      return unsafe mknod(full, S_IFCHR | 0o600, 5 << 8) == 0
    case .socket:
      let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(socket) }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      // A path for a socket is short: it is bound by a link to the directory.
      let short = "/tmp/ritsurin-\(UUID().uuidString.prefix(8))"
      let parent = URL(filePath: full).deletingLastPathComponent().path
      try FileManager.default.createSymbolicLink(atPath: short, withDestinationPath: parent)
      defer { try? FileManager.default.removeItem(atPath: short) }
      let path = short + "/" + URL(filePath: full).lastPathComponent
      try #require(path.utf8.count < 108)
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { buffer in
        unsafe buffer.copyBytes(from: path.utf8)
      }
      let result = unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(result == 0)
    }
    return true
  }

  /// What may come of a call: what it should give, or an error that says what is wrong with which file.
  private static let permitted: Set<String> = [
    "right", "headerDamaged", "wrongCredential", "noUsableSlot",
    "cannotRead \(ENODEV)", "cannotRead \(ENXIO)",
    "cannotRead \(EISDIR)", "cannotRead \(ENOTDIR)", "cannotWrite \(ENODEV)", "cannotWrite \(ENXIO)",
    "cannotWrite \(EISDIR)", "cannotWrite \(ENOTDIR)", "cannotWrite \(EEXIST)",
  ]

  private func answer(_ body: (Vault) throws(VaultError) -> Bool) -> String {
    do throws(VaultError) {
      let vault = try Vault(path: files.path, policy: .quick)
      guard let secret = try? key(hex: Vectors.all.keys.keyFile) else { return "no key" }
      try vault.unlock(with: .key(secret))
      return try body(vault) ? "right" : "wrong"
    } catch {
      return error.word
    }
  }

  @Test("block nothing, and are never absence", arguments: Place.allCases, Thing.allCases)
  func meet(place: Place, thing: Thing) throws {
    if place == .slots || place == .service, thing == .directory { return }
    for name in names(place) { guard try put(thing, at: name) else { return } }
    let isOpenable = place != .bothHeaders && place != .slot && place != .slots
    let damaged = place == .item || place == .service
    let read = answer { (vault) throws(VaultError) in try vault.value(Names("k")) == [1] }
    #expect(Self.permitted.contains(read) && (read == "right") == (isOpenable && !damaged), "\(read)")
    let other = answer { (vault) throws(VaultError) in try vault.value(Names("l", service: "t")) == [2] }
    #expect((other == "right") == isOpenable, "\(other)")
    let listed = answer { (vault) throws(VaultError) in
      let found = try vault.find(.everything, values: true)
      return found.items.count + found.unreadable.count + found.unlisted.count
        == (place == .service ? (found.unlisted.isEmpty ? 1 : 2) : 2)
    }
    #expect((listed == "right") == isOpenable, "\(listed)")
    if isOpenable {
      let report = try files.open().check()
      #expect(report.findings.contains { $0.path == names(place)[0] }, "\(report.findings)")
    }
    let written = answer { (vault) throws(VaultError) in
      try vault.put(Names("l", service: "t"), [3])
      return try vault.value(Names("l", service: "t")) == [3]
    }
    #expect(Self.permitted.contains(written), "\(written)")
    // Neither a lock that is no file nor a record that is none holds up whoever only reads.
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("l", service: "t")) } == nil)
  }
}
