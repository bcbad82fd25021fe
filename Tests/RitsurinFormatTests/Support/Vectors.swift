import Foundation
import Testing

/// The test vectors of an independent implementation: Fixtures/Golden/vectors.json.
struct Vectors: Decodable {
  struct Name: Decodable, CustomTestStringConvertible {
    let service: String
    let accessGroup: String?
    let account: String
    let dS: String
    let dG: String
    let dI: String
    let opaque: String
    let readable: String
    var testDescription: String { readable }
  }

  struct Slug: Decodable, CustomTestStringConvertible {
    let text: String
    let slug: String
    var testDescription: String { text }
  }

  struct KeyFile: Decodable, CustomTestStringConvertible {
    let text: String
    let key: String?
    var testDescription: String { text.debugDescription }
  }

  struct Item: Decodable, CustomTestStringConvertible {
    let name: String
    let expect: String
    let path: String
    let hex: String
    let nonce: String?
    var testDescription: String { name }
    var bytes: [UInt8] { [UInt8](hexadecimal: hex) }
  }

  struct Header: Decodable, CustomTestStringConvertible {
    let name: String
    let expect: String
    let base64: Data
    var testDescription: String { name }
    var bytes: [UInt8] { Array(base64) }
  }

  struct Slot: Decodable, CustomTestStringConvertible {
    let name: String
    let file: String
    let expect: String
    let base64: Data
    var testDescription: String { name }
    var bytes: [UInt8] { Array(base64) }
  }

  let names: [Name]
  let slugs: [Slug]
  let keyFiles: [KeyFile]
  let items: [Item]
  let headers: [Header]
  let slots: [Slot]

  /// Read once; a file that cannot be read leaves nothing to test, which the suites' counts notice.
  static let all: Vectors = {
    let none = Vectors(names: [], slugs: [], keyFiles: [], items: [], headers: [], slots: [])
    guard let data = try? Data(contentsOf: Golden.directory.appending(path: "vectors.json")) else {
      return none
    }
    return (try? JSONDecoder().decode(Vectors.self, from: data)) ?? none
  }()
}
