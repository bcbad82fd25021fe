import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Why one object of a file is no item.
struct NativeFault: Error {
  /// What is wrong; no value is quoted.
  let message: String
}

/// One item object, read member by member.
struct NativeItem {
  private var texts: [NativeFormat.Key: String] = [:]
  private var flags: [NativeFormat.Key: Bool] = [:]
  private var numbers: [NativeFormat.Key: UInt32] = [:]
  private var times: [NativeFormat.Key: Int64] = [:]
  private var accessibility = RKeychainAccessibility.afterFirstUnlock
  private var generic: Data?
  private var value: Data?
  /// What was not taken over exactly.
  private(set) var notices: [String] = []

  /// Reads an object.
  ///
  /// - Throws: the first fault.
  init(_ object: JSONObject) throws(NativeFault) {
    for (name, value) in object.members {
      guard let key = NativeFormat.Key.named(name) else {
        guard NativeFormat.isAnnotation(name) else { throw NativeFault(message: Self.unknown(name)) }
        continue
      }
      try read(key, value)
    }
  }

  /// The item.
  ///
  /// - Throws: a fault where something required is missing.
  func item() throws(NativeFault) -> RKeychainRestoredItem {
    guard let service = texts[.service] else { throw NativeFault(message: "\"service\" is missing") }
    guard let account = texts[.account] else { throw NativeFault(message: "\"account\" is missing") }
    guard let value else {
      throw NativeFault(message: "\"value\" is missing, and so is \"valueBase64\"")
    }
    let item = RKeychainNewItem(
      service: service, key: account, accessGroup: texts[.accessGroup],
      synchronizable: flags[.synchronizable] ?? false, accessibility: accessibility, label: texts[.label],
      comment: texts[.comment], kind: texts[.kind], generic: generic, creator: numbers[.creator],
      type: numbers[.type], isInvisible: flags[.invisible], isNegative: flags[.negative], value: value)
    return RKeychainRestoredItem(
      item, createdMicroseconds: times[.created] ?? times[.modified],
      modifiedMicroseconds: times[.modified] ?? times[.created])
  }

  private mutating func read(_ key: NativeFormat.Key, _ value: JSONValue) throws(NativeFault) {
    switch key {
    case .service, .account, .label, .comment, .kind: texts[key] = try text(key, value)
    case .accessGroup: texts[key] = try group(value)
    case .synchronizable, .invisible, .negative: flags[key] = try flag(key, value)
    case .creator, .type: numbers[key] = try number(key, value)
    case .accessibility: accessibility = try accessibility(value)
    case .created, .modified: try readTime(key, value)
    case .generic: generic = Data(try bytes(key, value))
    case .value, .valueBase64: try readValue(key, value)
    }
  }

  private mutating func readValue(_ key: NativeFormat.Key, _ value: JSONValue) throws(NativeFault) {
    guard self.value == nil else {
      throw NativeFault(message: "\"value\" and \"valueBase64\" are both there")
    }
    let bytes = key == .value ? try utf8(key, value) : try bytes(key, value)
    guard bytes.count <= NativeFormat.valueLimit else {
      throw NativeFault(
        message: "the value has \(bytes.count) bytes, and \(NativeFormat.valueLimit) is the limit")
    }
    self.value = Data(bytes)
  }

  private mutating func readTime(_ key: NativeFormat.Key, _ value: JSONValue) throws(NativeFault) {
    guard let time = Timestamp.parse(try utf8(key, value)) else {
      notices.append("\"\(key.rawValue)\" is no time of the form YYYY-MM-DDTHH:MM:SSZ; it is left out")
      return
    }
    if time.isTruncated { notices.append("\"\(key.rawValue)\" is cut to microseconds") }
    times[key] = time.microseconds
  }

  // MARK: Types

  private func utf8(_ key: NativeFormat.Key, _ value: JSONValue) throws(NativeFault) -> [UInt8] {
    guard case .string(let bytes) = value else { throw Self.wrongType(key, "a string", value) }
    return bytes
  }

  private func text(_ key: NativeFormat.Key, _ value: JSONValue) throws(NativeFault) -> String {
    // The whole file was found to be UTF-8, and escapes only make whole scalars: nothing is repaired here.
    String(decoding: try utf8(key, value), as: UTF8.self)
  }

  private func group(_ value: JSONValue) throws(NativeFault) -> String {
    let group = try text(.accessGroup, value)
    guard !group.isEmpty, !group.utf8.contains(0) else {
      throw NativeFault(message: "\"accessGroup\" is empty or holds U+0000")
    }
    return group
  }

  private func flag(_ key: NativeFormat.Key, _ value: JSONValue) throws(NativeFault) -> Bool {
    guard case .bool(let flag) = value else { throw Self.wrongType(key, "a boolean", value) }
    return flag
  }

  private func number(_ key: NativeFormat.Key, _ value: JSONValue) throws(NativeFault) -> UInt32 {
    guard case .integer(let number) = value, let number = UInt32(exactly: number) else {
      throw Self.wrongType(key, "a whole number of 0 to 4294967295", value)
    }
    return number
  }

  private func bytes(_ key: NativeFormat.Key, _ value: JSONValue) throws(NativeFault) -> [UInt8] {
    guard let bytes = Base64Text.decode(try utf8(key, value)) else {
      throw NativeFault(message: "\"\(key.rawValue)\" is no base64 with padding and without blanks")
    }
    return bytes
  }

  private func accessibility(_ value: JSONValue) throws(NativeFault) -> RKeychainAccessibility {
    let name = try utf8(.accessibility, value)
    let known = RKeychainAccessibility.allCases.first { $0.rawValue.utf8.elementsEqual(name) }
    guard let known else { throw NativeFault(message: "\"accessibility\" is none of the known names") }
    return known
  }

  // MARK: Messages

  private static func wrongType(_ key: NativeFormat.Key, _ wanted: String, _ value: JSONValue) -> NativeFault
  {
    NativeFault(message: "\"\(key.rawValue)\" must be \(wanted), not \(value.kindName)")
  }

  /// Names a member only where it looks like a name: a file of another format may have secrets there.
  private static func unknown(_ name: [UInt8]) -> String {
    let isPlain = 1...24 ~= name.count && name.allSatisfy { isLetter($0) }
    return isPlain ? "\"\(String(decoding: name, as: UTF8.self))\" is no known name" : "a name is not known"
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
