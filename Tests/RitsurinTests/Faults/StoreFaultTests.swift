import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport
import Testing

/// Every system call of every call of a store fails in turn, with every error it can plausibly give.
///
/// Then only the documented kinds come out, nothing that is there looks absent, every item has its value from
/// before or after, no descriptor stays open, and the next write succeeds.
@Suite struct StoreFaultTests {
  /// What a failing system makes of a call; ``RKeychainStore`` documents these.
  static let documentedKinds: Set<RKeychainError.Kind> = [
    .cannotRead, .cannotWrite, .diskFull, .ioError, .outOfMemory, .lockingUnsupported, .notAVault,
  ]

  /// What a read may throw: nothing that speaks of writing.
  static let documentedKindsOfReads: Set<RKeychainError.Kind> = [.cannotRead, .notAVault]

  private static func attempt(
    _ operation: FaultOperation, _ vault: FaultVault, _ fault: FaultDisk.Fault? = nil
  ) -> Result<FaultOperation.Answer, RKeychainError> {
    vault.disk.watch(fault) {
      do throws(RKeychainError) { return .success(try operation.run(vault)) } catch { return .failure(error) }
    }
  }

  /// Every fault that can be put into the last calls of a disk.
  ///
  /// Without `LongTests` only one for each call, in turn, and only for the first of those that are alike.
  private static func faults(_ disk: FaultDisk) -> [FaultDisk.Fault] {
    var faults: [FaultDisk.Fault] = []
    var turn: [SystemCall: Int] = [:]
    var seen: Set<String> = []
    for (index, (event, signature)) in zip(disk.events, disk.signatures).enumerated() {
      let single = event.plausibleErrors.map { FaultDisk.Fault(index: index, errno: $0) }
      let lasting = [EIO, ENOSPC, EMFILE].filter(event.plausibleErrors.contains)
        .map { FaultDisk.Fault(index: index, errno: $0, isLasting: true) }
      let all = single + lasting
      if all.isEmpty { continue }
      if LongTests.areWanted {
        faults += all
      } else if seen.insert(signature).inserted {
        faults.append(all[turn[event.call, default: 0] % all.count])
        turn[event.call, default: 0] += 1
      }
    }
    return faults
  }

  private func checkKind(_ error: RKeychainError, _ fault: FaultDisk.Fault, isRead: Bool, _ what: Comment) {
    let kinds = isRead ? Self.documentedKindsOfReads : Self.documentedKinds
    #expect(kinds.contains(error.kind), what)
    #expect(fault.errno != EINTR, what)
    #expect(error.errno == fault.errno || error.kind == .notAVault, what)
    switch fault.errno {
    case EIO: #expect(error.status == -36, what)
    case ENOMEM: #expect(error.status == -108, what)
    case ENOSPC, EDQUOT: #expect(error.kind == .diskFull && error.status == -34, what)
    case ENOTDIR: break
    default: #expect([-25291, -25292].contains(error.status), what)
    }
  }

  private func comment(_ operation: FaultOperation, _ fault: FaultDisk.Fault, _ vault: FaultVault) -> Comment
  {
    let event = vault.disk.events.indices.contains(fault.index) ? vault.disk.events[fault.index] : nil
    let errno = String(describing: SystemError(call: .open, errno: fault.errno, path: ""))
    return """
      \(operation.testDescription), call \(fault.index), \(event?.call.rawValue ?? "-") \
      \(event?.path ?? ""), \(errno)\(fault.isLasting ? ", lasting" : "")
      """
  }

  @Test(arguments: FaultOperation.reads) func readsNeverTakeAFailureForAbsence(_ operation: FaultOperation)
    throws
  {
    let vault = try FaultVault()
    var all = try vault.contents()
    let expected = Self.attempt(operation, vault)
    if case .success(let answer) = expected { all.formUnion(answer.lines) }
    let faults = Self.faults(vault.disk)
    try #require(!faults.isEmpty)
    for fault in faults {
      let answer = Self.attempt(operation, vault, fault)
      let what = comment(operation, fault, vault)
      switch (answer, expected) {
      case (.success(let answer), .success(let expected)):
        // A listing may leave out what it reports: an item, or all that lies below a directory.
        let missing = Set(expected.lines).subtracting(answer.lines)
        #expect(Set(answer.lines).isSubset(of: answer.problemCount == 0 ? Set(expected.lines) : all), what)
        #expect(missing.isEmpty || answer.problemCount > 0, what)
        #expect(fault.errno != EINTR || answer == expected, what)
      case (.failure(let error), .failure(let expected)) where error.kind == expected.kind: break
      case (.failure(let error), _): checkKind(error, fault, isRead: true, "\(what): \(error)")
      // Something could not be opened, so that it is not proven that nothing matches.
      case (.success(let answer), .failure): #expect(answer.lines.isEmpty && answer.problemCount > 0, what)
      }
      #expect(vault.disk.openDescriptors.isEmpty, what)
    }
    #expect(Self.attempt(operation, vault).lines == expected.lines)
  }

  @Test(arguments: FaultOperation.writes) func writesLeaveTheOldOrTheNew(_ operation: FaultOperation) throws {
    try check(operation, template: FaultVault())
  }

  @Test func manyAtOnceLeaveTheOldOrTheNew() throws {
    try check(FaultOperation.bulk, template: FaultVault())
  }

  @Test func theFirstDeviceItemMakesItsKeyOrNothing() throws {
    let operation = try #require(FaultOperation.writes.first { $0.testDescription == "add a device item" })
    try check(operation, template: FaultVault(withDeviceKey: false))
  }

  /// A template in which a writer died after its commit point, with files left over.
  @Test func recoveryLeavesTheOldOrTheNew() throws {
    let template = try FaultVault()
    let rename = try #require(FaultOperation.writes.first { $0.testDescription == "rename" })
    let rehearsal = try FaultVault(copying: template)
    _ = Self.attempt(rename, rehearsal)
    let point = try #require(
      rehearsal.disk.events.firstIndex { $0.call == .renameat && $0.newPath == ".commit" })
    _ = Self.attempt(rename, template, FaultDisk.Fault(index: point + 1, errno: EIO, isLasting: true))
    try #require(FileManager.default.fileExists(atPath: template.path + "/.commit"))
    let add = try #require(FaultOperation.writes.first { $0.testDescription == "add" })
    try check(add, template: template)
  }

  /// Either there is a vault, which opens with what was to open it, or there is none, and it can be made.
  @Test func creatingLeavesAVaultOrNone() throws {
    func create(_ place: ScratchDirectory, _ disk: FaultDisk) -> Result<RVault, RKeychainError> {
      disk.watch { () in
        do throws(RKeychainError) {
          return .success(
            try RVault.create(
              at: place.path("deep/test.vault"), credentials: [.newKeyFile(place.path("test.key"))],
              environment: RVaultEnvironment(["HOME": place.path("home")]), files: FileSystem(observer: disk),
              policy: FaultVault.policy))
        } catch {
          return .failure(error)
        }
      }
    }
    let rehearsal = FaultDisk()
    _ = try create(ScratchDirectory(isInMemory: true), rehearsal).get()
    for fault in Self.faults(rehearsal) {
      let place = try ScratchDirectory(isInMemory: true)
      defer { withExtendedLifetime(place) {} }
      let disk = FaultDisk()
      disk.prepare(fault)
      let result = create(place, disk)
      let what: Comment = """
        call \(fault.index), \(disk.signatures[fault.index]), \(fault.errno)\(fault.isLasting ? ", lasting" : "")
        """
      if case .failure(let error) = result { checkKind(error, fault, isRead: false, "\(what): \(error)") }
      let path = place.path("deep/test.vault")
      var vault: RVault
      do {
        vault = try RVault(
          at: path, environment: RVaultEnvironment(["HOME": place.path("home")]), files: FileSystem(),
          policy: FaultVault.policy)
        try vault.unlock(with: .keyFile(place.path("test.key")))
      } catch {
        #expect([.noSuchVault, .notAVault].contains(error.kind), "\(what): \(error)")
        if case .success = result { Issue.record("\(what): \(error)") }
        // Where even the cleaning up failed its key file stays, and another name must do.
        if fault.isLasting { try? FileManager.default.removeItem(atPath: place.path("test.key")) }
        vault = try create(place, FaultDisk()).get()
      }
      _ = try vault.add(FaultVault.item("s", "k"))
    }
  }

  private func check(_ operation: FaultOperation, template: FaultVault) throws {
    let before = try template.contents()
    let rehearsal = try FaultVault(copying: template)
    _ = try Self.attempt(operation, rehearsal).get()
    let faults = Self.faults(rehearsal.disk)
    let after = try rehearsal.contents()
    // What an unfinished change of an earlier writer still owes is done by the next one, whatever it wants.
    let probe = FaultVault.item("probe", "probe")
    let settled = try FaultVault(copying: template)
    _ = try settled.vault.add(probe)
    let untouched = try settled.contents()
    _ = try rehearsal.vault.add(probe)
    let done = try rehearsal.contents()
    for fault in faults {
      let vault = try FaultVault(copying: template)
      let answer = Self.attempt(operation, vault, fault)
      let what = comment(operation, fault, vault)
      if case .failure(let error) = answer { checkKind(error, fault, isRead: false, "\(what): \(error)") }
      #expect(vault.disk.openDescriptors.isEmpty, what)
      let seen = try vault.contents()
      #expect(seen.isSubset(of: before.union(after)), what)
      #expect(
        FaultVault.values(seen).isSuperset(
          of: FaultVault.values(before).intersection(FaultVault.values(after))), what)
      // The same handle goes on.
      do { _ = try vault.vault.add(probe) } catch { Issue.record("\(what): the next write: \(error)") }
      let final = try vault.contents()
      if case .success = answer {
        #expect(final == done, what)
      } else {
        #expect(final == done || final == untouched, what)
      }
    }
  }
}

extension Result where Success == FaultOperation.Answer {
  fileprivate var lines: [String] { (try? get().lines) ?? [] }
}
