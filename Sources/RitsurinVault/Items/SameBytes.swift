// Generic comparison goes byte by byte, and names are compared for every item that is read.

extension RawSpan {
  /// Whether both are the same bytes.
  func hasSameBytes(as other: RawSpan) -> Bool {
    unsafe withUnsafeBytes { (one) in
      unsafe other.withUnsafeBytes { (two) in unsafe areSame(one, two) }
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
    guard utf8.count == other.utf8.count else { return false }
    let answer = unsafe utf8.withContiguousStorageIfAvailable { (one) in
      unsafe other.utf8.withContiguousStorageIfAvailable { (two) in
        unsafe areSame(UnsafeRawBufferPointer(one), UnsafeRawBufferPointer(two))
      }
    }
    return (answer ?? nil) ?? utf8.elementsEqual(other.utf8)
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

private func areSame(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
  guard one.count == other.count else { return false }
  var index = 0
  while index + 8 <= one.count {
    guard
      unsafe one.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        == other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    else { return false }
    index += 8
  }
  while index < one.count {
    guard unsafe one[index] == other[index] else { return false }
    index += 1
  }
  return true
}
