/// JSON in the terms of property lists.
enum SecItemValues {
  /// The value that JSON stands for; an array of bytes is data.
  ///
  /// - Complexity: linear.
  static func value(_ json: JSONValue) -> PropertyListValue {
    switch json {
    case .null, .number: return .other
    case .bool(let flag): return .bool(flag)
    case .integer(let number): return .integer(number)
    case .string(let text): return .string(text)
    case .array(let values): return .array(values.map(value))
    case .object(let object):
      let members = object.members.compactMap { member -> (key: [UInt8], value: PropertyListValue)? in
        if case .null = member.value { return nil }
        return (member.name, value(member.value))
      }
      return PropertyListDictionary(line: object.line, members: members).map { .dictionary($0) } ?? .other
    }
  }

  /// The bytes of an array of numbers from 0 to 255.
  static func bytes(_ values: [PropertyListValue]) -> [UInt8]? {
    var bytes: [UInt8] = []
    for value in values {
      guard case .integer(let number) = value, let byte = UInt8(exactly: number) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}
