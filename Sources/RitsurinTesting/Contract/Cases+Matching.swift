import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What queries find, and in which order.
extension RKeychainContract {
  static let matchCases: [Case] = [
    Case("55", "limits: one, all, and a number") { run in
      for key in ["a", "b", "c"] { _ = try run.store.add(run.item("s", key)) }
      run.expect(try run.store.copyMatching(run.query(), returning: .both).items.count, is: 1)
      for (limit, count) in [(RKeychainLimit.all, 3), (.count(2), 2), (.count(9), 3), (.one, 1)] {
        let found = try run.store.copyMatching(run.query(), returning: .both, limit: limit)
        run.expect(found.items.count, is: count)
      }
      let single = try run.store.copyMatching(run.query("s", "a"), returning: .both, limit: .all)
      run.expect(single.items.map(\.attributes.key), is: ["a"])
    },
    Case("56", "a match for attributes has no value") { run in
      _ = try run.store.add(run.item())
      run.expect(
        try run.store.copyMatching(run.query(), returning: .attributes, limit: .all).items.map(\.value),
        is: [nil])
      run.expect(
        try run.store.copyMatching(run.query(), returning: .both, limit: .all).items.map(\.value),
        is: [Data("v".utf8)])
    },
    Case("R37", "the query of found attributes finds the item again") { run in
      _ = try run.store.add(run.item("s", "k", group: "g", synchronizable: true, "v"))
      let found = try run.first(run.query("s", synchronizable: .any))
      run.expect(try run.value(RKeychainQuery(found)), is: "v")
    },
    Case("59", "reads find an item of either variant") { run in
      try run.keychain(synchronizable: true).set("1", forKey: "synchronized")
      try run.keychain(synchronizable: false).set("2", forKey: "local")
      for synchronizable in [false, true] {
        let keychain = run.keychain(synchronizable: synchronizable)
        run.expect(try keychain.string(forKey: "synchronized"), is: "1")
        run.expect(try keychain.string(forKey: "local"), is: "2")
      }
    },
    Case("60", "accessibility in a query filters") { run in
      _ = try run.store.add(run.item(accessibility: .afterFirstUnlock))
      var query = run.query("s", "k")
      query.accessibility = .whenUnlocked
      run.expectError(.itemNotFound) { () throws(RKeychainError) in try run.value(query) }
      run.expectError(.itemNotFound) { () throws(RKeychainError) in try run.store.delete(query) }
      query.accessibility = .afterFirstUnlock
      run.expect(try run.value(query), is: "v")
    },
    Case("61", "a keychain reads items of every accessibility") { run in
      for accessibility in RKeychainAccessibility.allCases {
        let key = accessibility.rawValue
        try run.keychain(accessibility: accessibility).set(key, forKey: key)
        for reader in RKeychainAccessibility.allCases {
          run.expect(try run.keychain(accessibility: reader).string(forKey: key), is: key)
        }
      }
    },
    Case("73", "label, comment and kind are stored, returned and filtered by; absent ones are absent") {
      run in
      var item = run.item("s", "full")
      item.label = "label"
      item.comment = "comment"
      item.kind = "kind"
      _ = try run.store.add(item)
      _ = try run.store.add(run.item("s", "bare"))
      let full = try run.first(run.query("s", "full"))
      run.expect([full.label, full.comment, full.kind], is: ["label", "comment", "kind"])
      let bare = try run.first(run.query("s", "bare"))
      run.expect([bare.label, bare.comment, bare.kind], is: [nil, nil, nil])
      for query in [
        RKeychainQuery(label: "label"), RKeychainQuery(comment: "comment"), RKeychainQuery(kind: "kind"),
      ] {
        run.expect(try run.first(query).key, is: "full")
        run.expect(try run.count(query), is: 1)
      }
      run.expect(try run.count(RKeychainQuery(label: "Label")), is: 0)
      run.expect(try run.count(RKeychainQuery(label: "")), is: 0)
    },
    Case("74", "generic, type, creator, invisible and negative come back and filter") { run in
      var item = run.item("s", "full")
      item.generic = Data([0, 0xFF])
      item.creator = 0x6161_6161
      item.type = 0xFFFF_FFFF
      item.isInvisible = true
      item.isNegative = false
      _ = try run.store.add(item)
      _ = try run.store.add(run.item("s", "bare"))
      let full = try run.first(run.query("s", "full"))
      run.expect(full.generic, is: Data([0, 0xFF]))
      run.expect([full.creator, full.type], is: [0x6161_6161, 0xFFFF_FFFF])
      run.expect([full.isInvisible, full.isNegative], is: [true, false])
      for query in [
        RKeychainQuery(generic: Data([0, 0xFF])), RKeychainQuery(creator: 0x6161_6161),
        RKeychainQuery(type: 0xFFFF_FFFF),
      ] {
        run.expect(try run.count(query), is: 1)
      }
    },
    Case("75", "deleting by service deletes all fifty items") { run in
      for number in 0..<50 { _ = try run.store.add(run.item("s", "key \(number)")) }
      _ = try run.store.add(run.item("t", "k"))
      run.expect(try run.store.delete(run.query("s")), is: 50)
      run.expect(try run.count(run.query("s")), is: 0)
      run.expect(try run.count(run.query("t")), is: 1)
    },
    Case("76", "deleting synchronizable items leaves local ones") { run in
      _ = try run.store.add(run.item("s", "k", synchronizable: false))
      _ = try run.store.add(run.item("s", "k", synchronizable: true))
      run.expect(try run.store.delete(run.query("s", synchronizable: .yes)), is: 1)
      run.expect(try run.count(run.query("s", synchronizable: .any)), is: 1)
      run.expect(try run.first(run.query("s", "k")).synchronizable, is: false)
    },
    Case("81", "a deleted synchronizable item is invisible and can be added again") { run in
      _ = try run.store.add(run.item(synchronizable: true))
      _ = try run.store.delete(run.query("s", "k", synchronizable: .yes))
      run.expect(try run.count(run.query("s", synchronizable: .any)), is: 0)
      run.expect(try run.keychain().allKeys(), is: [])
      run.expect(try run.keychain().contains("k"), is: false)
      run.expectError(.itemNotFound) { () throws(RKeychainError) in
        try run.store.update(run.query("s", "k", synchronizable: .any), RKeychainChanges(value: Data()))
      }
      _ = try run.store.add(run.item("s", "k", synchronizable: true, "again"))
      run.expect(try run.keychain().string(forKey: "k"), is: "again")
    },
    Case("R7", "of several matches the default place comes first, then groups by bytes") { run in
      for group in ["b", "a", nil, "B"] as [String?] {
        _ = try run.store.add(run.item("s", "k", group: group, group ?? "default"))
      }
      let all = try run.store.copyMatching(run.query("s", "k"), returning: .both, limit: .all)
      run.expect(all.items.map(\.attributes.accessGroup), is: [nil, "B", "a", "b"])
      let two = try run.store.copyMatching(run.query("s", "k"), returning: .both, limit: .count(2))
      run.expect(two.items.map(\.attributes.accessGroup), is: [nil, "B"])
      run.expect(try run.value(run.query("s", "k")), is: "default")
      run.expect(try run.value(run.query("s")), is: "default")
      run.expect(try run.store.delete(run.query("s", "k")), is: 4)
      for group in ["b", "a", "B"] { _ = try run.store.add(run.item("s", "k", group: group, group)) }
      for group in ["B", "a", "b"] {
        run.expect(try run.value(run.query("s", "k")), is: group)
        _ = try run.store.delete(run.query("s", "k", group: group))
      }
    },
    Case("R8", "within a place the older item comes first, then the one that is not synchronizable") { run in
      let makeStore = try run.need(run.contract.makeStoreWithClock, "makeStoreWithClock")
      let time = Counter()
      run.store = try makeStore { 1_000_000_000_000_000 + Int64(time.value) }
      _ = try run.store.add(run.item("older", "k", synchronizable: true, "synchronizable"))
      time.increment()
      _ = try run.store.add(run.item("older", "k", synchronizable: false, "local"))
      run.expect(try run.value(run.query("older", "k", synchronizable: .any)), is: "synchronizable")
      _ = try run.store.add(run.item("equal", "k", synchronizable: true, "synchronizable"))
      _ = try run.store.add(run.item("equal", "k", synchronizable: false, "local"))
      run.expect(try run.value(run.query("equal", "k", synchronizable: .any)), is: "local")
    },
    Case("R9", "listing keys and items needs no value and orders by bytes") { run in
      for key in ["b", "Z", "\u{E9}", "a", "e\u{301}"] { try run.keychain().set("v", forKey: key) }
      run.expect(try run.keychain().allKeys(), hasBytesOf: ["Z", "a", "b", "e\u{301}", "\u{E9}"])
      run.expect(
        try run.keychain().items().map(\.key), hasBytesOf: ["Z", "a", "b", "e\u{301}", "\u{E9}"])
    },
  ]
}
