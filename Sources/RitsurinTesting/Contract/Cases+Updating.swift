import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What updating and setting do.
extension RKeychainContract {
  static let updateCases: [Case] = [
    Case("36", "updating a value leaves other items alone") { run in
      _ = try run.store.add(run.item("s", "k1", "1"))
      let other = try run.store.add(run.item("s", "k2", "2"))
      _ = try run.store.update(run.query("s", "k1"), RKeychainChanges(value: Data("new".utf8)))
      run.expect(try run.value(run.query("s", "k1")), is: "new")
      run.expect(try run.value(run.query("s", "k2")), is: "2")
      run.expect(try run.first(run.query("s", "k2")), is: other)
    },
    Case("37", "updating a missing identity is not found") { run in
      run.expectError(.itemNotFound) { () throws(RKeychainError) in
        try run.store.update(run.query("s", "k"), RKeychainChanges(value: Data()))
      }
    },
    Case("38", "a refused update leaves the item as it was") { run in
      let added = try run.store.add(run.item(synchronizable: true))
      let passcode = run.changes {
        $0.accessibility = .set(.whenPasscodeSetThisDeviceOnly)
        $0.value = .set(Data("new".utf8))
      }
      run.expectError(.badParameter) { () throws(RKeychainError) in
        try run.store.update(run.query("s", "k", synchronizable: .yes), passcode)
      }
      run.expect(try run.value(run.query("s", "k", synchronizable: .yes)), is: "v")
      run.expect(try run.first(run.query("s", "k", synchronizable: .yes)), is: added)
    },
    Case("39", "a rename moves the item once") { run in
      _ = try run.store.add(run.item("s", "k"))
      let rename = run.changes {
        $0.service = .set("s2")
        $0.key = .set("k2")
      }
      let renamed = try run.store.update(run.query("s", "k"), rename)
      run.expect(renamed.map(\.key), is: ["k2"])
      run.expect(try run.count(run.query("s", "k")), is: 0)
      run.expect(try run.value(run.query("s2", "k2")), is: "v")
      run.expectError(.itemNotFound) { () throws(RKeychainError) in
        try run.store.update(run.query("s", "k"), rename)
      }
    },
    Case("40", "a rename onto another item is a duplicate and changes nothing") { run in
      let first = try run.store.add(run.item("s", "k1", "1"))
      let second = try run.store.add(run.item("s", "k2", "2"))
      let rename = run.changes {
        $0.key = .set("k2")
        $0.value = .set(Data("new".utf8))
      }
      run.expectError(.duplicateItem) { () throws(RKeychainError) in
        try run.store.update(run.query("s", "k1"), rename)
      }
      run.expect(try run.first(run.query("s", "k1")), is: first)
      run.expect(try run.first(run.query("s", "k2")), is: second)
      run.expect(try run.value(run.query("s", "k1")), is: "1")
    },
    Case("41", "service and value change together") { run in
      _ = try run.store.add(run.item("s", "k", "old"))
      let move = run.changes {
        $0.service = .set("s2")
        $0.value = .set(Data("new".utf8))
      }
      _ = try run.store.update(run.query("s", "k"), move)
      run.expect(try run.count(run.query("s")), is: 0)
      run.expect(try run.value(run.query("s2", "k")), is: "new")
    },
    Case("43", "a synchronizable item is found by its new comment only") { run in
      var item = run.item(synchronizable: true)
      item.comment = "old"
      _ = try run.store.add(item)
      let everything = run.query("s", synchronizable: .yes)
      _ = try run.store.update(everything, run.changes { $0.comment = .set("new") })
      var new = everything
      new.comment = "new"
      var old = everything
      old.comment = "old"
      run.expect(try run.count(new), is: 1)
      run.expect(try run.count(old), is: 0)
    },
    Case("44", "a change keeps the creation date and raises the other; no change leaves both") { run in
      let added = try run.store.add(run.item("s", "k", "1"))
      let changed = try run.store.update(run.query("s", "k"), RKeychainChanges(value: Data("2".utf8)))[0]
      run.expect(changed.createdMicroseconds, is: added.createdMicroseconds)
      run.expect(
        changed.modifiedMicroseconds >= added.modifiedMicroseconds + 1_000, "at least a millisecond later")
      run.expect(changed.revision != added.revision, "the revision is new")
      let same = try run.store.update(run.query("s", "k"), RKeychainChanges(value: Data("2".utf8)))[0]
      run.expect(same, is: changed)
      run.expect(try run.store.set(run.item("s", "k", "2")), is: changed)
      run.expect(try run.store.update(run.query("s", "k"), RKeychainChanges())[0], is: changed)
    },
    Case("R38", "modification dates rise even when the clock goes back") { run in
      let makeStore = try run.need(run.contract.makeStoreWithClock, "makeStoreWithClock")
      let ticks = Ticks(from: 2_000_000_000_000_000)
      run.store = try makeStore { ticks.next() }
      var last = try run.store.add(run.item())
      for value in ["1", "2", "3"] {
        let next = try run.store.set(run.item("s", "k", value))
        run.expect(next.modifiedMicroseconds >= last.modifiedMicroseconds + 1_000, "it rises")
        run.expect(next.createdMicroseconds, is: last.createdMicroseconds)
        last = next
      }
    },
    Case("46", "a new item's dates are equal") { run in
      let added = try run.store.add(run.item())
      run.expect(added.createdMicroseconds, is: added.modifiedMicroseconds)
    },
    Case("47", "a rename keeps the creation date and every attribute") { run in
      var item = run.item()
      item.label = "label"
      item.generic = Data([1])
      let added = try run.store.add(item)
      let renamed = try run.store.update(run.query("s", "k"), run.changes { $0.key = .set("k2") })[0]
      run.expect(renamed.createdMicroseconds, is: added.createdMicroseconds)
      run.expect(renamed.label, is: "label")
      run.expect(renamed.generic, is: Data([1]))
    },
    Case("48", "setting with another accessibility changes the one item") { run in
      try run.keychain(accessibility: .afterFirstUnlock).set("1", forKey: "k")
      try run.keychain(accessibility: .whenUnlocked).set("2", forKey: "k")
      run.expect(try run.count(run.query(synchronizable: .any)), is: 1)
      run.expect(try run.keychain().attributes(forKey: "k")?.accessibility, is: .whenUnlocked)
      run.expect(try run.keychain().string(forKey: "k"), is: "2")
    },
    Case("49", "setting with the other variant changes the one item") { run in
      try run.keychain(synchronizable: false).set("1", forKey: "k")
      try run.keychain(synchronizable: true).set("2", forKey: "k")
      run.expect(try run.count(run.query(synchronizable: .any)), is: 1)
      run.expect(try run.keychain(synchronizable: false).string(forKey: "k"), is: "2")
      run.expect(try run.keychain(synchronizable: true).string(forKey: "k"), is: "2")
      run.expect(try run.keychain().attributes(forKey: "k")?.synchronizable, is: true)
    },
    Case("R39", "setting where both variants exist changes both values and no flag") { run in
      _ = try run.store.add(run.item("s", "k", synchronizable: false, "1"))
      _ = try run.store.add(run.item("s", "k", synchronizable: true, "2"))
      try run.keychain(synchronizable: true).set("3", forKey: "k")
      run.expect(try run.value(run.query("s", "k", synchronizable: .no)), is: "3")
      run.expect(try run.value(run.query("s", "k", synchronizable: .yes)), is: "3")
    },
    Case("52", "changing one variant into the other is a duplicate where both exist") { run in
      _ = try run.store.add(run.item("s", "k", synchronizable: false, "1"))
      _ = try run.store.add(run.item("s", "k", synchronizable: true, "2"))
      run.expectError(.duplicateItem) { () throws(RKeychainError) in
        try run.store.update(run.query("s", "k"), run.changes { $0.synchronizable = .set(true) })
      }
      run.expect(try run.value(run.query("s", "k", synchronizable: .no)), is: "1")
      run.expect(try run.value(run.query("s", "k", synchronizable: .yes)), is: "2")
    },
    Case("R40", "an update of several items is all or nothing") { run in
      for key in ["a", "b", "c"] { _ = try run.store.add(run.item("s", key, key)) }
      _ = try run.store.add(run.item("t", "c", "in the way"))
      let move = run.changes {
        $0.service = .set("t")
        $0.label = .set("moved")
      }
      run.expectError(.duplicateItem) { () throws(RKeychainError) in
        try run.store.update(run.query("s"), move)
      }
      run.expectError(.duplicateItem) { () throws(RKeychainError) in
        try run.store.update(run.query("s"), run.changes { $0.key = .set("one") })
      }
      run.expect(try run.keychain("s").allKeys(), is: ["a", "b", "c"])
      run.expect(try run.keychain("s").items().map(\.label), is: [nil, nil, nil])
      run.expect(try run.keychain("t").allKeys(), is: ["c"])
    },
    Case("54", "an update by service reaches all its items") { run in
      for key in ["a", "b", "c"] { _ = try run.store.add(run.item("s", key)) }
      _ = try run.store.add(run.item("t", "a"))
      let updated = try run.store.update(run.query("s"), run.changes { $0.label = .set("l") })
      run.expect(updated.count, is: 3)
      run.expect(try run.keychain("s").items().map(\.label), is: ["l", "l", "l"])
      run.expect(try run.keychain("t").items().map(\.label), is: [nil])
    },
    Case("R4", "changing the variant keeps the item") { run in
      let added = try run.store.add(run.item())
      let changed = try run.store.update(
        run.query("s", "k"), run.changes { $0.synchronizable = .set(true) })[0]
      run.expect(changed.createdMicroseconds, is: added.createdMicroseconds)
      run.expect(try run.count(run.query("s", "k", synchronizable: .no)), is: 0)
      run.expect(try run.value(run.query("s", "k", synchronizable: .yes)), is: "v")
    },
    Case("R5", "accessibility moves between portable and device-only and back") { run in
      _ = try run.store.add(run.item())
      for accessibility in RKeychainAccessibility.allCases where accessibility.isThisDeviceOnly {
        for next in [accessibility, .whenUnlocked] {
          _ = try run.store.update(run.query("s", "k"), run.changes { $0.accessibility = .set(next) })
          run.expect(try run.first(run.query("s", "k")).accessibility, is: next)
          run.expect(try run.value(run.query("s", "k")), is: "v")
          run.expect(try run.count(run.query("s")), is: 1)
        }
      }
    },
    Case("R6", "attributes are cleared by name only") { run in
      var item = run.item()
      item.label = "l"
      item.comment = "c"
      _ = try run.store.add(item)
      _ = try run.store.set(run.item("s", "k", "new"))
      run.expect(try run.first(run.query("s", "k")).label, is: "l")
      _ = try run.store.update(run.query("s", "k"), run.changes { $0.label = .cleared })
      run.expect(try run.first(run.query("s", "k")).label, is: nil)
      run.expect(try run.first(run.query("s", "k")).comment, is: "c")
    },
  ]
}
