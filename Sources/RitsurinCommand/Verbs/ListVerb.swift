import Ritsurin
import RitsurinExchange

extension Verb {
  /// Lists items.
  static let list = Verb(
    id: .list, summary: "list items without opening any value",
    details: [
      "A line an item, columns between tabs: service, key, access group, sync or nothing, accessibility.",
      "In a pipe names stand as they are, so that a name may hold a line end: then take --json.",
    ],
    operands: [.optional("SERVICE")], options: [.group, .json]
  ) { (invocation) throws(ToolFailure) in
    try invocation.withVault { (vault) throws(ToolFailure) in
      let query = RKeychainQuery(
        service: invocation.operands.first, accessGroup: invocation.value(.group), synchronizable: .any)
      let matches = try invocation.allMatches(of: vault, query, returning: .attributes)
      let items = matches.items.map(\.attributes).sorted(by: precedes)
      try invocation.print(
        invocation.has(.json) ? json(items) : text(items, invocation))
      try invocation.noteForeignEntries(of: vault)
      try invocation.report(matches.problems)
    }
  }

  private static func text(_ items: [RKeychainAttributes], _ invocation: Invocation) -> [UInt8] {
    var bytes: [UInt8] = []
    for item in items {
      let columns = [
        invocation.shown(item.service), invocation.shown(item.key),
        invocation.shown(item.accessGroup ?? ""), item.synchronizable ? "sync" : "",
        item.accessibility.rawValue,
      ]
      bytes.append(contentsOf: (columns.joined(separator: "\t") + "\n").utf8)
    }
    return bytes
  }

  private static func json(_ items: [RKeychainAttributes]) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("[")
    for (position, item) in items.enumerated() {
      writer.raw(position == 0 ? "\n" : ",\n")
      NativeWriter.write(item, value: nil, revision: true, to: &writer)
    }
    writer.raw(items.isEmpty ? "]\n" : "\n]\n")
    return writer.bytes
  }

  /// By service, key, group and variant, so that what belongs together stands together.
  private static func precedes(_ first: RKeychainAttributes, _ second: RKeychainAttributes) -> Bool {
    for (one, other) in [
      (first.service, second.service), (first.key, second.key),
      (first.accessGroup ?? "", second.accessGroup ?? ""),
    ] where !ExactText.same(one, other) {
      return ExactText.precedes(one, other)
    }
    return !first.synchronizable && second.synchronizable
  }
}

extension Invocation {
  /// Says how many files a listing passed over because they are not the vault's.
  func noteForeignEntries(of vault: any ToolVault) throws(ToolFailure) {
    #if Vault
      guard let vault = vault as? RVault else { return }
      let count = try call { () throws(RKeychainError) in try vault.foreignEntryCount() }
      guard count > 0 else { return }
      let what = count == 1 ? "1 file is" : "\(count) files are"
      note("\(what) not the vault's and not listed; rvault check and conflicts tell more: \(vault.path)")
    #endif
  }

  /// Every match of a query; none is no failure.
  func allMatches(
    of vault: any ToolVault, _ query: RKeychainQuery, returning: RKeychainReturn
  ) throws(ToolFailure) -> RKeychainMatches {
    do throws(RKeychainError) {
      return try vault.copyMatching(query, returning: returning, limit: .all)
    } catch {
      guard error.kind == .itemNotFound else { throw ToolFailure(error) }
      return RKeychainMatches(items: [])
    }
  }
}
