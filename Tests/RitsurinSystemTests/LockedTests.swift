import RitsurinSystem
import Testing

struct LockedTests {
  struct Refused: Error, Equatable {}

  @Test func countsWithoutLoss() async {
    let count = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<1000 { count.withLock { $0 += 1 } } } }
    }
    #expect(count.withLock { $0 } == 8000)
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
