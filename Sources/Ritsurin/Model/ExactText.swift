internal import RitsurinSystem

/// Compares, orders and hashes text by its UTF-8 bytes, as Keychain Services does.
///
/// Swift's own `String ==`, `<` and hashing follow canonical equivalence: they would merge the composed and
/// the decomposed form of one letter, and with them two items that a keychain keeps apart.
package enum ExactText {
  /// Whether two texts have the same bytes.
  ///
  /// - Complexity: linear in the shorter text.
  package static func same(_ first: String, _ second: String) -> Bool {
    ByteComparison.areSame(first, second)
  }

  /// Whether two optional texts are both absent or have the same bytes.
  package static func same(_ first: String?, _ second: String?) -> Bool {
    switch (first, second) {
    case (nil, nil): true
    case (let first?, let second?): same(first, second)
    default: false
    }
  }

  /// Whether the first text comes before the second one by bytes.
  package static func precedes(_ first: String, _ second: String) -> Bool { order(first, second) < 0 }

  /// Below zero where the first text comes before the second one by bytes, zero where they are the same.
  package static func order(_ first: String, _ second: String) -> Int { ByteComparison.order(first, second) }

  /// Feeds a text's bytes, or its absence, to a hasher.
  package static func hash(_ text: String?, into hasher: inout Hasher) {
    hasher.combine(text.map { Array($0.utf8) })
  }

  /// The text of UTF-8 bytes, every scalar kept (a leading U+FEFF and NUL too), or `nil` where they are not
  /// UTF-8.
  ///
  /// - Complexity: linear.
  package static func decode(_ bytes: some Collection<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    // Repairing changes bytes, so text that was repaired no longer has those it was made of.
    return text.utf8.elementsEqual(bytes) ? text : nil
  }
}
