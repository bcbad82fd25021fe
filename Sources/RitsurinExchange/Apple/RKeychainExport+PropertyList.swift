import Ritsurin

extension RKeychainExport {
  /// The items as a property list: an array of attribute dictionaries under Apple's names, as
  /// `SecItemCopyMatching` returns them.
  ///
  /// The form is binary, since that of XML holds neither every text nor the fractions of seconds; `plutil
  /// -convert xml1` makes XML of it. Times between the years 1865 and 2136 are exact to the microsecond.
  ///
  /// - Returns: The file's bytes, which depend on the items alone.
  /// - Complexity: linear.
  public func propertyList() -> [UInt8] {
    var writer = BinaryPropertyListWriter()
    for item in items { writer.add(Self.members(of: item)) }
    return writer.bytes()
  }

  /// The members by ascending key.
  private static func members(
    of item: RKeychainItem
  ) -> [(key: StaticString, value: BinaryPropertyListWriter.Leaf)] {
    let attributes = item.attributes
    func string(_ text: String?) -> BinaryPropertyListWriter.Leaf? { text.map { .string($0) } }
    func date(_ time: Int64) -> BinaryPropertyListWriter.Leaf? {
      Timestamp.range.contains(time) ? .date(time) : nil
    }
    let members: [(key: StaticString, value: BinaryPropertyListWriter.Leaf?)] = [
      ("acct", string(attributes.key)), ("agrp", string(attributes.accessGroup)),
      ("cdat", date(attributes.createdMicroseconds)), ("class", .string("genp")),
      ("crtr", attributes.creator.map { .integer($0) }), ("desc", string(attributes.kind)),
      ("gena", attributes.generic.map { .data(Array($0)) }), ("icmt", string(attributes.comment)),
      ("invi", attributes.isInvisible.map { .integer($0 ? 1 : 0) }), ("labl", string(attributes.label)),
      ("mdat", date(attributes.modifiedMicroseconds)),
      ("nega", attributes.isNegative.map { .integer($0 ? 1 : 0) }),
      ("pdmn", .string(attributes.accessibility.code)), ("svce", string(attributes.service)),
      ("sync", .integer(attributes.synchronizable ? 1 : 0)), ("type", attributes.type.map { .integer($0) }),
      ("v_Data", item.value.map { .data(Array($0)) }),
    ]
    return members.compactMap { member in member.value.map { (member.key, $0) } }
  }
}
