import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private struct Session: Codable, Equatable {
  var token: String
  var userID: String
}

private struct Other: Codable {
  var number: Int
}

/// What a keychain of one service does.
extension RKeychainContract {
  static let keychainCases: [Case] = [
    Case("1", "an empty store gives nil") { run in
      run.expect(try run.keychain().string(forKey: "k"), is: nil)
      run.expect(try run.keychain().data(forKey: "k"), is: nil)
    },
    Case("2", "an empty store matches nothing") { run in
      run.expectError(.itemNotFound) { () throws(RKeychainError) in
        try run.store.copyMatching(run.query(), returning: .both, limit: .all)
      }
    },
    Case("3", "text comes back") { run in
      try run.keychain().set("test", forKey: "k")
      run.expect(try run.keychain().string(forKey: "k"), is: "test")
    },
    Case("4", "bytes of JSON come back unchanged") { run in
      let json = Data(#"{ "b":1,  "a": [ 2 ] }"#.utf8)
      try run.keychain().set(json, forKey: "k")
      run.expect(try run.keychain().data(forKey: "k"), is: json)
    },
    Case("5", "any bytes come back") { run in
      var item = run.item()
      item.value = Data([0, 1, 2, 0xFF])
      _ = try run.store.add(item)
      run.expect(try run.store.copyMatching(run.query()).items.first?.value, is: Data([0, 1, 2, 0xFF]))
    },
    Case("6", "another key is absent") { run in
      try run.keychain().set("v", forKey: "k1")
      run.expect(try run.keychain().string(forKey: "k2"), is: nil)
    },
    Case("7", "setting twice leaves one item with the second value") { run in
      try run.keychain().set("v1", forKey: "k")
      try run.keychain().set("v2", forKey: "k")
      run.expect(try run.keychain().string(forKey: "k"), is: "v2")
      run.expect(try run.count(run.query(synchronizable: .any)), is: 1)
    },
    Case("8", "a removed item is absent") { run in
      try run.keychain().set("v", forKey: "k")
      run.expect(try run.keychain().removeItem(forKey: "k"), is: true)
      run.expect(try run.keychain().string(forKey: "k"), is: nil)
    },
    Case("9", "removing what is absent succeeds") { run in
      run.expect(try run.keychain().removeItem(forKey: "k"), is: false)
    },
    Case("10", "deleting a missing identity is not found") { run in
      run.expectError(.itemNotFound) { () throws(RKeychainError) in
        try run.store.delete(run.query("s", "k"))
      }
    },
    Case("11", "removing one key leaves the other") { run in
      try run.keychain().set("1", forKey: "k1")
      try run.keychain().set("2", forKey: "k2")
      try run.keychain().removeItem(forKey: "k1")
      run.expect(try run.keychain().string(forKey: "k1"), is: nil)
      run.expect(try run.keychain().string(forKey: "k2"), is: "2")
    },
    Case("12", "removing all of an empty service succeeds") { run in
      run.expect(try run.keychain().removeAll(), is: 0)
    },
    Case("13", "removing all leaves other services alone") { run in
      for key in ["a", "b"] {
        try run.keychain("s1").set("1", forKey: key)
        try run.keychain("s2").set("2", forKey: key)
      }
      run.expect(try run.keychain("s1").removeAll(), is: 2)
      run.expect(try run.keychain("s1").allKeys(), is: [])
      run.expect(try run.keychain("s2").allKeys(), is: ["a", "b"])
    },
    Case("14", "contains follows setting and removing") { run in
      let keychain = run.keychain()
      run.expect(try keychain.contains("k"), is: false)
      try keychain.set("v", forKey: "k")
      run.expect(try keychain.contains("k"), is: true)
      try keychain.removeItem(forKey: "k")
      run.expect(try keychain.contains("k"), is: false)
    },
    Case("15", "the text subscript sets, reads and removes") { run in
      let keychain = run.keychain()
      keychain["k"] = "v"
      run.expect(keychain["k"], is: "v")
      run.expect(keychain[string: "k"], is: "v")
      keychain["k"] = nil
      run.expect(keychain["k"], is: nil)
    },
    Case("16", "the data subscript sets, reads and removes") { run in
      let keychain = run.keychain()
      keychain[data: "k"] = Data([0xFF, 0])
      run.expect(keychain[data: "k"], is: Data([0xFF, 0]))
      keychain[data: "k"] = nil
      run.expect(keychain[data: "k"], is: nil)
    },
    Case("18", "Codable values come back, and as another type throw") { run in
      let session = Session(token: "secret", userID: "user-123")
      try run.keychain().set(session, forKey: "k")
      run.expect(try run.keychain().object(Session.self, forKey: "k"), is: session)
      let stored = try run.keychain().data(forKey: "k")
      run.expectError(.decodingFailed) { () throws(RKeychainError) in
        try run.keychain().object(Other.self, forKey: "k")
      }
      run.expect(try run.keychain().data(forKey: "k"), is: stored)
    },
    Case("19", "empty text and empty data are values") { run in
      try run.keychain().set("", forKey: "text")
      try run.keychain().set(Data(), forKey: "data")
      run.expect(try run.keychain().string(forKey: "text"), is: "")
      run.expect(try run.keychain().data(forKey: "data"), is: Data())
    },
    Case("70", "all keys, each once") { run in
      for key in ["key3", "key1", "key2", "key3"] { try run.keychain().set("v", forKey: key) }
      run.expect(try run.keychain().allKeys(), is: ["key1", "key2", "key3"])
    },
    Case("71", "all keys of both variants; none of an empty service") { run in
      try run.keychain().set("v", forKey: "local")
      try run.keychain(synchronizable: true).set("v", forKey: "synchronized")
      run.expect(try run.keychain().allKeys(), is: ["local", "synchronized"])
      run.expect(try run.keychain("empty").allKeys(), is: [])
    },
    Case("72", "nothing of the store's own is listed") { run in
      try run.keychain().set("v", forKey: "k")
      try run.keychain().set("w", forKey: "k")
      try run.keychain().set("v", forKey: "gone")
      try run.keychain().removeItem(forKey: "gone")
      let everything = RKeychainQuery(synchronizable: .any)
      let found = try run.store.copyMatching(everything, returning: .attributes, limit: .all)
      run.expect(found.items.map(\.attributes.key), is: ["k"])
      run.expect(found.problems.isEmpty, "no problem is reported")
    },
    Case("R1", "text that is not UTF-8 stays readable as data") { run in
      try run.keychain().set(Data([0xC3, 0x28]), forKey: "k")
      run.expectError(.notUTF8) { () throws(RKeychainError) in try run.keychain().string(forKey: "k") }
      run.expect(try run.keychain().data(forKey: "k"), is: Data([0xC3, 0x28]))
    },
    Case("R2", "text keeps every byte: a leading U+FEFF, NUL, CR LF") { run in
      let text = "\u{FEFF}a\0b\r\n"
      try run.keychain().set(text, forKey: "k")
      run.expect([try run.keychain().string(forKey: "k") ?? "absent"], hasBytesOf: [text])
    },
    Case("R3", "a value of a mebibyte comes back") { run in
      let value = Data((0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
      try run.keychain().set(value, forKey: "k")
      run.expect(try run.keychain().data(forKey: "k") == value, "the bytes are the same")
    },
  ]
}
