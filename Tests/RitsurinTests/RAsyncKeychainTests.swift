import Foundation
import Ritsurin
import Testing

@Suite struct RAsyncKeychainTests {
  let keychain = RAsyncKeychain(service: "s", store: RInMemoryStore())

  @Test func mirrorsEveryCall() async throws {
    try await keychain.set("text", forKey: "text")
    let revision = try await keychain.set(Data([1]), forKey: "data")
    try await keychain.set([1, 2], forKey: "object")
    #expect(try await keychain.string(forKey: "text") == "text")
    #expect(try await keychain.data(forKey: "data") == Data([1]))
    #expect(try await keychain.object([Int].self, forKey: "object") == [1, 2])
    #expect(try await keychain.allKeys() == ["data", "object", "text"])
    #expect(try await keychain.items().count == 3)
    #expect(try await keychain.problems().isEmpty)
    #expect(try await keychain["text"] == "text")
    #expect(try await keychain[string: "text"] == "text")
    #expect(try await keychain[data: "data"] == Data([1]))
    #expect(try await keychain[attributes: "data"]?.revision == revision)
    #expect(try await keychain.attributes(forKey: "data")?.key == "data")
    #expect(try await keychain.revision(forKey: "data") == revision)
    try await keychain.set(Data([2]), forKey: "data", ifRevision: revision)
    await #expect(throws: RKeychainError.self) {
      try await keychain.set(Data([3]), forKey: "data", ifRevision: revision)
    }
    try await keychain.update("new", forKey: "text")
    await #expect(throws: RKeychainError.self) { try await keychain.add("x", forKey: "text") }
    try await keychain.add("x", forKey: "added")
    #expect(try await keychain.getOrSet(forKey: "added") { "made" } == "x")
    #expect(try await keychain.contains("text"))
    #expect(try await keychain.removeItem(forKey: "text"))
    #expect(try await keychain.removeItem(forKey: "text") == false)
    #expect(try await keychain.removeAll() == 3)
  }

  @Test func throwsTypedErrors() async {
    do {
      try await keychain.update("x", forKey: "absent")
    } catch {
      let typed: RKeychainError = error
      #expect(typed.kind == .itemNotFound)
    }
  }

  @Test @MainActor func neverWorksOnTheCallersThread() async throws {
    let probe = ThreadProbe()
    let keychain = RAsyncKeychain(service: "s", store: probe)
    _ = try await keychain.data(forKey: "k")
    try await keychain.set("v", forKey: "k")
    _ = try await keychain.getOrSet(forKey: "other") { "made" }
    #expect(probe.ranOnMainThread == [false, false, false, false])
  }

  @Test func finishesWhatACancelledTaskStarted() async throws {
    let keychain = keychain
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await keychain.set("v", forKey: "k")
    }
    _ = try await task.value
    #expect(try await keychain.string(forKey: "k") == "v")
  }

  @Test func makesOneValueForManyTasks() async throws {
    let keychain = keychain
    let values = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<64 {
        group.addTask {
          try await keychain.getOrSet(forKey: "k") { () async throws(RKeychainError) -> String in
            await Task.yield()
            return "value \(number)"
          }
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(values.count == 1)
  }
}

/// Notes for each call whether it came on the main thread.
private final class ThreadProbe: RKeychainStore {
  private let inner = RInMemoryStore()
  private let lock = NSLock()
  private nonisolated(unsafe) var notes: [Bool] = []

  var ranOnMainThread: [Bool] { lock.withLock { unsafe notes } }

  private func note() {
    lock.withLock { unsafe notes.append(Thread.isMainThread) }
  }

  func add(_ item: RKeychainNewItem) throws(RKeychainError) -> RKeychainAttributes {
    note()
    return try inner.add(item)
  }

  func copyMatching(
    _ query: RKeychainQuery, returning: RKeychainReturn, limit: RKeychainLimit
  ) throws(RKeychainError) -> RKeychainMatches {
    note()
    return try inner.copyMatching(query, returning: returning, limit: limit)
  }

  func update(
    _ query: RKeychainQuery, _ changes: RKeychainChanges
  ) throws(RKeychainError) -> [RKeychainAttributes] {
    note()
    return try inner.update(query, changes)
  }

  func delete(_ query: RKeychainQuery) throws(RKeychainError) -> Int {
    note()
    return try inner.delete(query)
  }

  func set(
    _ item: RKeychainNewItem, if condition: RKeychainCondition
  ) throws(RKeychainError) -> RKeychainAttributes {
    note()
    return try inner.set(item, if: condition)
  }
}
