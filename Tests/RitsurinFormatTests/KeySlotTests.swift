import RitsurinFormat
import Testing

@Suite struct KeySlotTests {
  /// Skipped vectors that are well-formed: vault, key, name, signature and length are the opener's to check.
  static let skippedBeyondFormat: Set<String> = [
    "signed by another key", "another vault", "file name differs", "conflict copy", "stale key",
    "unknown kind",
    "wrapped one byte longer", "wrapped empty",
  ]

  static func parse(_ bytes: [UInt8]) throws(SlotFault) -> KeySlot {
    try KeySlot.parse(RawSpan(_elements: bytes.span))
  }

  static func fault(_ bytes: [UInt8]) -> SlotFault? {
    do {
      _ = try parse(bytes)
      return nil
    } catch { return error }
  }

  @Test(arguments: Vectors.all.slots) func judgesAVector(_ vector: Vectors.Slot) throws {
    guard vector.expect != "skipped" || Self.skippedBeyondFormat.contains(vector.name) else {
      #expect(Self.fault(vector.bytes) != nil)
      return
    }
    let slot = try Self.parse(vector.bytes)
    #expect(slot.signedByteCount == vector.bytes.count - 99)
    #expect(Array("signature \(slot.signature.base64)\n".utf8) == Array(vector.bytes.suffix(99)))
    if vector.expect != "skipped" {
      #expect(slot.hasExpectedWrappedCount)
      #expect(slot.fileName == vector.file)
      #expect(KeySlot.isFileName(vector.file.utf8))
    }
  }

  @Test func readsAllVectors() {
    #expect(Vectors.all.slots.count == 75)
    #expect(Self.skippedBeyondFormat.isSubset(of: Vectors.all.slots.map(\.name)))
  }

  @Test(arguments: Golden.files(endingIn: ".slot")) func writesAGoldenSlotAgain(_ file: Golden.File) throws {
    let slot = try Self.parse(file.bytes)
    #expect(slot.encodeUnsigned() == Array(file.bytes[..<slot.signedByteCount]))
    #expect("slots/" + slot.fileName == file.path)
    #expect(slot.hasExpectedWrappedCount)
  }

  static func slot(_ kind: KeySlot.Kind, label: String = "label", count: Int = 105) -> KeySlot {
    KeySlot(
      vault: Array(0..<16), id: [0, 0, 0, 0x0a], key: [1, 2, 3, 4], created: "2026-11-30T00:00:00Z",
      label: label,
      kind: kind, wrapped: [UInt8](repeating: 5, count: count))
  }

  static func reparsed(_ slot: KeySlot) throws(SlotFault) -> KeySlot {
    try parse(SignedLines.appendingSignature([UInt8](repeating: 0, count: 64), to: slot.encodeUnsigned()))
  }

  @Test(
    arguments: [
      (.keyFile, 105), (.recipient([UInt8](repeating: 3, count: 32)), 113), (.unknown("hardware"), 7),
      (.passphrase(.init(opsLimit: 64, memLimit: 8192, salt: [UInt8](repeating: 4, count: 16))), 105),
    ] as [(KeySlot.Kind, Int)]) func parsesWhatItWrites(_ kind: KeySlot.Kind, _ count: Int) throws
  {
    let slot = try Self.reparsed(Self.slot(kind, count: count))
    #expect(slot.kind == kind)
    #expect(slot.label == "label")
    #expect(slot.wrapped.count == count)
    #expect(
      [kind.isPassphrase, kind.isKeyFile, kind.isRecipient].filter { $0 }.count == (count == 7 ? 0 : 1))
    #expect(slot.hasExpectedWrappedCount == (count != 7))
    #expect(!Self.slot(kind, count: count + 1).hasExpectedWrappedCount)
  }

  @Test(arguments: ["", "Schl\u{fc}ssel \u{1f511}", " two  spaces ", "\u{2028}\u{200b}"])
  func keepsALabel(_ label: String) throws {
    #expect(KeySlot.isLabel(label))
    #expect(try Array(Self.reparsed(Self.slot(.keyFile, label: label)).label.utf8) == Array(label.utf8))
  }

  @Test(arguments: ["a\nkind recipient", "a\r\nb", "\u{0}", "\u{7f}", "\u{85}", "tab\t"])
  func letsNoLabelForgeALine(_ label: String) throws {
    #expect(!KeySlot.isLabel(label))
    let slot = try Self.reparsed(Self.slot(.keyFile, label: label))
    #expect(slot.kind == .keyFile)
    #expect(slot.label.unicodeScalars.count == label.unicodeScalars.count)
  }

  @Test(arguments: [
    ("argon2id13 1 8192 AAAAAAAAAAAAAAAAAAAAAA==", true),
    ("argon2id13 64 268435456 AAAAAAAAAAAAAAAAAAAAAA==", true),
    ("argon2id13 4 4294967296 AAAAAAAAAAAAAAAAAAAAAA==", true),
    ("argon2id13 5 4294967296 AAAAAAAAAAAAAAAAAAAAAA==", false),
    ("argon2id13 64 268436480 AAAAAAAAAAAAAAAAAAAAAA==", false),
    ("argon2id13 1 4294968320 AAAAAAAAAAAAAAAAAAAAAA==", false),
    ("argon2id13 65 8192 AAAAAAAAAAAAAAAAAAAAAA==", false),
    ("argon2id13 0 8192 AAAAAAAAAAAAAAAAAAAAAA==", false),
    ("argon2id13 1 7168 AAAAAAAAAAAAAAAAAAAAAA==", false),
    ("argon2id13 1 8193 AAAAAAAAAAAAAAAAAAAAAA==", false),
    ("argon2id13 9223372036854775807 9223372036854775807 AAAAAAAAAAAAAAAAAAAAAA==", false),
    ("argon2id13 1 8192 AAAAAAAAAAAAAAAAAAAAAB==", false),
    ("argon2id13 1 8192 AAAAAAAAAAAAAAAAAAAAAA", false),
    ("argon2id13 1 8192 AAAAAAAAAAAAAAAAAAAA", false), ("argon2id13 1 8192", false),
    ("argon2i 1 8192 AAAA", false),
    ("argon2id13 1  8192 AAAAAAAAAAAAAAAAAAAAAA==", false), ("", false),
    ("argon2id13 1 8192 AAAAAAAAAAAAAAAAAAAAAA== x", false),
    ("argon2id13 01 8192 AAAAAAAAAAAAAAAAAAAAAA==", false),
  ]) func boundsTheCostOfAPassphrase(_ kdf: String, _ isAllowed: Bool) {
    let lines = SignedText.slotLines.flatMap {
      $0 == "kind keyfile" ? ["kind passphrase", "kdf \(kdf)"] : [$0]
    }
    #expect((Self.fault(SignedText.header(lines)) == nil) == isAllowed)
  }

  @Test(arguments: ["2", "9223372036854775807"]) func knowsANewerFormat(_ version: String) {
    #expect(Self.fault(Array("ritsurin-slot \(version)\n".utf8)) == .newerFormat)
  }

  @Test func doesNotTakeAHeader() {
    #expect(Self.fault(SignedText.header(SignedText.headerLines)) != nil)
    #expect(VaultHeaderTests.fault(SignedText.header(SignedText.slotLines)) != nil)
  }

  @Test func ignoresUnknownNames() {
    #expect(
      Self.fault(SignedText.header(SignedText.slotLines + ["retired x", "retired y", "future "])) == nil)
  }

  @Test(
    arguments: SignedText.slotLines.dropFirst() + [
      "kdf argon2id13 1 8192 AAAAAAAAAAAAAAAAAAAAAA==", "recipient x",
    ])
  func refusesALineTooMany(_ line: String) {
    #expect(Self.fault(SignedText.header(SignedText.slotLines + [line])) != nil)
  }

  @Test(arguments: [
    ("0000000a.slot", true), ("0000000A.slot", false), ("000000a.slot", false), ("0000000a.slot~", false),
    ("0000000a.sync-conflict-1.slot", false), ("0000000a.slots", false), (".slot", false), ("", false),
  ]) func knowsItsFileNames(_ name: String, _ isOne: Bool) {
    #expect(KeySlot.isFileName(name.utf8) == isOne)
  }

  @Test func survivesEveryChangedByteAndEveryTruncation() {
    let bytes = SignedText.header(SignedText.slotLines)
    let wrong = bytes.mutations(someWays).filter { mutation in
      guard let slot = try? Self.parse(mutation) else { return false }
      return slot.encodeUnsigned() != Array(mutation[..<slot.signedByteCount])
    }
    #expect(wrong.isEmpty)
    #expect(bytes.truncations.allSatisfy { Self.fault($0) != nil })
  }
}
