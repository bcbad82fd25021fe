/// Signed lines with a signature that nobody checks here.
enum SignedText {
  static let signatureLine = "signature " + String(repeating: "A", count: 86) + "==\n"

  static func header(_ lines: [String]) -> [UInt8] {
    Array((lines.map { $0 + "\n" }.joined() + signatureLine).utf8)
  }

  /// The lines of a right header.
  static let headerLines = [
    "ritsurin-vault 1", "id 000102030405060708090a0b0c0d0e0f", "created 2026-11-30T00:00:00Z", "names opaque",
    "epoch 1", "key 11f1a845", "identity " + [UInt8](repeating: 7, count: 32).base64,
    "keys " + [UInt8](repeating: 9, count: 72).base64,
  ]

  /// The lines of a right slot.
  static let slotLines = [
    "ritsurin-slot 1", "vault 000102030405060708090a0b0c0d0e0f", "id 0000000a", "key 11f1a845",
    "created 2026-11-30T00:00:00Z", "label key", "kind keyfile",
    "wrapped " + [UInt8](repeating: 9, count: 105).base64,
  ]
}
