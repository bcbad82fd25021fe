import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Items that do not open: never absent, never in the way of others, replaced only by name.
extension RKeychainContract {
  static let damageCases: [Case] = [
    Case("R32", "reading a damaged item throws its error and leaves it there") { run in
      try run.damage(run.store.add(run.item("s", "bad")))
      try run.keychain().set("v", forKey: "good")
      for _ in 0..<2 {
        run.expectError(status: -26275) { () throws(RKeychainError) in try run.keychain().data(forKey: "bad")
        }
        run.expectError(status: -26275) { () throws(RKeychainError) in
          try run.keychain().update("w", forKey: "bad")
        }
      }
      run.expect(try run.keychain().string(forKey: "good"), is: "v")
    },
    Case("92", "a rename onto a damaged item's identity replaces it") { run in
      try run.damage(run.store.add(run.item("s", "bad", "old")))
      _ = try run.store.add(run.item("s", "good", "new"))
      _ = try run.store.update(run.query("s", "good"), run.changes { $0.key = .set("bad") })
      run.expect(try run.value(run.query("s", "bad")), is: "new")
      run.expect(try run.keychain().allKeys(), is: ["bad"])
      run.expect(try run.keychain().problems().count, is: 0)
    },
    Case("R33", "setting and adding over a damaged item replace it") { run in
      try run.damage(run.store.add(run.item("s", "set")))
      try run.damage(run.store.add(run.item("s", "add")))
      try run.damage(run.store.add(run.item("s", "other variant", synchronizable: true)))
      try run.damage(run.store.add(run.item("s", "grouped", group: "g")))
      try run.keychain().set("v", forKey: "set")
      _ = try run.store.add(run.item("s", "add", "v"))
      try run.keychain().set("v", forKey: "other variant")
      try run.keychain(group: "g").set("v", forKey: "grouped")
      for key in ["set", "add", "other variant", "grouped"] {
        run.expect(try run.keychain().string(forKey: key), is: "v")
      }
      run.expect(try run.keychain().problems().count, is: 0)
    },
    Case("R42", "setting where one variant is damaged leaves the new value only") { run in
      _ = try run.store.add(run.item("s", "k", synchronizable: false, "local"))
      try run.damage(run.store.add(run.item("s", "k", synchronizable: true, "damaged")))
      run.expectError(status: -26275) { () throws(RKeychainError) in try run.keychain().data(forKey: "k") }
      try run.keychain().set("new", forKey: "k")
      run.expect(try run.keychain().string(forKey: "k"), is: "new")
      run.expect(try run.keychain().items().count, is: 1)
      run.expect(try run.keychain().problems().count, is: 0)
    },
    Case("R22", "listings leave a damaged item out and report it") { run in
      try run.damage(run.store.add(run.item("s", "bad")))
      run.expect(try run.keychain().allKeys(), is: [])
      run.expect(try run.keychain().problems().map(\.error.status), is: [-26275])
      try run.keychain().set("v", forKey: "good")
      let found = try run.store.copyMatching(run.query(), returning: .both, limit: .all)
      run.expect(found.items.map(\.attributes.key), is: ["good"])
      run.expect(found.problems.count, is: 1)
      run.expect(try run.first(run.query()).key, is: "good")
    },
    Case("R23", "a damaged item is removed by name, and by nothing less") { run in
      try run.damage(run.store.add(run.item("s", "bad")))
      try run.keychain().set("v", forKey: "good")
      run.expectError(status: -26275) { () throws(RKeychainError) in try run.keychain().removeAll() }
      run.expectError(status: -26275) { () throws(RKeychainError) in
        try run.store.update(run.query(), run.changes { $0.label = .set("l") })
      }
      run.expect(try run.keychain().items().map(\.label), is: [nil])
      run.expect(try run.keychain().removeItem(forKey: "bad"), is: true)
      run.expect(try run.keychain().removeAll(), is: 1)
    },
    Case("R24", "get or set and add do not take damage for absence") { run in
      try run.damage(run.store.add(run.item("s", "bad")))
      let made = Counter()
      run.expectError(status: -26275) { () throws(RKeychainError) in
        try run.keychain().getOrSet(forKey: "bad") {
          made.increment()
          return "made"
        }
      }
      run.expect(made.value, is: 0)
      run.expectError(status: -26275) { () throws(RKeychainError) in
        try run.keychain().add("new", forKey: "bad")
      }
      run.expect(try run.keychain().problems().count, is: 1)
    },
    Case("R43", "a write by revision does not take damage for another state") { run in
      let item = try run.store.add(run.item("s", "bad"))
      try run.damage(item)
      run.expectError(status: -26275) { () throws(RKeychainError) in
        try run.keychain().set("new", forKey: "bad", ifRevision: item.revision)
      }
      run.expect(try run.keychain().problems().count, is: 1)
    },
    Case("R25", "damage in a later place does not hide an earlier item; damage in an earlier one does") {
      run in
      _ = try run.store.add(run.item("s", "k", "default"))
      try run.damage(run.store.add(run.item("s", "k", group: "g", "v")))
      run.expect(try run.keychain().string(forKey: "k"), is: "default")
      try run.damage(run.store.add(run.item("s", "x", "default")))
      _ = try run.store.add(run.item("s", "x", group: "g", "g"))
      run.expectError(status: -26275) { () throws(RKeychainError) in try run.keychain().data(forKey: "x") }
      run.expect(try run.keychain(group: "g").string(forKey: "x"), is: "g")
      try run.keychain().set("new", forKey: "x")
      run.expect(try run.keychain().string(forKey: "x"), is: "new")
      run.expect(try run.keychain(group: "g").string(forKey: "x"), is: "new")
    },
  ]
}

extension ContractRun {
  fileprivate func damage(_ item: RKeychainAttributes) throws {
    try need(contract.damage, "damage")(store, item)
  }
}
