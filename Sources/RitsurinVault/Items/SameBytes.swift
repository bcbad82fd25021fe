internal import RitsurinSystem

// Names are compared for every item that is read.

extension RawSpan {
  /// Whether both are the same bytes.
  func hasSameBytes(as other: RawSpan) -> Bool {
    unsafe withUnsafeBytes { (one) in
      unsafe other.withUnsafeBytes { (two) in unsafe ByteComparison.areSame(one, two) }
    }
  }

  /// Whether the bytes are those of a text.
  func hasSameBytes(asText text: String) -> Bool {
    guard byteCount == text.utf8.count else { return false }
    var text = text
    return text.withUTF8 { (text) in
      unsafe hasSameBytes(as: RawSpan(_unsafeBytes: UnsafeRawBufferPointer(text)))
    }
  }

  /// The text of bytes that are known to be UTF-8.
  var text: String { unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }
}

extension String {
  /// Equality by bytes: Swift's `==` takes composed and decomposed forms for the same.
  package func hasSameBytes(as other: String) -> Bool {
    ByteComparison.areSame(self, other)
  }
}

/// Equality of bytes, faster than that of arrays.
func hasSameBytes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
  unsafe one.withUnsafeBytes { (one) in
    unsafe other.withUnsafeBytes { (other) in unsafe ByteComparison.areSame(one, other) }
  }
}

/// Equality by bytes of optional texts.
package func hasSameBytes(_ one: String?, _ other: String?) -> Bool {
  switch (one, other) {
  case (nil, nil): true
  case (let one?, let other?): one.hasSameBytes(as: other)
  default: false
  }
}
