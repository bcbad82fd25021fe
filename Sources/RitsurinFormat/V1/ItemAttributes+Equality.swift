/// Equality by bytes: Swift's own takes composed and decomposed text for the same.
extension ItemAttributes: Hashable {
  /// Whether every attribute has the same bytes.
  ///
  /// - Complexity: O(bytes).
  package static func == (one: ItemAttributes, other: ItemAttributes) -> Bool {
    one.synchronizable == other.synchronizable && one.accessibility == other.accessibility
      && one.created == other.created && one.modified == other.modified && one.generic == other.generic
      && one.creator == other.creator && one.type == other.type && one.isInvisible == other.isInvisible
      && one.isNegative == other.isNegative && one.unknown == other.unknown
      && zip(one.texts, other.texts).allSatisfy(areSame)
  }

  /// Hashes the bytes of every text, and what else tells items apart.
  package func hash(into hasher: inout Hasher) {
    for text in texts {
      hasher.combine(text?.utf8.count)
      for byte in text?.utf8 ?? "".utf8 { hasher.combine(byte) }
    }
    hasher.combine(synchronizable)
    hasher.combine(accessibility)
    hasher.combine(created)
    hasher.combine(modified)
  }

  private var texts: [String?] { [account, service, group, label, comment, kind] }

  private static func areSame(_ one: String?, _ other: String?) -> Bool {
    switch (one, other) {
    case (nil, nil): true
    case (let one?, let other?): one.utf8.elementsEqual(other.utf8)
    default: false
    }
  }
}
