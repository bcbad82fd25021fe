import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault
import Testing

@Suite("An interrupted rekey") struct InterruptedRekeyTests {
  /// How a rekey ends before its end.
  enum Interruption: CaseIterable {
    /// One call fails, and what follows it is tried.
    case failure
    /// No call is made any more, as in a process that was killed.
    case death
  }

  /// Fails one call, or all from one on, and counts.
  private final class Interrupter: SystemCallObserver {
    private struct State: Sendable {
      var seen = 0
      var isArmed = false
      var failed: SystemCall?
    }
    private let state = Locked(State())
    private let index: Int
    private let interruption: Interruption
    private let code: Int32

    init(at index: Int, _ interruption: Interruption, code: Int32 = EIO) {
      self.index = index
      self.interruption = interruption
      self.code = code
    }

    var failed: SystemCall? { state.withLock { $0.failed } }

    /// Counts from now on.
    func arm() { state.withLock { $0.isArmed = true } }

    func willCall(_ event: SystemCallEvent) throws(SystemError) {
      let isFailing = state.withLock { state in
        guard state.isArmed else { return false }
        defer { state.seen += 1 }
        let isFailing = interruption == .failure ? state.seen == index : state.seen >= index
        if isFailing, state.failed == nil { state.failed = event.call }
        return isFailing
      }
      if isFailing { throw SystemError(call: event.call, errno: code, path: event.path ?? "") }
    }

    func didCall(_ event: SystemCallEvent, result: Int) {}
  }

  enum Change: CaseIterable { case rekey, finish, add, remove }

  static let added = Array("added".utf8)

  /// A vault to be changed, half rekeyed where that is to be finished.
  static func prepared(_ change: Change) throws -> OwnedVault {
    let files = try OwnedVault()
    guard change == .finish else { return files }
    // Killed in the midst of its items.
    let script = Interrupter(at: 150, .death)
    let vault = try files.open(script)
    let plan = try vault.planRekey()
    script.arm()
    #expect(word { () throws(VaultError) in _ = try vault.rekey(plan, created: OwnedVault.time) } != nil)
    #expect(try files.open().isRekeyUnfinished)
    return files
  }

  static func run(_ change: Change, _ vault: Vault, _ files: OwnedVault) throws(VaultError) {
    switch change {
    case .rekey: _ = try vault.rekey(vault.planRekey(), created: OwnedVault.time)
    case .finish: _ = try vault.finishRekey()
    case .add:
      let secret = try mapped { () throws(CryptoError) in
        try SecretBytes(copying: unsafe added.span.bytes)
      }
      _ = try vault.addSlot(
        NewSlot(.passphrase(secret, cost: .least), label: ""), role: .owner, created: OwnedVault.time)
    case .remove:
      for slot in try vault.slots() where slot.slot?.kind.isPassphrase == true {
        try vault.removeSlot(slot.id)
      }
    }
  }

  /// What must hold whatever was done so far, and no call before it failed for good.
  private static func expectWhole(_ files: OwnedVault, _ what: String) throws {
    let vault = try files.open()
    #expect(vault.isOwner, "\(what)")
    #expect(try OwnedVault.problems(vault) == [], "\(what)")
    // Whoever was not told that it ended opens it, or is told that his credential is wrong; nothing else.
    _ = try files.opens(files.passphrase)
    #expect(try files.opens(files.identity), "\(what)")
  }

  @Test("loses nothing, and goes on from there", arguments: Change.allCases, Interruption.allCases)
  func interrupt(change: Change, interruption: Interruption) throws {
    // Primes, so that calls of every kind come up.
    let step = LongTests.areWanted ? 1 : change == .add || change == .remove ? 7 : 97
    let codes = [EIO, ENOSPC, EMFILE, EACCES]
    var index = 0
    while true {
      let files = try Self.prepared(change)
      let observer = Interrupter(
        at: index, interruption, code: interruption == .death ? EIO : codes[index / step % codes.count])
      let vault = try files.open(observer)
      observer.arm()
      let answer = word { () throws(VaultError) in try Self.run(change, vault, files) }
      guard let call = observer.failed else {
        #expect(answer == nil)
        break
      }
      let what = "\(change), \(interruption) of \(call) at \(index): \(answer ?? "done")"
      #expect(answer == nil || answer?.hasPrefix("cannot") == true, "\(what)")
      try Self.expectWhole(files, what)
      // Somebody else goes on.
      let other = try files.open()
      let outcome = try other.finishRekey()
      #expect(outcome.isFinished && outcome.held.isEmpty && outcome.left.isEmpty, "\(what)")
      try Self.run(change, other, files)
      try Self.expectEnd(change, files, other, what)
      index += step
    }
    #expect(index > (change == .add || change == .remove ? 10 : 100))
  }

  private static func expectEnd(
    _ change: Change, _ files: OwnedVault, _ vault: Vault, _ what: String
  ) throws {
    #expect(try OwnedVault.problems(files.open()) == [], "\(what)")
    #expect(try OwnedVault.keys(vault).count == 1, "\(what)")
    #expect(try files.isTidy(), "\(what)")
    #expect(!vault.isRekeyUnfinished, "\(what)")
    switch change {
    case .rekey, .finish, .remove: #expect(try !files.opens(files.passphrase), "\(what)")
    case .add:
      #expect(try files.opens(.passphrase(OwnedVault.secret("added"))), "\(what)")
      #expect(try files.opens(files.passphrase), "\(what)")
    }
    // What a death at the beginning left is cleared by the next rekey; nothing else may be left.
    if change == .rekey || change == .finish {
      #expect(try vault.slots().allSatisfy { $0.standing == .current }, "\(what)")
      #expect(files.slotCount() == 2, "\(what)")
    }
  }

  @Test("has a copy of the header that is behind, and stale slots") func resumeFromTheCopy() throws {
    let files = try OwnedVault()
    let before = try Data(contentsOf: URL(filePath: files.path + "/vault.header"))
    let slots = files.scratch.path("slots")
    try FileManager.default.copyItem(atPath: files.path + "/slots", toPath: slots)
    let vault = try files.open()
    _ = try vault.rekey(vault.planRekey(), created: OwnedVault.time)
    // A finished one, whose copy and whose old slots a sync tool brought back.
    for name in try FileManager.default.contentsOfDirectory(atPath: slots) {
      try FileManager.default.copyItem(
        atPath: slots + "/" + name, toPath: files.path + "/slots/" + name)
    }
    try before.write(to: URL(filePath: files.path + "/vault.header.backup"))
    #expect(try !files.opens(files.passphrase))
    #expect(try files.open().slots().count { $0.standing == .retired } == 3)
    _ = try vault.rekey(vault.planRekey(), created: OwnedVault.time)
    #expect(try files.open().slots().map(\.standing) == [.current, .current])
    #expect(try files.isTidy())
  }
}
