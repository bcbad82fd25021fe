import RitsurinSystem
import Testing

struct LockedTests {
  struct Refused: Error, Equatable {}

  final class Counter: Sendable {
    let count = Locked(0)
  }

  @Test func countsWithoutLoss() async {
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<1000 { counter.count.withLock { $0 += 1 } } } }
    }
    #expect(counter.count.withLock { $0 } == 8000)
  }

  @Test func passesErrorsOnAndStaysUsable() {
    let value = Locked("a")
    #expect(throws: Refused()) {
      try value.withLock { (value) throws(Refused) in
        value = "b"
        throw Refused()
      }
    }
    #expect(value.withLock { $0 } == "b")
  }
}
