import Ritsurin

/// Finds items whose names look the same and are not: composed and decomposed forms of the same letters.
enum LookalikeNames {
  /// Compares by canonical equivalence, as Swift does where nothing else is said: here that is what is
  /// wanted.
  private struct Appearance: Hashable {
    let service: String
    let key: String
    let accessGroup: String?
    let synchronizable: Bool
  }

  /// A remark for each item that looks like an earlier one with other bytes.
  ///
  /// - Complexity: linear.
  static func notices(on entries: [RKeychainImport.Entry]) -> [RKeychainImportRemark] {
    var seen: [Appearance: Int] = [:]
    var notices: [RKeychainImportRemark] = []
    for (index, entry) in entries.enumerated() {
      let identity = entry.item.item.identity
      let appearance = Appearance(
        service: identity.service, key: identity.key, accessGroup: identity.accessGroup,
        synchronizable: identity.synchronizable)
      if let earlier = seen[appearance] {
        guard entries[earlier].item.item.identity != identity else { continue }
        notices.append(
          RKeychainImportRemark(
            line: entry.line,
            message:
              "the names look like those of line \(entries[earlier].line) but have other bytes; both are kept"
          ))
      } else {
        seen[appearance] = index
      }
    }
    return notices
  }
}
