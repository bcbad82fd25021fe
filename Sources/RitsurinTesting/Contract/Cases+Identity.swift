import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What makes an item one and no other.
extension RKeychainContract {
  static let identityCases: [Case] = [
    Case("21", "adding an identity twice is a duplicate and changes nothing") { run in
      let added = try run.store.add(run.item("s", "k", "v1"))
      run.expectError(.duplicateItem) { () throws(RKeychainError) in
        try run.store.add(run.item("s", "k", "v2"))
      }
      run.expect(try run.value(run.query("s", "k")), is: "v1")
      run.expect(try run.first(run.query("s", "k")), is: added)
    },
    Case("22", "two keys of one service are two items") { run in
      _ = try run.store.add(run.item("s", "k1", "1"))
      _ = try run.store.add(run.item("s", "k2", "2"))
      run.expect(try run.value(run.query("s", "k1")), is: "1")
      run.expect(try run.value(run.query("s", "k2")), is: "2")
    },
    Case("23", "one key in three services, one of them empty, is three items") { run in
      for service in ["", "a", "b"] { try run.keychain(service).set("of \(service)", forKey: "k") }
      try run.keychain("a").removeItem(forKey: "k")
      run.expect(try run.keychain("").string(forKey: "k"), is: "of ")
      run.expect(try run.keychain("a").string(forKey: "k"), is: nil)
      run.expect(try run.keychain("b").string(forKey: "k"), is: "of b")
    },
    Case("25", "both variants exist with values of their own") { run in
      _ = try run.store.add(run.item("s", "k", synchronizable: false, "local"))
      _ = try run.store.add(run.item("s", "k", synchronizable: true, "synchronized"))
      run.expect(try run.value(run.query("s", "k", synchronizable: .no)), is: "local")
      run.expect(try run.value(run.query("s", "k", synchronizable: .yes)), is: "synchronized")
      run.expect(try run.count(run.query("s", "k", synchronizable: .any)), is: 2)
    },
    Case("26", "another accessibility is no other identity") { run in
      _ = try run.store.add(run.item("s", "k", accessibility: .afterFirstUnlock))
      run.expectError(.duplicateItem) { () throws(RKeychainError) in
        try run.store.add(run.item("s", "k", accessibility: .whenUnlocked))
      }
    },
    Case("27", "another label, comment or generic is no other identity") { run in
      _ = try run.store.add(run.item())
      var other = run.item()
      other.label = "label"
      other.comment = "comment"
      other.generic = Data([1])
      run.expectError(.duplicateItem) { () throws(RKeychainError) in try run.store.add(other) }
    },
    Case("28", "an item without service and key exists once per group") { run in
      _ = try run.store.add(run.item("", "", group: "g"))
      run.expectError(.duplicateItem) { () throws(RKeychainError) in
        try run.store.add(run.item("", "", group: "g"))
      }
      _ = try run.store.add(run.item("", "", group: "h"))
      _ = try run.store.add(run.item("", ""))
      run.expect(try run.count(run.query("", "")), is: 3)
    },
    Case("29", "the empty key is a key, and returned as such") { run in
      let added = try run.store.add(run.item("s", ""))
      run.expect(added.key, is: "")
      run.expectError(.duplicateItem) { () throws(RKeychainError) in try run.store.add(run.item("s", "")) }
      _ = try run.store.add(run.item("s", "k"))
      run.expect(try run.count(run.query("s", "")), is: 1)
      run.expect(try run.count(run.query("s")), is: 2)
    },
    Case("30", "the empty key can be set and read") { run in
      try run.keychain().set("v", forKey: "")
      run.expect(try run.keychain().string(forKey: ""), is: "v")
      run.expect(try run.keychain().allKeys(), is: [""])
    },
    Case("31", "keys that differ in case are two items") { run in
      try run.keychain().set("upper", forKey: "User")
      try run.keychain().set("lower", forKey: "user")
      run.expect(try run.keychain().string(forKey: "User"), is: "upper")
      run.expect(try run.keychain().string(forKey: "user"), is: "lower")
    },
    Case("32", "composed and decomposed keys are two items, listed by their bytes") { run in
      let composed = "\u{E9}"
      let decomposed = "e\u{301}"
      try run.keychain().set("composed", forKey: composed)
      try run.keychain().set("decomposed", forKey: decomposed)
      run.expect(try run.keychain().string(forKey: composed), is: "composed")
      run.expect(try run.keychain().string(forKey: decomposed), is: "decomposed")
      run.expect(try run.keychain().allKeys(), hasBytesOf: [decomposed, composed])
      try run.keychain().removeItem(forKey: composed)
      run.expect(try run.keychain().allKeys(), hasBytesOf: [decomposed])
    },
    Case("R34", "composed and decomposed services and groups are different too") { run in
      _ = try run.store.add(run.item("\u{E9}", "k", group: "\u{212B}", "1"))
      _ = try run.store.add(run.item("e\u{301}", "k", group: "\u{212B}", "2"))
      _ = try run.store.add(run.item("\u{E9}", "k", group: "\u{C5}", "3"))
      run.expect(try run.value(run.query("e\u{301}", "k")), is: "2")
      run.expect(try run.value(run.query("\u{E9}", "k", group: "\u{C5}")), is: "3")
      run.expect(try run.count(run.query("\u{E9}")), is: 2)
    },
    Case("R35", "NUL, slashes, dots and long names are names") { run in
      let keys = ["a", "a\0b", "a/b", "../a", ".", "..", "a\nb", String(repeating: "x", count: 4_000)]
      for key in keys { try run.keychain().set(key, forKey: key) }
      for key in keys { run.expect(try run.keychain().string(forKey: key), is: key) }
      run.expect(try run.keychain().allKeys().count, is: keys.count)
    },
    Case("35", "a key is its bytes, wherever the text comes from") { run in
      _ = try run.store.add(run.item("s", "k\u{E9}"))
      let fromBytes = String(decoding: [0x6B, 0xC3, 0xA9] as [UInt8], as: UTF8.self)
      run.expectError(.duplicateItem) { () throws(RKeychainError) in
        try run.store.add(run.item("s", fromBytes))
      }
    },
  ]
}
