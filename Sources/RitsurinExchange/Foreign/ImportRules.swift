import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rules that hold for every format, applied when a file has been read.
enum ImportRules {
  static func apply(
    _ options: RKeychainImportOptions, to file: inout RKeychainImport
  ) throws(RKeychainImportError) {
    mapGroups(options.groupMap, in: &file)
    try unwrap(options.unwrap, in: &file)
  }

  // MARK: Access groups

  private static func mapGroups(_ map: [(old: String, new: String)], in file: inout RKeychainImport) {
    guard !map.isEmpty else { return }
    for position in file.entries.indices {
      let group = file.entries[position].item.item.accessGroup ?? ""
      guard let rule = map.first(where: { ExactText.same($0.old, group) }) else { continue }
      file.entries[position].item.item.accessGroup = rule.new.isEmpty ? nil : rule.new
    }
  }

  // MARK: Wrapped values

  private static func unwrap(
    _ isWanted: Bool, in file: inout RKeychainImport
  ) throws(RKeychainImportError) {
    var wrapped = 0
    for position in file.entries.indices {
      let entry = file.entries[position]
      let value = Array(entry.item.item.value)
      guard let wrapping = WrappedValue(value) else { continue }
      guard isWanted else {
        wrapped += 1
        continue
      }
      guard let content = wrapping.content else {
        throw RKeychainImportError(
          .decodingFailed, line: entry.line,
          message:
            "the value says that it is \(wrapping.kind.rawValue) and is not; without --unwrap it is kept")
      }
      file.entries[position].item.item.value = Data(content)
    }
    guard wrapped > 0 else { return }
    let values = wrapped == 1 ? "1 value is" : "\(wrapped) values are"
    file.notices.append(
      RKeychainImportRemark(
        line: nil, message: "\(values) wrapped by the library that stored them, and kept so; see --unwrap"))
  }
}

/// A value in the wrapping that a library put round it.
struct WrappedValue {
  enum Kind: String {
    case goBase64 = "base64 of go-keyring"
    case goHexadecimal = "hexadecimal of go-keyring"
    case item = "an item of 99designs/keyring"
  }

  let kind: Kind
  /// What is inside; nil where the wrapping is damaged.
  let content: [UInt8]?

  /// - Returns: nil for a value without a known wrapping.
  init?(_ value: [UInt8]) {
    let base64 = Array("go-keyring-base64:".utf8)
    let hexadecimal = Array("go-keyring-encoded:".utf8)
    if value.starts(with: base64) {
      kind = .goBase64
      content = Base64Text.decode(Array(value.dropFirst(base64.count)))
    } else if value.starts(with: hexadecimal) {
      kind = .goHexadecimal
      content = HexText.decode(value.dropFirst(hexadecimal.count))
    } else if let data = Self.itemData(value) {
      kind = .item
      content = data
    } else {
      return nil
    }
  }

  /// The bytes of `{"Key":…,"Data":base64,"Label":…,"Description":…}`; nil for anything else.
  private static func itemData(_ value: [UInt8]) -> [UInt8]? {
    guard value.first == UInt8(ascii: "{"), value.last == UInt8(ascii: "}"),
      UTF8Check.firstInvalid(in: value) == nil
    else { return nil }
    var parser = JSONParser(value)
    guard case .object(let object)? = try? parser.parseWhole(), case .string = object["Key"],
      case .string(let data) = object["Data"]
    else { return nil }
    return Base64Text.decode(data)
  }
}
