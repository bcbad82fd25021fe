import RitsurinCrypto
import RitsurinFormat
import RitsurinVault
import Testing

@Suite("Slot vectors") struct SlotVectorTests {
  static let slots = Vectors.all.slots

  static func credential(_ slot: Vectors.Slot) throws -> Credential {
    if let text = slot.credential.key { return .key(try key(hex: text)) }
    if let text = slot.credential.identity { return .identity(try key(hex: text)) }
    return try passphrase(#require(slot.credential.passphrase))
  }

  static func opening() throws -> SlotOpening {
    let header = try HeaderReading.verify(KeyedVault().read("vault.header"), path: "vault.header")
    return try #require(SlotOpening(header: header))
  }

  @Test("are all there") func count() { #expect(Self.slots.count == 75) }

  @Test("get their answer", arguments: slots) func open(slot: Vectors.Slot) throws {
    let opening = try Self.opening()
    var answer = "skipped"
    if let candidate = opening.candidate(try bytes(base64: slot.base64), file: slot.file) {
      let opened = try opening.open([candidate], with: Self.credential(slot))
      answer = opened.map { $0.signing == nil ? "member" : "owner" } ?? "wrongCredential"
      if let opened {
        #expect(try opened.master == key(hex: Vectors.all.keys.master))
        #expect(opened.file == slot.file)
      }
    }
    #expect(answer == slot.expect)
  }

  @Test("get their answer as the only slot of a vault", arguments: slots)
  func unlock(slot: Vectors.Slot) throws {
    let files = try KeyedVault()
    try files.remove("slots/00000002.slot")
    try files.write(bytes(base64: slot.base64), to: "slots/" + slot.file)
    let vault = try Vault(path: files.path, policy: .quick)
    let credential = try Self.credential(slot)
    let isOpening = slot.expect == "owner" || slot.expect == "member"
    let answer = word { () throws(VaultError) in try vault.unlock(with: credential) }
    // A slot that is not even tried says nothing about the credential.
    let refusal = slot.expect == "skipped" ? "noUsableSlot" : "wrongCredential"
    #expect(answer == (isOpening ? nil : refusal))
    #expect(vault.isUnlocked == isOpening && vault.isOwner == (slot.expect == "owner"))
  }

  @Test("do not stop others from being tried", arguments: slots.filter { $0.credential.key != nil })
  func goOn(slot: Vectors.Slot) throws {
    let files = try KeyedVault()
    try files.write(bytes(base64: slot.base64), to: "slots/00000000.slot")
    try files.write(bytes(base64: slot.base64), to: "slots/0000000a.slot")
    _ = try files.open()
  }
}

@Suite("Key file vectors") struct KeyFileVectorTests {
  @Test("are all there") func count() { #expect(Vectors.all.keyFiles.count == 32) }

  @Test("give their key or are refused", arguments: Vectors.all.keyFiles)
  func parse(file: Vectors.KeyFile) throws {
    let bytes = Array(file.text.utf8)
    do {
      let parsed = try KeyFile.parse(unsafe bytes.span.bytes, kind: .key, path: "f")
      #expect(try parsed == key(hex: #require(file.key)))
    } catch let error as VaultError {
      guard case .credential(.malformedFile) = error else { throw error }
      #expect(file.key == nil)
    }
  }
}

@Suite("Passphrase vectors") struct PassphraseVectorTests {
  /// The parts of a `kdf` value.
  struct Derivation {
    let cost: PasswordHashCost
    let salt: [UInt8]

    init(_ text: String) throws {
      let parts = text.split(separator: " ").map(String.init)
      try #require(parts.count == 4 && parts[0] == "argon2id13")
      let limits = try (#require(UInt64(parts[1])), #require(Int(parts[2])))
      cost = try #require(PasswordHashCost(opsLimit: limits.0, memLimit: limits.1))
      salt = try bytes(base64: parts[3])
    }

    func key(of text: String) throws -> SymmetricKey {
      let bytes = Array(text.utf8)
      return try PasswordHash.key(
        passphrase: unsafe bytes.span.bytes, salt: unsafe salt.span.bytes, cost: cost)
    }
  }

  @Test("are all there") func count() { #expect(Vectors.all.passphrases.count == 11) }

  @Test("give their key", arguments: Vectors.all.passphrases) func derive(vector: Vectors.Passphrase) throws {
    #expect(try Derivation(vector.kdf).key(of: vector.text) == key(hex: vector.kek))
  }

  /// A slot that the golden identity signed for a passphrase.
  static func slot(for text: String, _ kdf: String) throws -> KeySlot {
    let keys = Vectors.all.keys
    let derivation = try Derivation(kdf)
    let vault = try bytes(hex: keys.vaultId)
    let master = try key(hex: keys.master)
    let id: [UInt8] = [0, 0, 0, 10]
    let payload = try SlotPayload.owner(master: master, seed: key(hex: keys.seed))
    let wrapped = Box.seal(
      payload, aad: Array("ritsurin-wrap-v1".utf8) + vault + id + (try master.keyID().bytes),
      key: try derivation.key(of: text))
    let slot = KeySlot(
      vault: vault, id: id, key: try master.keyID().bytes, created: "2026-11-30T00:00:00Z", label: "",
      kind: .passphrase(
        KeySlot.PassphraseParameters(
          opsLimit: derivation.cost.opsLimit, memLimit: derivation.cost.memLimit, salt: derivation.salt)),
      wrapped: wrapped)
    let file = try KeyedVault.signed(slot.encodeUnsigned())
    return try #require(SlotVectorTests.opening().candidate(file, file: "0000000a.slot"))
  }

  @Test("open under each of their other forms", arguments: Vectors.all.passphrases)
  func tryForms(vector: Vectors.Passphrase) throws {
    let opening = try SlotVectorTests.opening()
    for form in [vector.text] + vector.otherForms {
      let slot = try Self.slot(for: form, vector.kdf)
      #expect(try opening.open([slot], with: passphrase(vector.text)) != nil)
    }
  }

  @Test("open under no form but these") func tryNoMore() throws {
    let opening = try SlotVectorTests.opening()
    for (typed, sealed) in [("\u{FB01}", "fi"), (" pw", "pw"), ("pw", "PW"), ("pw\n", "pw")] {
      let slot = try Self.slot(for: sealed, "argon2id13 1 8192 I5UI5We84C50DVNYzDOqrw==")
      #expect(try opening.open([slot], with: passphrase(typed)) == nil)
    }
  }
}

@Suite("Name vectors") struct NameVectorTests {
  @Test("give their digests and paths", arguments: Vectors.all.names, [NamesMode.opaque, .readable])
  func name(vector: Vectors.Name, mode: NamesMode) throws {
    let keys = Vectors.all.keys
    let naming = try ItemNaming(
      nameKey: key(hex: keys.nameKey), mode: mode, deviceKey: key(hex: keys.deviceKey))
    let address = try naming.address(
      account: vector.account, service: vector.service, group: vector.accessGroup,
      synchronizable: vector.synchronizable, tree: .items)
    #expect(address.path == "items/" + (mode == .opaque ? vector.opaque : vector.readable))
    #expect(Hex.encode(address.group.bytes) == vector.dG)
    #expect(Hex.encode(naming.digest(ofService: vector.service).bytes) == vector.dS)
    let item = try naming.digest(
      ofAccount: vector.account, service: naming.digest(ofService: vector.service), group: address.group,
      synchronizable: vector.synchronizable)
    #expect(Hex.encode(item.bytes) == vector.dI)
    #expect(naming.deviceComponent == Vectors.all.device)
  }
}
