import Ritsurin

/// An item of a Secret Service that was asked itself.
package struct SecretServiceItem: Sendable {
  /// The label.
  package var label: [UInt8] = []
  /// The label of the collection that it lies in.
  package var collection: [UInt8] = []
  /// Names and values.
  package var attributes: [(name: [UInt8], value: [UInt8])] = []
  /// Seconds since 1970.
  package var created: Int64?
  /// Seconds since 1970.
  package var modified: Int64?
  /// Whether its secret is locked.
  package var isLocked = false
  /// The secret; nil where it could not be read.
  package var secret: [UInt8]?
  /// Why it could not be read.
  package var problem: String?

  /// An item without anything.
  package init() {}

  /// The attributes that it can be looked up by: all but the schema's name, sorted.
  package var lookupAttributes: [(name: [UInt8], value: [UInt8])] {
    attributes.filter { !$0.name.isText("xdg:schema") }.sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }

  /// Whether the item has all of some attributes.
  package func matches(_ wanted: [(name: [UInt8], value: [UInt8])]) -> Bool {
    wanted.allSatisfy { one in attributes.contains { $0.name == one.name && $0.value == one.value } }
  }
}

extension SecretServiceItem: CustomStringConvertible, CustomReflectable {
  /// The label; the secret is left out.
  package var description: String {
    "SecretServiceItem(\(String(decoding: label, as: UTF8.self).debugDescription))"
  }

  /// Empty, so that `dump` and debuggers show no secret.
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension RKeychainImport {
  /// Takes the items of a Secret Service.
  ///
  /// - Parameters:
  ///   - items: The items; those without a secret are left out, with the reason.
  ///   - options: How they are read.
  /// - Throws: ``RKeychainImportError`` with everything that is wrong.
  /// - Complexity: linear.
  package init(
    secretService items: [SecretServiceItem], options: RKeychainImportOptions
  ) throws(RKeychainImportError) {
    var builder = ImportBuilder(.secretServiceJSON, unit: .entry)
    for (position, item) in items.enumerated() {
      let line = position + 1
      guard let secret = item.secret else {
        builder.skip(line: line, item.problem ?? "there is no secret")
        continue
      }
      var attributes = SecretServiceAttributes()
      attributes.pairs = item.attributes
      if let schema = attributes["xdg:schema"] { attributes.schema = schema }
      let group = options.groupFromFolder ? ExactText.decode(item.collection) : nil
      builder.add(
        label: item.label, attributes: attributes, value: secret,
        group: group.flatMap { $0.isEmpty ? nil : $0 },
        created: item.created.flatMap(LooseTimes.seconds),
        modified: item.modified.flatMap(LooseTimes.seconds),
        line: line)
    }
    self = try builder.finish()
    try ImportRules.apply(options, to: &self)
  }
}
