import Foundation
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault
import Testing

#if os(Linux)
  /// Vaults that may be read and not written: by permissions, and by the mount.
  @Suite("Read-only vaults") struct ReadOnlyTests {
    let files: KeyedVault
    let address: ItemAddress

    init() throws {
      // On a disk: what lies in memory belongs to root wherever it lies.
      files = try KeyedVault(isFast: false)
      let vault = try files.open()
      try vault.put(Names("k"), [1])
      try vault.put(Names("l", service: "t"), [2])
      address = try #require(try vault.find(Names("k").scope, values: false).items.first).address
      _ = try vault.check(repairing: true)
    }

    /// What each way of writing answers.
    private static func attempts(_ vault: Vault) -> [String?] {
      [
        word { () throws(VaultError) in try vault.put(Names("k"), [9]) },
        word { () throws(VaultError) in try vault.put(Names("new", service: "u"), [9]) },
        word { () throws(VaultError) in try vault.remove(Names("k")) },
        word { () throws(VaultError) in
          let transaction = try vault.beginWrite()
          let old = try transaction.find(Names("k").scope, values: false).known().items.first
          _ = try transaction.put(Names("m").attributes(), value: [9], replacing: old, over: [])
          try transaction.commit()
        },
      ]
    }

    private func expectReading(_ vault: Vault) throws {
      #expect(try vault.value(Names("k")) == [1])
      #expect(try vault.value(Names("absent")) == nil)
      #expect(try vault.listing().count == 2)
      let report = try vault.check()
      #expect(report.openedCount == 2 && report.findings.allSatisfy { !$0.isDamage })
    }

    @Test("by permissions are read, and writes say why") func forbidWriting() throws {
      try own(by: 65534, directoryMode: 0o500, fileMode: 0o400)
      let before = try files.lines()
      try OwnThread.runUnprivileged { [self] in
        let vault = try files.open()
        try expectReading(vault)
        #expect(Self.attempts(vault).allSatisfy { $0 == "cannotWrite \(EACCES)" }, "\(Self.attempts(vault))")
      }
      #expect(try files.lines() == before)
      try own(by: geteuid(), directoryMode: 0o700, fileMode: 0o600)
      try expectReading(files.open())
    }

    @Test("by permissions on one directory fail there alone, and reads are no absence") func forbidOne()
      throws
    {
      try own(by: 65534, directoryMode: 0o700, fileMode: 0o600)
      try chmod(address.directory, 0)
      try OwnThread.runUnprivileged { [self] in
        let vault = try files.open()
        #expect(word { () throws(VaultError) in _ = try vault.value(Names("k")) } == "cannotRead \(EACCES)")
        #expect(word { () throws(VaultError) in try vault.put(Names("k"), [9]) } == "cannotRead \(EACCES)")
        #expect(try vault.listing().count == 2)
        #expect(
          try vault.check().findings.contains { $0.kind == .unreadable && $0.path == address.directory })
        try vault.put(Names("l", service: "t"), [3])
        #expect(try vault.value(Names("l", service: "t")) == [3])
      }
      try chmod(address.directory, 0o700)
      #expect(try files.open().value(Names("k")) == [1])
    }

    @Test("with files of strange modes and owners are read, reported and mended")
    func mendModes() throws {
      for (name, mode) in [
        (address.sealedPath, 0o644), (address.sidecarPath, 0o777), (address.directory, 0o755),
        ("items", 0o750), ("vault.header", 0o444), ("slots/00000002.slot", 0o640), (".lock", 0o666),
      ] {
        try chmod(name, mode)
      }
      if geteuid() == 0 {
        try FileManager.default.setAttributes(
          [.ownerAccountID: 65534], ofItemAtPath: files.path + "/" + address.sealedPath)
      }
      let vault = try files.open()
      try expectReading(vault)
      let report = try vault.check(repairing: true)
      #expect(report.findings.map(\.kind) == Array(repeating: .mode, count: 7))
      #expect(try vault.check().findings == [])
      try vault.put(Names("k"), [2])
      #expect(try vault.value(Names("k")) == [2])
      let wrong = try files.lines().filter { line in
        let parts = line.split(separator: " ")
        return parts[1] != (parts.count == 2 ? "700" : "600")
      }
      #expect(wrong == [])
      try chmod("", 0o755)
      #expect(word { () throws(VaultError) in _ = try Vault(path: files.path) } == "unsafePermissions")
    }

    @Test("by the mount are read, and writes say why", arguments: [true, false])
    func mountReadOnly(isReal: Bool) throws {
      let before = try files.lines()
      if isReal {
        let isMounted = try OwnThread.runReadOnly(files.path) { [self] in
          let vault = try files.open()
          try expectReading(vault)
          #expect(Self.attempts(vault).allSatisfy { $0 == "cannotWrite \(EROFS)" }, "\(Self.attempts(vault))")
        }
        // Not everybody may mount; the other case stands for it.
        if !isMounted { return }
      } else {
        let vault = try files.open(ReadOnlyDisk())
        try expectReading(vault)
        #expect(Self.attempts(vault).allSatisfy { $0 == "cannotWrite \(EROFS)" }, "\(Self.attempts(vault))")
      }
      #expect(try files.lines() == before)
    }

    private func chmod(_ name: String, _ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: files.path + "/" + name)
    }

    private func own(by owner: UInt32, directoryMode: Int, fileMode: Int) throws {
      for name in [""] + files.names() {
        let path = files.path + "/" + name
        let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        var attributes: [FileAttributeKey: Any] = [
          .posixPermissions: type == .typeDirectory ? directoryMode : fileMode
        ]
        if geteuid() == 0 { attributes[.ownerAccountID] = Int(owner) }
        try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
      }
      // The way there is open to the owner alone.
      try FileManager.default.setAttributes(
        [.posixPermissions: owner == geteuid() ? 0o700 : 0o755], ofItemAtPath: files.scratch.path)
    }
  }

  /// A disk that is mounted for reading.
  private final class ReadOnlyDisk: SystemCallObserver {
    func willCall(_ event: SystemCallEvent) throws(SystemError) {
      let isOpen = [.open, .openat, .openat2].contains(event.call)
      let isWriting =
        isOpen
        ? event.flags & (O_WRONLY | O_RDWR | O_CREAT) != 0
        : [.mkdirat, .unlinkat, .renameat, .renameat2, .linkat, .fchmod, .fchmodat].contains(event.call)
      if isWriting { throw SystemError(call: event.call, errno: EROFS, path: event.path ?? "") }
    }

    func didCall(_ event: SystemCallEvent, result: Int) {}
  }
#endif
