extension ItemAttributes {
  /// The attributes as they are sealed, before padding: codes ascending.
  ///
  /// An empty group is no group: both have the same dG, and `agrp` is never empty.
  ///
  /// - Complexity: O(bytes), and O(n log n) in the number of unknown attributes.
  package func encode() -> [UInt8] {
    var writer = AttributeWriter(unknown: unknown)
    writer.put(.account, account.utf8)
    if let group, !group.isEmpty { writer.put(.group, group.utf8) }
    writer.put(.created, number: created)
    if let creator { writer.put(.creator, number: creator) }
    if let kind { writer.put(.kind, kind.utf8) }
    if let generic { writer.put(.generic, generic) }
    if let comment { writer.put(.comment, comment.utf8) }
    if let isInvisible { writer.put(.invisible, flag: isInvisible) }
    if let label { writer.put(.label, label.utf8) }
    writer.put(.modified, number: modified)
    if let isNegative { writer.put(.negative, flag: isNegative) }
    writer.put(.accessibility, accessibility.rawValue.utf8)
    writer.put(.service, service.utf8)
    writer.put(.synchronizable, flag: synchronizable)
    if let type { writer.put(.type, number: type) }
    return writer.finish()
  }
}
