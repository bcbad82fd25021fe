import Ritsurin
import RitsurinExchange

extension Verb {
  /// Shows an item's attributes.
  static let show = Verb(
    id: .show, summary: "show an item's attributes without opening its value",
    details: ["Where the names stand in several places, it is the item that get reads."],
    operands: [.required("SERVICE"), .required("KEY")], options: [.group, .json]
  ) { (invocation) throws(ToolFailure) in
    try invocation.withVault { (vault) throws(ToolFailure) in
      let item = try invocation.theItem(of: vault, returning: .attributes).attributes
      guard invocation.has(.json) else {
        for (name, value) in lines(of: item) {
          try invocation.print(Array("\(name): \(invocation.shown(value))\n".utf8))
        }
        return
      }
      var writer = JSONWriter()
      NativeWriter.write(item, value: nil, revision: true, to: &writer)
      writer.raw("\n")
      try invocation.print(writer.bytes)
    }
  }

  /// What people are shown of an item, in their order.
  static func lines(of item: RKeychainAttributes) -> [(name: String, value: String)] {
    var lines = [("service", item.service), ("key", item.key)]
    func add(_ name: String, _ value: String?) {
      if let value { lines.append((name, value)) }
    }
    add("access group", item.accessGroup)
    add("synchronizable", item.synchronizable ? "yes" : "no")
    add("accessibility", item.accessibility.rawValue)
    add("label", item.label)
    add("comment", item.comment)
    add("kind", item.kind)
    add("generic", item.generic.map { "\($0.count) bytes" })
    add("creator", item.creator.map(String.init))
    add("type", item.type.map(String.init))
    add("invisible", item.isInvisible.map { $0 ? "yes" : "no" })
    add("negative", item.isNegative.map { $0 ? "yes" : "no" })
    add("created", Timestamp.text(microseconds: item.createdMicroseconds))
    add("modified", Timestamp.text(microseconds: item.modifiedMicroseconds))
    add("revision", item.revision.description)
    return lines
  }
}
