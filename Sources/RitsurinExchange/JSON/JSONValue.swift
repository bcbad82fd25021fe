/// A JSON value as it stood in the text.
///
/// Text is kept as UTF-8 bytes: names are compared by bytes, and Swift's own comparison of strings would
/// merge
/// the composed and decomposed forms of a letter.
enum JSONValue {
  case null
  case bool(Bool)
  /// A number written without fraction and exponent that `Int64` holds.
  case integer(Int64)
  /// Any other number; nothing here needs it, and `1.0` is not `1`.
  case number
  case string([UInt8])
  case array([JSONValue])
  case object(JSONObject)

  /// What kind of value it is, for messages.
  var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// A JSON object whose names are known to differ from each other.
struct JSONObject {
  /// The line its brace stands on, from 1.
  let line: Int
  /// Names and values in the order of the text.
  let members: [(name: [UInt8], value: JSONValue)]

  /// The value of a name; nil where there is none.
  subscript(name: StaticString) -> JSONValue? {
    let wanted = Array("\(name)".utf8)
    return members.first { $0.name == wanted }?.value
  }
}

/// Why a text is not the JSON that is read here.
struct JSONFault: Error, Equatable {
  /// The line, from 1.
  let line: Int
  /// What is wrong; nothing of the text is quoted.
  let message: String
  /// Whether the text ended too early, as that of a cut file does.
  let isUnfinished: Bool
}
