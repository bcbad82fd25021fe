import RitsurinSystem

/// Where an item's file lies: in which vault, and where in it.
struct ItemPlace {
  /// The vault's directory.
  let vault: String
  /// The path in it.
  let path: String

  /// Takes a path apart at `items/` or `device/`, which stand where the format puts them.
  ///
  /// - Parameter path: An absolute path.
  /// - Returns: nil where it does not lead to an item, or to a copy beside one.
  init?(_ path: String) {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (tree, depth) in [("items", 4), ("device", 5)] where parts.count > depth {
      guard parts[parts.count - depth].elementsEqual(tree.utf8) else { continue }
      func joined(_ parts: some Sequence<Substring.UTF8View>) -> String {
        parts.map { String(Substring($0)) }.joined(separator: "/")
      }
      let vault = joined(parts.dropLast(depth))
      self.vault = vault.isEmpty ? "/" : vault
      self.path = joined(parts.suffix(depth))
      return
    }
    return nil
  }
}
