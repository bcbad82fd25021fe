import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Locked, unreachable and read-only stores.
extension RKeychainContract {
  static let lockCases: [Case] = [
    Case("85", "adding while locked is refused, whether or not the identity is taken") { run in
      let (lock, unlock) = try run.lockAndUnlock()
      _ = try run.store.add(run.item("s", "k", accessibility: .whenUnlocked))
      try lock(run.store)
      for key in ["k", "new"] {
        run.expectError(.interactionNotAllowed) { () throws(RKeychainError) in
          try run.store.add(run.item("s", key, accessibility: .whenUnlocked))
        }
      }
      try unlock(run.store)
      run.expectError(.duplicateItem) { () throws(RKeychainError) in
        try run.store.add(run.item("s", "k", accessibility: .whenUnlocked))
      }
      run.expect(try run.count(run.query("s")), is: 1)
    },
    Case("86", "reading a locked value is refused until the store is unlocked") { run in
      let (lock, unlock) = try run.lockAndUnlock()
      _ = try run.store.add(run.item("s", "k", accessibility: .whenUnlocked, "v"))
      try lock(run.store)
      run.expectError(.interactionNotAllowed) { () throws(RKeychainError) in
        try run.value(run.query("s", "k"))
      }
      run.expectError(.interactionNotAllowed) { () throws(RKeychainError) in
        try run.keychain().string(forKey: "k")
      }
      run.expect(run.keychain()["k"], is: nil)
      try unlock(run.store)
      run.expect(try run.value(run.query("s", "k")), is: "v")
    },
    Case("87", "after-first-unlock values stay readable, and everything stays listed") { run in
      let (lock, _) = try run.lockAndUnlock()
      for accessibility in RKeychainAccessibility.allCases {
        try run.keychain(accessibility: accessibility).set("v", forKey: accessibility.rawValue)
      }
      let listed = try run.keychain().items()
      try lock(run.store)
      run.expect(try run.keychain().items(), is: listed)
      for accessibility in RKeychainAccessibility.allCases {
        let key = accessibility.rawValue
        run.expect(try run.keychain().contains(key), is: true)
        if accessibility.isReadableWhileLocked {
          run.expect(try run.keychain().string(forKey: key), is: "v")
        } else {
          run.expectError(.interactionNotAllowed) { () throws(RKeychainError) in
            try run.keychain().data(forKey: key)
          }
        }
      }
    },
    Case("R36", "before the first unlock nothing is served and nothing looks absent") { run in
      let lock = try run.need(run.contract.lockUntilFirstUnlock, "lockUntilFirstUnlock")
      let unlock = try run.need(run.contract.unlock, "unlock")
      try run.keychain().set("v", forKey: "k")
      try lock(run.store)
      let keychain = run.keychain()
      run.expectError(.interactionNotAllowed) { () throws(RKeychainError) in try keychain.data(forKey: "k") }
      run.expectError(.interactionNotAllowed) { () throws(RKeychainError) in try keychain.data(forKey: "x") }
      run.expectError(.interactionNotAllowed) { () throws(RKeychainError) in try keychain.contains("k") }
      run.expectError(.interactionNotAllowed) { () throws(RKeychainError) in try keychain.allKeys() }
      run.expectError(.interactionNotAllowed) { () throws(RKeychainError) in
        try keychain.getOrSet(forKey: "x") { "made" }
      }
      run.expectError(.interactionNotAllowed) { () throws(RKeychainError) in
        try keychain.set("w", forKey: "k")
      }
      try unlock(run.store)
      run.expect(try keychain.string(forKey: "k"), is: "v")
      run.expect(try keychain.allKeys(), is: ["k"])
    },
    Case("89", "an unreachable store is not an empty one") { run in
      let lose = try run.need(run.contract.makeUnreachable, "makeUnreachable")
      let find = try run.need(run.contract.makeReachable, "makeReachable")
      try run.keychain().set("v", forKey: "k")
      try lose(run.store)
      run.expectError(status: -25291) { () throws(RKeychainError) in try run.value(run.query("s", "k")) }
      run.expectError(status: -25291) { () throws(RKeychainError) in try run.store.add(run.item("s", "x")) }
      run.expectError(status: -25291) { () throws(RKeychainError) in try run.keychain().allKeys() }
      run.expectError(status: -25291) { () throws(RKeychainError) in try run.keychain().contains("k") }
      try find(run.store)
      run.expect(try run.keychain().string(forKey: "k"), is: "v")
    },
    Case("90", "a read-only store reads and does not write") { run in
      let protect = try run.need(run.contract.makeReadOnly, "makeReadOnly")
      try run.keychain().set("v", forKey: "k")
      try protect(run.store)
      run.expectError(status: -25292) { () throws(RKeychainError) in try run.store.add(run.item("s", "x")) }
      run.expectError(status: -25292) { () throws(RKeychainError) in
        try run.store.update(run.query("s", "k"), RKeychainChanges(value: Data()))
      }
      run.expectError(status: -25292) { () throws(RKeychainError) in try run.store.delete(run.query("s")) }
      run.expect(try run.keychain().string(forKey: "k"), is: "v")
      try run.contract.makeReachable?(run.store)
    },
    Case("95", "a passcode class needs a passphrase, and no code is made up") { run in
      run.expect(RKeychainAccessibility(code: "akx"), is: nil)
      let makeStore = try run.need(
        run.contract.makeStoreWithoutPassphrase, "makeStoreWithoutPassphrase")
      run.store = try makeStore()
      let error = run.expectError(status: -25293) { () throws(RKeychainError) in
        try run.store.add(run.item(accessibility: .whenPasscodeSetThisDeviceOnly))
      }
      run.expect(error?.kind, is: .passcodeRequired)
      run.expect(try run.count(run.query()), is: 0)
    },
    Case("R11", "writing while locked goes by the class that is written") { run in
      let (lock, unlock) = try run.lockAndUnlock()
      try run.keychain(accessibility: .whenUnlocked).set("v", forKey: "locked")
      try run.keychain().set("v", forKey: "open")
      try lock(run.store)
      try run.keychain().set("w", forKey: "open")
      try run.keychain().set("w", forKey: "new")
      run.expectError(.interactionNotAllowed) { () throws(RKeychainError) in
        try run.keychain(accessibility: .whenUnlocked).set("w", forKey: "open")
      }
      run.expectError(.interactionNotAllowed) { () throws(RKeychainError) in
        try run.store.update(run.query("s", "locked"), run.changes { $0.label = .set("l") })
      }
      try unlock(run.store)
      run.expect(try run.keychain().string(forKey: "open"), is: "w")
      run.expect(try run.keychain().string(forKey: "new"), is: "w")
      run.expect(try run.keychain().attributes(forKey: "locked")?.label, is: nil)
    },
    Case("R12", "a locked item can be removed") { run in
      let (lock, _) = try run.lockAndUnlock()
      try run.keychain(accessibility: .whenUnlocked).set("v", forKey: "k")
      try lock(run.store)
      run.expect(try run.keychain().removeItem(forKey: "k"), is: true)
      run.expect(try run.keychain().contains("k"), is: false)
    },
    Case("R13", "a locked value aborts only what would open it") { run in
      let (lock, _) = try run.lockAndUnlock()
      try run.keychain(accessibility: .whenUnlocked).set("v", forKey: "locked")
      try run.keychain().set("v", forKey: "open")
      try lock(run.store)
      run.expectError(.interactionNotAllowed) { () throws(RKeychainError) in
        try run.store.copyMatching(run.query(), returning: .both, limit: .all)
      }
      var open = run.query()
      open.accessibility = .afterFirstUnlock
      let found = try run.store.copyMatching(open, returning: .both, limit: .all)
      run.expect(found.items.map(\.attributes.key), is: ["open"])
    },
  ]
}

extension ContractRun {
  fileprivate func lockAndUnlock() throws -> (RKeychainContract.Action, RKeychainContract.Action) {
    (try need(contract.lock, "lock"), try need(contract.unlock, "unlock"))
  }
}
