import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Conditional writes and races.
extension RKeychainContract {
  static let conditionCases: [Case] = [
    Case("100", "racing writers of one key never see a duplicate") { run in
      let keychain = run.keychain()
      let errors = await withTaskGroup(of: String?.self) { group in
        for number in 0..<24 {
          group.addTask {
            do throws(RKeychainError) {
              try keychain.set("\(number)", forKey: "k")
              return nil
            } catch {
              return "\(error)"
            }
          }
        }
        return await group.reduce(into: []) { $0.append(contentsOf: [$1].compactMap { $0 }) }
      }
      run.expect(errors, is: [])
      run.expect(try run.count(run.query(synchronizable: .any)), is: 1)
    },
    Case("R14", "adding through a keychain happens only if the key is absent in every place and variant") {
      run in
      let keychain = run.keychain()
      let revision = try keychain.add("v", forKey: "k")
      run.expect(try keychain.revision(forKey: "k"), is: revision)
      run.expectError(.duplicateItem) { () throws(RKeychainError) in try keychain.add("w", forKey: "k") }
      try run.keychain(group: "g", synchronizable: true).set("v", forKey: "elsewhere")
      run.expectError(.duplicateItem) { () throws(RKeychainError) in
        try keychain.add("w", forKey: "elsewhere")
      }
      run.expect(try keychain.string(forKey: "k"), is: "v")
    },
    Case("R15", "updating through a keychain happens only if the key is present") { run in
      run.expectError(.itemNotFound) { () throws(RKeychainError) in
        try run.keychain().update("v", forKey: "k")
      }
      run.expect(try run.keychain().contains("k"), is: false)
      try run.keychain().set("v", forKey: "k")
      try run.keychain().update("w", forKey: "k")
      run.expect(try run.keychain().string(forKey: "k"), is: "w")
    },
    Case("R16", "a stale revision is a conflict that tells the current one") { run in
      let keychain = run.keychain()
      let first = try keychain.set("1", forKey: "k")
      let second = try keychain.set("2", forKey: "k", ifRevision: first)
      run.expect(second != first, "a change gives a new revision")
      let conflict = run.expectError(status: -25317, kind: .conflict) { () throws(RKeychainError) in
        try keychain.set("3", forKey: "k", ifRevision: first)
      }
      run.expect(conflict?.currentRevision, is: second)
      run.expect(try keychain.string(forKey: "k"), is: "2")
      run.expect(try keychain.set("2", forKey: "k", ifRevision: second), is: second)
      try keychain.removeItem(forKey: "k")
      let gone = run.expectError(status: -25317, kind: .conflict) { () throws(RKeychainError) in
        try keychain.set("3", forKey: "k", ifRevision: second)
      }
      run.expect(gone?.currentRevision, is: nil)
      run.expect(try keychain.contains("k"), is: false)
    },
    Case("R17", "a write by revision leaves other places and variants alone") { run in
      _ = try run.store.add(run.item("s", "k", "default"))
      _ = try run.store.add(run.item("s", "k", group: "g", "g"))
      let keychain = run.keychain()
      let revision = try run.first(run.query("s", "k")).revision
      run.expect(try keychain.revision(forKey: "k"), is: revision)
      try keychain.set("new", forKey: "k", ifRevision: revision)
      run.expect(try keychain.string(forKey: "k"), is: "new")
      run.expect(try run.keychain(group: "g").string(forKey: "k"), is: "g")
    },
    Case("R18", "get or set makes a value once and keeps an existing one") { run in
      let keychain = run.keychain()
      let made = Counter()
      for _ in 0..<3 {
        let value = try keychain.getOrSet(forKey: "k") {
          made.increment()
          return "made"
        }
        run.expect(value, is: "made")
      }
      run.expect(made.value, is: 1)
      try keychain.set("", forKey: "empty")
      run.expect(try keychain.getOrSet(forKey: "empty") { "made" }, is: "")
    },
    Case("R19", "racing callers of get or set agree") { run in
      let keychain = run.keychain()
      let values = try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<24 {
          group.addTask { try keychain.getOrSet(forKey: "k") { "value \(number)" } }
        }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      run.expect(values.count, is: 1)
      run.expect(try keychain.string(forKey: "k"), is: values.first)
    },
    Case("R41", "get or set yields to a writer that was faster") { run in
      let keychain = run.keychain()
      let value = try keychain.getOrSet(forKey: "k") { () throws(RKeychainError) -> String in
        try keychain.set("faster", forKey: "k")
        return "slower"
      }
      run.expect(value, is: "faster")
      run.expect(try keychain.string(forKey: "k"), is: "faster")
    },
    Case("R20", "racing writers by revision lose nothing") { run in
      let keychain = run.keychain()
      try keychain.set(0, forKey: "count")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            while true {
              guard let revision = try keychain.revision(forKey: "count"),
                let count = try keychain.object(Int.self, forKey: "count")
              else { throw RKeychainError(.internal, message: "the count is gone") }
              do throws(RKeychainError) {
                try keychain.set(count + 1, forKey: "count", ifRevision: revision)
                return
              } catch {
                if error.kind != .conflict { throw error }
              }
            }
          }
        }
        try await group.waitForAll()
      }
      run.expect(try keychain.object(Int.self, forKey: "count"), is: 8)
    },
    Case("R21", "racing renames move an item once") { run in
      _ = try run.store.add(run.item("s", "from"))
      let store = run.store
      let winners = await withTaskGroup(of: Int.self) { group in
        for number in 0..<12 {
          group.addTask {
            var changes = RKeychainChanges()
            changes.key = .set("to \(number)")
            let moved = try? store.update(RKeychainQuery(service: "s", key: "from"), changes)
            return moved?.count ?? 0
          }
        }
        return await group.reduce(0, +)
      }
      run.expect(winners, is: 1)
      run.expect(try run.count(run.query("s", synchronizable: .any)), is: 1)
    },
  ]
}
