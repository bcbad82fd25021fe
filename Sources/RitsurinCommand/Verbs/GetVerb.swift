import Ritsurin
import RitsurinSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Verb {
  /// Reads a value.
  static let get = Verb(
    id: .get, summary: "write a value to standard output",
    details: ["The output is exactly the value's bytes; on a terminal a line end follows."],
    operands: [.required("SERVICE"), .required("KEY")], options: [.group]
  ) { (invocation) throws(ToolFailure) in
    try invocation.withVault { (vault) throws(ToolFailure) in
      let value = try invocation.value(in: vault)
      var bytes = value.map(Array.init) ?? []
      defer { wipe(&bytes) }
      if invocation.environment.streams.isTerminal(.output) { bytes.append(0x0A) }
      try invocation.print(bytes)
    }
  }
}

extension Invocation {
  /// The query of the names that the first two operands are, in the group that was named, or in every one.
  var namedQuery: RKeychainQuery {
    RKeychainQuery(
      service: operands[0], key: operands[1], accessGroup: value(.group), synchronizable: .any)
  }

  /// The value of the item of the named query: the short way, where that answers.
  fileprivate func value(in vault: any ToolVault) throws(ToolFailure) -> Data? {
    if let value = vault.valueDirectly(service: operands[0], key: operands[1], group: value(.group)) {
      return value
    }
    return try theItem(of: vault, returning: .both).value
  }

  /// The item of the named query.
  ///
  /// - Throws: `.notFound`, which says where else the names are.
  func theItem(
    of vault: any ToolVault, returning: RKeychainReturn
  ) throws(ToolFailure) -> RKeychainItem {
    let matches: RKeychainMatches
    do throws(RKeychainError) {
      matches = try vault.copyMatching(namedQuery, returning: returning, limit: .one)
    } catch {
      throw notFound(error, in: vault)
    }
    if let item = matches.items.first { return item }
    try report(matches.problems)
    throw notFound(RKeychainError(.itemNotFound), in: vault)
  }

  /// An error of the named query, with a hint where the names stand in another group.
  func notFound(_ error: RKeychainError, in vault: any ToolVault) -> ToolFailure {
    guard error.kind == .itemNotFound else { return ToolFailure(error) }
    let names = "\(operands[0]) \(operands[1])"
    var elsewhere = namedQuery
    elsewhere.accessGroup = nil
    guard has(.group),
      let found = try? vault.copyMatching(elsewhere, returning: .attributes, limit: .one),
      let item = found.items.first
    else { return ToolFailure(.notFound, "no such item: \(names)") }
    let place = item.attributes.accessGroup.map { "in the access group \($0)" } ?? "without an access group"
    return ToolFailure(.notFound, "no such item in this access group: \(names)", "there is one \(place)")
  }
}
