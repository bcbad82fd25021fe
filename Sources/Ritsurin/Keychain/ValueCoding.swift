#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How values of Swift types become an item's bytes and come back.
///
/// `String` is its UTF-8 bytes and `Data` is itself, also where they are met as `some Encodable`; everything
/// else is JSON with sorted keys, so that equal values have equal bytes and writing one again writes nothing.
enum ValueCoding {
  /// The bytes of a value.
  ///
  /// - Throws: `.badParameter` for an optional, `.encodingFailed` where the value's own coding fails.
  static func encode(_ value: some Encodable) throws(RKeychainError) -> Data {
    if let value = value as? any OptionalValue { try value.refuse() }
    if let text = value as? String { return Data(text.utf8) }
    if let data = value as? Data { return data }
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(value)
    } catch {
      throw RKeychainError(
        .encodingFailed, message: "a value of type \(type(of: value)) could not be encoded",
        underlyingError: error)
    }
  }

  /// The value of bytes.
  ///
  /// - Throws: `.notUTF8` for text that is none, `.decodingFailed` where the type's own coding fails,
  ///   `.badParameter` for an optional type.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data
  ) throws(RKeychainError) -> Value {
    if let type = type as? any OptionalValue.Type { try type.refuse() }
    if Value.self == String.self, let text = try text(data) as? Value { return text }
    if let data = data as? Value { return data }
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      throw RKeychainError(
        .decodingFailed, message: "the stored value is no \(type): \(reason(error))", underlyingError: error)
    }
  }

  /// The text of UTF-8 bytes, unchanged: a leading U+FEFF and NUL are kept, nothing is normalized.
  ///
  /// - Throws: `.notUTF8`.
  static func text(_ data: Data) throws(RKeychainError) -> String {
    guard let text = ExactText.decode(data) else { throw RKeychainError(.notUTF8) }
    return text
  }

  // A coder's own text may quote the value, so only the kind of its error is told.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound: "a part is missing"
    case DecodingError.typeMismatch: "a part has another type"
    case DecodingError.valueNotFound: "a part is null"
    case DecodingError.dataCorrupted: "it is not valid"
    default: "its own decoding failed"
    }
  }
}

/// An optional met as a value: storing `nil` as JSON `null` would read back as present.
private protocol OptionalValue {
  static func refuse() throws(RKeychainError)
}

extension OptionalValue {
  func refuse() throws(RKeychainError) { try Self.refuse() }
}

extension Optional: OptionalValue {
  static func refuse() throws(RKeychainError) {
    throw RKeychainError(
      .badParameter, message: "an optional is not stored: unwrap it, or remove the item for nil")
  }
}
