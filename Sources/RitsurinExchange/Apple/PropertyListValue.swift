/// A value of a property list, whatever form the list was written in.
enum PropertyListValue {
  /// Valid UTF-8.
  case string([UInt8])
  case data([UInt8])
  case integer(Int64)
  case bool(Bool)
  /// Microseconds since 1970 UTC; nil where what stands there is no time.
  case date(Int64?)
  case array([PropertyListValue])
  case dictionary(PropertyListDictionary)
  /// A value that nothing here needs: a fraction, a greater number, a reference.
  case other

  /// What kind of value it is, for messages.
  var kindName: String {
    switch self {
    case .string: "a string"
    case .data: "data"
    case .integer: "a number"
    case .bool: "a boolean"
    case .date: "a date"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .other: "a value of another kind"
    }
  }
}

/// A dictionary of a property list, whose keys are known to differ from each other.
struct PropertyListDictionary {
  /// The line it begins on, or 0 in the binary form, which has no lines.
  let line: Int
  /// Keys and values in the order of the list.
  let members: [(key: [UInt8], value: PropertyListValue)]

  /// The value of a key; nil where there is none.
  subscript(key: StaticString) -> PropertyListValue? {
    members.first { $0.key.isText(key) }?.value
  }

  /// - Returns: nil where a key stands twice.
  init?(line: Int, members: [(key: [UInt8], value: PropertyListValue)]) {
    var keys: Set<[UInt8]> = []
    for (key, _) in members where !keys.insert(key).inserted { return nil }
    self.line = line
    self.members = members
  }
}

/// Why bytes are not a property list that is read here.
struct PropertyListFault: Error, Equatable {
  /// The line, from 1; nil in the binary form.
  let line: Int?
  /// What is wrong; nothing of the list is quoted.
  let message: String
}

/// Reads property lists of both forms.
enum PropertyListReader {
  /// How the binary form begins.
  static let binaryMagic = Array("bplist00".utf8)

  /// Reads a whole list.
  ///
  /// - Parameter bytes: The binary form, or XML.
  /// - Throws: why it is none.
  /// - Complexity: linear.
  static func read(_ bytes: [UInt8]) throws(PropertyListFault) -> PropertyListValue {
    if bytes.starts(with: binaryMagic) { return try BinaryPropertyList.read(bytes) }
    guard UTF8Check.firstInvalid(in: bytes) == nil else {
      throw PropertyListFault(line: nil, message: "the property list is not UTF-8")
    }
    return try XMLPropertyList.read(bytes)
  }
}
