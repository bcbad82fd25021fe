import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Arguments that are refused, and in which order things are checked.
extension RKeychainContract {
  static let argumentCases: [Case] = [
    Case("R26", "a synchronizable item cannot need a passcode, but may be device-only") { run in
      run.expectError(.badParameter) { () throws(RKeychainError) in
        try run.store.add(
          run.item(synchronizable: true, accessibility: .whenPasscodeSetThisDeviceOnly))
      }
      _ = try run.store.add(run.item("s", "passcode", accessibility: .whenPasscodeSetThisDeviceOnly))
      run.expectError(.badParameter) { () throws(RKeychainError) in
        try run.store.update(run.query("s", "passcode"), run.changes { $0.synchronizable = .set(true) })
      }
      for accessibility in [
        RKeychainAccessibility.whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly,
        .alwaysThisDeviceOnly,
      ] {
        let keychain = run.keychain(synchronizable: true, accessibility: accessibility)
        try keychain.set("v", forKey: accessibility.rawValue)
        run.expect(try keychain.attributes(forKey: accessibility.rawValue)?.synchronizable, is: true)
        run.expect(try keychain.string(forKey: accessibility.rawValue), is: "v")
      }
    },
    Case("R27", "a group with NUL and a limit below one are refused") { run in
      run.expectError(.badParameter) { () throws(RKeychainError) in
        try run.store.add(run.item("s", "k", group: "g\0"))
      }
      run.expectError(.badParameter) { () throws(RKeychainError) in try run.count(run.query(group: "\0")) }
      run.expectError(.badParameter) { () throws(RKeychainError) in
        try run.store.update(run.query("s"), run.changes { $0.accessGroup = .set("\0") })
      }
      for limit in [0, -1] {
        run.expectError(.badParameter) { () throws(RKeychainError) in
          try run.store.copyMatching(run.query(), returning: .both, limit: .count(limit))
        }
      }
    },
    Case("R28", "attributes above the limit are refused, at it they are not") { run in
      // A text attribute takes 8 bytes beside its own; so do service, key, flag, class and both dates.
      let others = (8 + 1) + (8 + 1) + (8 + 1) + (8 + 2) + 2 * (8 + 8)
      var item = run.item("s", "k", "v")
      item.comment = String(repeating: "x", count: 65_535 - others - 8 + 1)
      run.expectError(.badParameter) { () throws(RKeychainError) in try run.store.add(item) }
      run.expect(try run.count(run.query()), is: 0)
      item.comment?.removeLast()
      _ = try run.store.add(item)
      run.expect(try run.first(run.query("s", "k")).comment, is: item.comment)
    },
    Case("R29", "arguments are checked before groups, groups before presence") { run in
      run.expectError(.badParameter) { () throws(RKeychainError) in
        try run.store.add(
          run.item(group: "", synchronizable: true, accessibility: .whenPasscodeSetThisDeviceOnly))
      }
      run.expectError(.missingEntitlement) { () throws(RKeychainError) in
        try run.store.update(run.query("s", "k"), run.changes { $0.accessGroup = .set("") })
      }
      run.expectError(.missingEntitlement) { () throws(RKeychainError) in
        try run.store.delete(run.query("s", "k", group: ""))
      }
    },
    Case("R30", "a value above the limit is refused before anything is written") { run in
      try run.keychain().set("v", forKey: "k")
      let value = Data(count: 64 * 1024 * 1024 + 1)
      run.expectError(.valueTooLarge) { () throws(RKeychainError) in
        try run.keychain().set(value, forKey: "k")
      }
      run.expectError(.valueTooLarge) { () throws(RKeychainError) in
        try run.store.update(run.query("s", "k"), RKeychainChanges(value: value))
      }
      run.expect(try run.keychain().string(forKey: "k"), is: "v")
    },
    Case("R31", "an optional is not stored") { run in
      let absent: String? = nil
      run.expectError(.badParameter) { () throws(RKeychainError) in
        try run.keychain().set(absent, forKey: "k")
      }
      run.expect(try run.keychain().contains("k"), is: false)
    },
  ]
}
