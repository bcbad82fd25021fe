/// How a vault names its files: the `names` line of its header.
package enum NamesMode: String, Sendable, Hashable, CaseIterable {
  /// Keyed hashes alone.
  case opaque
  /// Keyed hashes behind a slug.
  case readable
}
