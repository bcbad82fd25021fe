import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Access groups, and stores that may use only some.
extension RKeychainContract {
  static let groupCases: [Case] = [
    Case("42", "an update moves an item to another group") { run in
      _ = try run.store.add(run.item("s", "k", group: "g", "v"))
      let move = run.changes { $0.accessGroup = .set("h") }
      _ = try run.store.update(run.query("s", "k", group: "g"), move)
      run.expect(try run.count(run.query("s", "k", group: "g")), is: 0)
      run.expect(try run.value(run.query("s", "k", group: "h")), is: "v")
      _ = try run.store.update(run.query("s", "k", group: "h"), run.changes { $0.accessGroup = .cleared })
      run.expect(try run.first(run.query("s", "k")).accessGroup, is: nil)
    },
    Case("62", "a keychain without a group reads items of every group") { run in
      try run.keychain(group: "g").set("v", forKey: "k")
      run.expect(try run.keychain().string(forKey: "k"), is: "v")
      run.expect(try run.keychain().allKeys(), is: ["k"])
    },
    Case("63", "a keychain of another group does not") { run in
      try run.keychain(group: "g").set("v", forKey: "k")
      run.expect(try run.keychain(group: "h").string(forKey: "k"), is: nil)
      run.expect(try run.keychain(group: "h").contains("k"), is: false)
      run.expect(try run.keychain(group: "h").allKeys(), is: [])
    },
    Case("66", "removing in a group leaves the default place") { run in
      _ = try run.store.add(run.item("s", "k", "default"))
      _ = try run.store.add(run.item("s", "k", group: "g", "g"))
      try run.keychain(group: "g").removeItem(forKey: "k")
      run.expect(try run.keychain().string(forKey: "k"), is: "default")
      run.expect(try run.keychain(group: "g").string(forKey: "k"), is: nil)
    },
    Case("67", "removing without a group removes in every group") { run in
      for group in [nil, "g", "h"] as [String?] {
        _ = try run.store.add(run.item("s", "k", group: group, "v"))
      }
      try run.keychain().removeItem(forKey: "k")
      run.expect(try run.count(run.query(synchronizable: .any)), is: 0)
    },
    Case("68", "setting without a group updates an item of another group") { run in
      try run.keychain(group: "g").set("1", forKey: "k")
      try run.keychain().set("2", forKey: "k")
      run.expect(try run.count(run.query(synchronizable: .any)), is: 1)
      run.expect(try run.keychain(group: "g").string(forKey: "k"), is: "2")
    },
    Case("69", "the default place is found without a group, and is no named group") { run in
      try run.keychain().set("v", forKey: "k")
      run.expect(try run.keychain().attributes(forKey: "k")?.accessGroup, is: nil)
      for group in ["default", "s"] {
        run.expect(try run.keychain(group: group).string(forKey: "k"), is: nil)
      }
    },
    Case("82", "a foreign group, named, is refused everywhere") { run in
      let restrict = try run.need(run.contract.restrict, "restrict")
      _ = try run.store.add(run.item("s", "k", group: "g", "v"))
      _ = try run.store.add(run.item("s", "k", group: "h", "v"))
      run.store = try restrict(run.store, ["g"])
      let foreign = run.query("s", "k", group: "h")
      run.expectError(.missingEntitlement) { () throws(RKeychainError) in
        try run.store.add(run.item("s", "new", group: "h"))
      }
      run.expectError(.missingEntitlement) { () throws(RKeychainError) in try run.value(foreign) }
      run.expectError(.missingEntitlement) { () throws(RKeychainError) in
        try run.store.update(foreign, RKeychainChanges(value: Data()))
      }
      run.expectError(.missingEntitlement) { () throws(RKeychainError) in try run.store.delete(foreign) }
      run.expectError(.missingEntitlement) { () throws(RKeychainError) in
        try run.store.set(run.item("s", "k", group: "h"))
      }
      run.expectError(.missingEntitlement) { () throws(RKeychainError) in
        try run.store.update(run.query("s", "k", group: "g"), run.changes { $0.accessGroup = .set("h") })
      }
      run.expect(try run.value(run.query("s", "k", group: "g")), is: "v")
    },
    Case("83", "a foreign group, not named, is invisible and survives") { run in
      let restrict = try run.need(run.contract.restrict, "restrict")
      let everything = run.store
      _ = try everything.add(run.item("s", "k", group: "h", "foreign"))
      run.store = try restrict(everything, ["g"])
      let query = run.query("s", "k")
      run.expectError(.itemNotFound) { () throws(RKeychainError) in try run.value(query) }
      run.expectError(.itemNotFound) { () throws(RKeychainError) in
        try run.store.update(query, RKeychainChanges(value: Data()))
      }
      run.expectError(.itemNotFound) { () throws(RKeychainError) in try run.store.delete(query) }
      run.expect(try run.keychain().allKeys(), is: [])
      _ = try run.store.set(run.item("s", "k", "own"))
      run.expect(try run.value(query), is: "own")
      run.expect(try run.keychain().removeAll(), is: 1)
      run.store = everything
      run.expect(try run.value(run.query("s", "k", group: "h")), is: "foreign")
    },
    Case("84", "the empty group is refused, and everything without any group") { run in
      run.expectError(.missingEntitlement) { () throws(RKeychainError) in
        try run.store.add(run.item("s", "k", group: ""))
      }
      run.expectError(.missingEntitlement) { () throws(RKeychainError) in
        try run.count(run.query("s", "k", group: ""))
      }
      run.expectError(.missingEntitlement) { () throws(RKeychainError) in
        try run.keychain(group: "").set("v", forKey: "k")
      }
      let restrict = try run.need(run.contract.restrict, "restrict")
      run.store = try restrict(run.store, [])
      run.expectError(.missingEntitlement) { () throws(RKeychainError) in try run.store.add(run.item()) }
      run.expectError(.missingEntitlement) { () throws(RKeychainError) in try run.count(run.query()) }
      run.expectError(.missingEntitlement) { () throws(RKeychainError) in
        try run.keychain().removeItem(forKey: "k")
      }
    },
    Case("R10", "a restricted store sees its own groups and the default place") { run in
      let restrict = try run.need(run.contract.restrict, "restrict")
      for group in [nil, "a", "b", "c"] as [String?] {
        _ = try run.store.add(run.item("s", "of \(group ?? "default")", group: group, "v"))
      }
      run.store = try restrict(run.store, ["c", "a"])
      run.expect(try run.keychain().allKeys(), is: ["of a", "of c", "of default"])
      run.expect(try run.keychain().string(forKey: "of c"), is: "v")
    },
  ]
}
