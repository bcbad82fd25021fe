import Foundation
import RitsurinFormat
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault
import Testing

/// Others read and write while somebody rekeys; each has a handle, and so a lock, of its own, as a process has.
@Suite("A rekey beside others", .timeLimit(.minutes(10))) struct RekeyRaceTests {
  private static let rekeys = LongTests.areWanted ? 40 : 4
  private static let workers = 3

  /// What the others do until the rekeys are over; what went wrong.
  private static func work(
    _ vault: Vault, _ number: Int, _ rounds: borrowing Locked<[Int]>, until isOver: borrowing Locked<Bool>
  ) -> [String] {
    defer { rounds.withLock { $0[number] = .max } }
    let own = Names("own \(number)", service: "w")
    var count: UInt8 = 0
    do throws(VaultError) {
      while !isOver.withLock({ $0 }) || count < 3 {
        count &+= 1
        rounds.withLock { $0[number] += 1 }
        try vault.put(own, [count])
        guard try vault.value(own) == [count] else { return ["a written item is another"] }
        let problems = try OwnedVault.problems(vault)
        guard problems.isEmpty else { return problems }
        let found = try vault.find(.everything, values: true)
        guard found.items.count >= OwnedVault.items.count + 1, found.unreadable.isEmpty,
          found.unlisted.isEmpty
        else {
          return ["a listing lacks something: \(found.items.count), \(found.unreadable.map(\.error.word))"]
        }
        for item in found.items where try vault.value(of: item) == nil { return ["a listed item is gone"] }
      }
      return []
    } catch {
      return [error.word]
    }
  }

  /// Rekeys again and again; a reader follows a header three times, so nobody's round meets two of them.
  private static func rekey(_ files: OwnedVault, _ rounds: borrowing Locked<[Int]>) -> [String] {
    var problems: [String] = []
    do throws(VaultError) {
      let vault = try files.open()
      for _ in 0..<rekeys {
        let outcome = try vault.rekey(vault.planRekey(), created: OwnedVault.time)
        if !outcome.isFinished { problems.append("held up: \(outcome.held.map(\.word))") }
        let before = rounds.withLock { $0 }
        while rounds.withLock({ zip($0, before).contains { $0 != .max && $0 <= $1 } }) { sched_yield() }
      }
    } catch {
      problems.append("the rekey: \(error.word)")
    }
    return problems
  }

  @Test("takes no item from them, and none of theirs is lost") func race() throws {
    let files = try OwnedVault()
    let isOver = Locked(false)
    let collected = Locked<[String]>([])
    let rounds = Locked([Int](repeating: 0, count: Self.workers))
    let group = DispatchGroup()
    for (number, vault) in try (0..<Self.workers).map({ _ in try files.open() }).enumerated() {
      group.enter()
      Thread.detachNewThread {
        let problems = Self.work(vault, number, rounds, until: isOver)
        collected.withLock { $0 += problems }
        group.leave()
      }
    }
    let own = Self.rekey(files, rounds)
    isOver.withLock { $0 = true }
    group.wait()
    let problems = own + collected.withLock { $0 }
    #expect(problems == [])
    let vault = try files.open()
    #expect(try OwnedVault.problems(vault) == [])
    #expect(try OwnedVault.keys(vault).count == 1)
    #expect(vault.header.retired.count == Self.rekeys && !vault.isRekeyUnfinished)
    #expect(try vault.find(.everything, values: false).items.count == OwnedVault.items.count + Self.workers)
  }

  @Test("is followed although the next one has ended its slots by then") func followTwo() throws {
    let files = try OwnedVault()
    let rekeyer = try files.open()
    let isDone = Locked(false)
    let script = CallScript(before: { event in
      guard event.path?.hasSuffix("slots") == true, !isDone.withLock({ $0 }) else { return }
      isDone.withLock { $0 = true }
      _ = try? rekeyer.rekey(rekeyer.planRekey(), created: OwnedVault.time)
    })
    isDone.withLock { $0 = true }
    let vault = try files.open(script)
    _ = try rekeyer.rekey(rekeyer.planRekey(), created: OwnedVault.time)
    isDone.withLock { $0 = false }
    #expect(try vault.value(Names("absent")) == nil)
    #expect(isDone.withLock { $0 } && vault.header.retired.count == 2)
    #expect(try OwnedVault.problems(vault) == [])
  }

  @Test("finds one of two at work, and the other begins anew") func twoRekeys() throws {
    let files = try OwnedVault()
    let (one, two) = (try files.open(), try files.open())
    let plan = try two.planRekey()
    _ = try one.rekey(one.planRekey(), created: OwnedVault.time)
    #expect(
      word { () throws(VaultError) in _ = try two.rekey(plan, created: OwnedVault.time) } == "slotsChanged")
    #expect(try two.rekey(two.planRekey(), created: OwnedVault.time).isFinished)
    #expect(try OwnedVault.problems(one) == [] && OwnedVault.keys(one).count == 1)
  }
}
