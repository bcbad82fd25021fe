import Foundation
import RitsurinCrypto
import Testing

/// The known answers in Fixtures/Golden/vectors.json that concern primitives.
struct Golden: Decodable {
  struct Keys: Decodable {
    let master, seed, nameKey, vaultId, identityPublic, deviceKey, keyFile, identity: String
  }

  struct Name: Decodable, Sendable, CustomTestStringConvertible {
    let service, account, dS, dG, dI: String
    let accessGroup: String?
    let synchronizable: Bool
    var testDescription: String { dI }
  }

  struct Passphrase: Decodable, Sendable, CustomTestStringConvertible {
    let text, kdf, kek: String
    var testDescription: String { kek }
  }

  struct Item: Decodable, Sendable, CustomTestStringConvertible {
    let name, expect, path, hex: String
    let valueBase64: String?
    var testDescription: String { name }
  }

  struct Text: Decodable, Sendable {
    let name, expect, base64: String
  }

  let keys: Keys
  let kdf: [String: String]
  let keyId, device, check4: String
  let names: [Name]
  let passphrases: [Passphrase]
  let items: [Item]
  let headers, slots: [Text]

  /// The file, or nil when it cannot be read; a test of its own fails then.
  static let vectors: Golden? = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/Golden/vectors.json").standardizedFileURL
    return (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(Golden.self, from: $0) }
  }()

  /// The items that open and lie outside the device tree.
  static let plainItems = (vectors?.items ?? []).filter { $0.expect == "ok" && $0.path.hasPrefix("items/") }

  /// The values of a header or slot, which are lines of name and value.
  static func fields(of text: Text) throws -> [String: String] {
    let bytes = try #require(Data(base64Encoded: text.base64))
    var fields: [String: String] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      fields[String(parts[0])] = String(try #require(parts.last))
    }
    return fields
  }

  /// The decoded value of a header's or slot's line.
  static func decoded(_ name: String, of text: Text) throws -> [UInt8] {
    let value = try #require(try fields(of: text)[name])
    return try #require(StrictBase64.decode(Array(value.utf8), alphabet: .standardPadded))
  }
}
