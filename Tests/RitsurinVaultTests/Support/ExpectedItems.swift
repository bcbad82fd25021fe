import Foundation
import RitsurinFormat
import RitsurinVault

/// What `expected.json` says about the golden vaults.
struct ExpectedVaults: Decodable {
  struct Item: Decodable {
    var service: String
    var key: String
    var accessGroup: String?
    var synchronizable: Bool
    var accessibility: String
    var valueBase64: String
    var created: Int64
    var modified: Int64
    var label: String?
    var comment: String?
    var description: String?
    var genericBase64: String?
    var creator: UInt32?
    var type: UInt32?
    var invisible: Bool?
    var negative: Bool?

    /// A line that is equal for equal items, by bytes.
    var line: String {
      var parts = [hex(service), hex(key), hex(accessGroup), "\(synchronizable)", accessibility, valueBase64]
      parts += [
        "\(created)", "\(modified)", hex(label), hex(comment), hex(description), genericBase64 ?? "-",
      ]
      parts += [shown(creator), shown(type), shown(invisible), shown(negative)]
      return parts.joined(separator: " ")
    }
  }

  struct Rekeying: Decodable {
    var items: [Item]
    var deviceItems: [Item]
    var problems: [String: String]
  }

  struct Committing: Decodable {
    var before: [Item]
    var after: [Item]
  }

  var passphrase: String
  var items: [Item]
  var deviceItems: [Item]
  var rekeying: Rekeying
  var committing: Committing
}

func hex(_ text: String?) -> String {
  guard let text else { return "-" }
  return "\"" + text.utf8.map { String($0, radix: 16) }.joined(separator: ".") + "\""
}

func shown(_ value: (some CustomStringConvertible)?) -> String { value?.description ?? "-" }

extension OpenedItem {
  /// The same line for what a vault served.
  var line: String {
    let item = attributes
    let data = value.map { Data($0).base64EncodedString() }
    let generic = item.generic.map { Data($0).base64EncodedString() }
    var parts = [hex(item.service), hex(item.account), hex(item.group), "\(item.synchronizable)"]
    parts += [
      item.accessibility.rawValue, data ?? "?", "\(item.created)", "\(item.modified)", hex(item.label),
    ]
    parts += [hex(item.comment), hex(item.kind), generic ?? "-", shown(item.creator), shown(item.type)]
    parts += [shown(item.isInvisible), shown(item.isNegative)]
    return parts.joined(separator: " ")
  }
}
