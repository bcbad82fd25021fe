import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinVault
import Testing

/// Every call that a vault makes fails in turn.
@Suite("Failing calls") struct FaultTests {
  static let codes = [EIO, EACCES, ENOSPC, EMFILE]
  static let old: [UInt8] = [1]
  static let new: [UInt8] = [2, 2]

  enum Reading: CaseIterable { case open, find, findAnywhere, findAbsent, list, readValue }
  enum Writing: CaseIterable { case create, replace, remove, rename, several, recover }

  /// What a failed call may be called: nothing that blames the vault, the credential or an item.
  static func permitted(_ code: Int32) -> Set<String> { ["cannotRead \(code)", "cannotWrite \(code)"] }

  /// A vault of two items, and a handle whose calls do not fail.
  static func vault() throws -> (files: KeyedVault, sound: Vault) {
    let files = try KeyedVault()
    let vault = try files.open()
    let transaction = try vault.beginWrite()
    for names in [Names("k"), Names("l", service: "t", group: "g")] {
      _ = try transaction.put(names.attributes(), value: old, replacing: nil, over: [])
    }
    try transaction.commit()
    return (files, vault)
  }

  static func read(_ reading: Reading, _ files: KeyedVault, _ script: CallScript, _ vault: Vault)
    throws(VaultError) -> String
  {
    switch reading {
    case .open:
      let opened = try Vault(path: files.path, files: FileSystem(observer: script), policy: .quick)
      guard let secret = try? key(hex: Vectors.all.keys.keyFile) else { return "no key" }
      try opened.unlock(with: .key(secret))
      return "right"
    case .find: return try vault.value(Names("k")) == old ? "right" : "wrong"
    case .findAnywhere:
      let scope = ItemScope(service: "t", account: "l", group: .every, synchronizable: nil)
      let found = try vault.find(scope, values: true)
      if let problem = found.unlisted.first ?? found.unreadable.first?.error { throw problem }
      return found.items.map { $0.value.map(Array.init) } == [old] ? "right" : "wrong"
    case .findAbsent: return try vault.value(Names("absent")) == nil ? "right" : "wrong"
    case .list:
      let found = try vault.find(.everything, values: true)
      if let problem = found.unlisted.first ?? found.unreadable.first?.error { throw problem }
      return found.items.map { $0.value.map(Array.init) } == [old, old] ? "right" : "wrong"
    case .readValue:
      guard let item = try vault.find(Names("k").scope, values: false).known().items.first else {
        return "wrong"
      }
      return try vault.value(of: item)?.value.map(Array.init) == old ? "right" : "wrong"
    }
  }

  @Test("of readers are told as such, and never as absence", arguments: Reading.allCases, codes)
  func read(reading: Reading, code: Int32) throws {
    let (files, _) = try Self.vault()
    let script = CallScript()
    let vault = try files.open(script)
    script.restart()
    #expect(try Self.read(reading, files, script, vault) == "right")
    let calls = script.records.map(\.event.call)
    for (index, call) in calls.enumerated() {
      script.restart(failing: (index, code))
      let answer: String
      do throws(VaultError) {
        answer = try Self.read(reading, files, script, vault)
      } catch {
        answer = error.word
      }
      let isPermitted = answer == "right" || Self.permitted(code).contains(answer)
      #expect(isPermitted, "\(call) at \(index): \(answer)")
    }
    script.restart()
    #expect(try Self.read(reading, files, script, vault) == "right")
  }

  static func write(_ writing: Writing, _ vault: Vault) throws(VaultError) {
    switch writing {
    case .create: try vault.put(Names("c", service: "u"), new)
    case .replace, .recover: try vault.put(Names("k"), new)
    case .remove: try vault.remove(Names("k"))
    case .rename, .several:
      let transaction = try vault.beginWrite()
      let old = try transaction.find(Names("k").scope, values: false).known().items.first
      let names = writing == .rename ? Names("c", service: "u") : Names("k")
      _ = try transaction.put(names.attributes(), value: new, replacing: old, over: [])
      if writing == .several {
        _ = try transaction.put(Names("c", service: "u").attributes(), value: new, replacing: nil, over: [])
      }
      try transaction.commit()
    }
  }

  /// The values of `k`, `c` and `l`, "-" for absence.
  static func state(_ vault: Vault) throws -> String {
    return try [Names("k"), Names("c", service: "u"), Names("l", service: "t", group: "g")].map { names in
      try vault.value(names).map { $0 == old ? "o" : $0 == new ? "n" : "?" } ?? "-"
    }.joined()
  }

  /// The states before and after.
  static func states(_ writing: Writing) -> (before: String, after: String) {
    switch writing {
    case .create: ("o-o", "ono")
    case .replace, .recover: ("o-o", "n-o")
    case .remove: ("o-o", "--o")
    case .rename: ("o-o", "-no")
    case .several: ("o-o", "nno")
    }
  }

  static func prepared(_ writing: Writing) throws -> (files: KeyedVault, sound: Vault) {
    let (files, sound) = try vault()
    if writing == .recover {
      try files.write([1], to: ".lock")
      try files.write([1], to: "items/.tmp-0123456789abcdef")
      try files.remove("vault.header.backup")
    }
    return (files, sound)
  }

  /// With each error for what changes one file; with each in turn for the longer ones.
  @Test("of writers leave the old or the new, and the next write succeeds", arguments: Writing.allCases)
  func write(writing: Writing) throws {
    let isLong = writing == .rename || writing == .several || writing == .recover
    for (number, code) in Self.codes.enumerated() {
      try write(writing, code, from: isLong ? number : 0, step: isLong ? Self.codes.count : 1)
    }
  }

  private func write(_ writing: Writing, _ code: Int32, from first: Int, step: Int) throws {
    let (before, after) = Self.states(writing)
    var index = first
    while true {
      let (files, sound) = try Self.prepared(writing)
      let script = CallScript()
      let vault = try files.open(script)
      script.restart(failing: (index, code))
      var answer = "right"
      do throws(VaultError) {
        try Self.write(writing, vault)
      } catch {
        answer = error.word
      }
      let call = script.failed
      guard let call else { break }
      let isPermitted = answer == "right" || Self.permitted(code).contains(answer)
      #expect(isPermitted, "\(call) at \(index): \(answer)")
      let state = try Self.state(sound)
      if answer == "right" {
        #expect(state == after, "\(call) at \(index) failed unnoticed")
      } else if writing == .rename || writing == .several {
        // Between the commit and the end a reader may see both; the next writer ends that.
        #expect(state.hasSuffix("o") && !state.contains("?") && state != "--o", "\(call) at \(index)")
      } else {
        #expect(state == before || state == after, "\(call) at \(index)")
      }
      // The handle that failed goes on, too.
      script.restart()
      try vault.put(Names("next"), Self.new)
      let end = try Self.state(sound)
      #expect(end == before || end == after, "\(call) at \(index), then \(end)")
      #expect(try vault.value(Names("next")) == Self.new)
      #expect(try files.read(".lock") == [0])
      let left = files.names().filter { $0.contains(".tmp-") || $0.contains(".commit") }
      #expect(left == [], "\(call) at \(index)")
      index += step
    }
    #expect(index > 20)
  }
}
