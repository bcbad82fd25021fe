import RitsurinCrypto
import RitsurinFormat
import RitsurinVault
import Testing

@Suite struct ItemMergeTests {
  private let files: KeyedVault
  private let vault: Vault
  private let keyring: Keyring
  private let names = Names("k")

  init() throws {
    files = try KeyedVault()
    vault = try files.open()
    keyring = try #require(
      try Keyring.make(
        header: HeaderReading.verify(files.read("vault.header"), path: files.path),
        master: key(hex: Vectors.all.keys.master), deviceKey: nil))
  }

  private func seal(_ value: String, at modified: Int64, _ names: Names? = nil) throws -> [UInt8] {
    let attributes = (names ?? self.names).attributes(modified: modified)
    return try ItemSealer.seal(
      attributes, value: Array(value.utf8), at: keyring.address(of: attributes), vaultID: vault.header.id,
      keyring: keyring)
  }

  private var path: String {
    get throws { try keyring.address(of: names.attributes()).sealedPath }
  }

  private func version(_ bytes: [UInt8], by vault: Vault? = nil) throws -> SealedVersion {
    try (vault ?? self.vault).version(bytes, path: "x")
  }

  /// What a merge makes of bytes: the winner, the loser, and whether nobody needs to look.
  private struct Made: Equatable {
    var winner: [UInt8]
    var loser: [UInt8]?
    var isDecided = true
  }

  private func merge(
    _ ours: [UInt8], _ theirs: [UInt8], base: [UInt8]? = nil, by vault: Vault? = nil
  ) throws -> Made {
    let merge = ItemMerge(
      base: try base.map { try version($0, by: vault) }, ours: try version(ours, by: vault),
      theirs: try version(theirs, by: vault), path: try path)
    return Made(
      winner: merge.winner == .ours ? ours : theirs, loser: merge.loser, isDecided: merge.isDecided)
  }

  /// The merge with either version as ours, which must come to the same.
  private func mergeBothWays(_ one: [UInt8], _ other: [UInt8], base: [UInt8]? = nil) throws -> Made {
    let made = try merge(one, other, base: base)
    #expect(try merge(other, one, base: base) == made)
    return made
  }

  @Test func takesTheOnlyChange() throws {
    let (base, changed) = (try seal("0", at: 9), try seal("1", at: 1))
    #expect(try mergeBothWays(base, changed, base: base) == Made(winner: changed))
    #expect(try mergeBothWays(base, base) == Made(winner: base))
    // No key is needed for either.
    let locked = try Vault(path: files.path)
    #expect(try merge(base, changed, base: base, by: locked) == Made(winner: changed))
    #expect(try merge(changed, changed, by: locked) == Made(winner: changed))
  }

  @Test func keepsTheNewerAndTheLoser() throws {
    let (base, older, newer) = (try seal("0", at: 1), try seal("1", at: 5), try seal("2", at: 6))
    #expect(try mergeBothWays(older, newer, base: base) == Made(winner: newer, loser: older))
    #expect(try mergeBothWays(older, newer) == Made(winner: newer, loser: older))
  }

  @Test func ordersEqualDatesByBytes() throws {
    let (one, other) = (try seal("1", at: 5), try seal("2", at: 5))
    let (less, greater) = one.lexicographicallyPrecedes(other) ? (one, other) : (other, one)
    #expect(try mergeBothWays(less, greater) == Made(winner: greater, loser: less))
  }

  @Test(arguments: [5, 6] as [Int64]) func keepsNothingOfEqualContent(modified: Int64) throws {
    let (base, one, other) = (try seal("0", at: 1), try seal("1", at: 5), try seal("1", at: modified))
    let made = try mergeBothWays(one, other, base: base)
    #expect(made.loser == nil && made.isDecided)
    if modified == 6 { #expect(made.winner == other) }
  }

  @Test func passesOverWhatWasOnlySealedAgain() throws {
    let (base, again, changed) = (try seal("0", at: 5), try seal("0", at: 5), try seal("1", at: 4))
    #expect(try mergeBothWays(again, changed, base: base) == Made(winner: changed))
  }

  @Test func keepsWhatDoesNotOpenAsTheLoser() throws {
    let sound = try seal("1", at: 5)
    var broken = try seal("2", at: 6)
    broken[broken.count - 1] ^= 1
    #expect(try mergeBothWays(sound, broken) == Made(winner: sound, loser: broken))
    let elsewhere = try seal("2", at: 6, Names("other"))
    #expect(try mergeBothWays(sound, elsewhere) == Made(winner: sound, loser: elsewhere))
    let foreign = Array("<<<<<<< no item".utf8)
    #expect(try mergeBothWays(sound, foreign) == Made(winner: sound, loser: foreign))
  }

  @Test func leavesToAPersonWhatCannotBeKnown() throws {
    let (base, ours, theirs) = (try seal("0", at: 1), try seal("1", at: 5), try seal("2", at: 6))
    let undecided = Made(winner: ours, loser: theirs, isDecided: false)
    #expect(try merge(ours, theirs, base: base, by: try Vault(path: files.path)) == undecided)
    let (one, other) = (Array(ours.dropLast()), Array(theirs.dropLast()))
    #expect(try merge(one, other, base: base) == Made(winner: one, loser: other, isDecided: false))
  }

  /// Whoever has the key or the tool would decide otherwise.
  @Test(arguments: [12, 8, 24]) func leavesToAPersonWhatIsForAnotherKeyOrTool(byte: Int) throws {
    let (base, sound) = (try seal("0", at: 1), try seal("1", at: 5))
    var strange = try seal("2", at: 6)
    strange[byte] += 1
    #expect(try version(strange).item == nil)
    for base in [nil, base] {
      #expect(
        try merge(sound, strange, base: base) == Made(winner: sound, loser: strange, isDecided: false))
      #expect(
        try merge(strange, sound, base: base) == Made(winner: strange, loser: sound, isDecided: false))
    }
  }

  @Test func believesNoClosedKeyBecauseItsItemIsNewer() throws {
    let late = try seal("late", at: 9)
    let master = try files.rekey(isClosed: true)
    let opened = try files.open()
    let current = try #require(
      try Keyring.make(
        header: HeaderReading.verify(files.read("vault.header"), path: files.path), master: master,
        deviceKey: nil))
    let attributes = names.attributes(modified: 2)
    let sound = try ItemSealer.seal(
      attributes, value: [1], at: current.address(of: attributes), vaultID: vault.header.id, keyring: current)
    #expect(try merge(late, sound, by: opened) == Made(winner: sound, loser: late))
    #expect(try merge(sound, late, by: opened) == Made(winner: sound, loser: late))
  }

  /// Whatever the order in which three versions meet, one wins and the others are kept.
  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func comesToTheSameInEveryOrder(order: [Int]) throws {
    let base = try seal("0", at: 1)
    let versions = try [seal("a", at: 7), seal("b", at: 5), seal("c", at: 6)]
    var kept: Set<[UInt8]> = []
    var winner = versions[order[0]]
    for next in order.dropFirst() {
      let made = try mergeBothWays(winner, versions[next], base: base)
      winner = made.winner
      if let loser = made.loser { kept.insert(loser) }
    }
    #expect(winner == versions[0] && kept == [versions[1], versions[2]])
  }
}
