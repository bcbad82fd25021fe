import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinVault
import Testing

/// `vectors.json`: inputs of the single parts and the answers that a reader must give.
struct Vectors: Decodable, Sendable {
  struct Keys: Decodable, Sendable {
    var master = ""
    var seed = ""
    var nameKey = ""
    var vaultId = ""
    var identityPublic = ""
    var deviceKey = ""
    var keyFile = ""
    var identity = ""
  }

  struct Name: Decodable, Sendable {
    var service: String
    var accessGroup: String?
    var synchronizable: Bool
    var account: String
    var dS: String
    var dG: String
    var dI: String
    var opaque: String
    var readable: String
  }

  struct Passphrase: Decodable, Sendable {
    var text: String
    var kdf: String
    var kek: String
    var otherForms: [String]
  }

  struct KeyFile: Decodable, Sendable {
    var text: String
    var key: String?
  }

  struct Item: Decodable, Sendable {
    var name: String
    var expect: String
    var path: String
    var hex: String
    var valueBase64: String?
    var nonce: String?
    var created: Int64?
    var modified: Int64?
  }

  struct Header: Decodable, Sendable {
    var name: String
    var expect: String
    var base64: String
  }

  struct Slot: Decodable, Sendable {
    struct Credential: Decodable, Sendable {
      var passphrase: String?
      var key: String?
      var identity: String?
    }

    var name: String
    var expect: String
    var file: String
    var credential: Credential
    var base64: String
  }

  var keys = Keys()
  var device = ""
  var names: [Name] = []
  var passphrases: [Passphrase] = []
  var keyFiles: [KeyFile] = []
  var items: [Item] = []
  var headers: [Header] = []
  var slots: [Slot] = []

  /// Empty where the file cannot be read, which `VectorTests` notices.
  static let all = (try? Golden.json("vectors.json", as: Vectors.self)) ?? Vectors()
}

// What a failing case is called.
extension Vectors.Name: CustomTestStringConvertible { var testDescription: String { opaque } }
extension Vectors.Item: CustomTestStringConvertible { var testDescription: String { name } }
extension Vectors.Header: CustomTestStringConvertible { var testDescription: String { name } }
extension Vectors.Slot: CustomTestStringConvertible { var testDescription: String { name } }
extension Vectors.Passphrase: CustomTestStringConvertible { var testDescription: String { hex(text) } }
extension Vectors.KeyFile: CustomTestStringConvertible {
  var testDescription: String { "\(key == nil ? "refused" : "read"), \(hex(String(text.prefix(24))))" }
}

/// Bytes of hexadecimal text.
func bytes(hex text: String) throws -> [UInt8] { try #require(Hex.decode(text.utf8)) }

/// Bytes of base64 text.
func bytes(base64 text: String) throws -> [UInt8] { [UInt8](try #require(Data(base64Encoded: text))) }

/// A key of hexadecimal text.
func key(hex text: String) throws -> SymmetricKey {
  let bytes = try bytes(hex: text)
  return try #require(SymmetricKey(try SecretBytes(copying: unsafe bytes.span.bytes)))
}

/// A passphrase as a credential, without the check of where it came from.
func passphrase(_ text: String) throws -> Credential {
  .passphrase(try SecretBytes(copying: unsafe Array(text.utf8).span.bytes))
}
