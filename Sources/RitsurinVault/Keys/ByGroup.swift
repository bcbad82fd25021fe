import RitsurinCrypto

/// What is kept for each access group that was met.
///
/// Most processes meet one group, and the runtime takes longer to make a dictionary's type than to open an item: the first
/// group needs no dictionary.
struct ByGroup<Kept: Sendable>: Sendable {
  private var first: (group: Digest128, kept: Kept)?
  private var others: [Digest128: Kept]?

  var count: Int { (first == nil ? 0 : 1) + (others?.count ?? 0) }

  subscript(group: Digest128) -> Kept? {
    get { first?.group == group ? first?.kept : others?[group] }
    set {
      guard let newValue else { return }
      if first == nil || first?.group == group {
        first = (group, newValue)
      } else {
        var all = others ?? [:]
        others = nil
        all[group] = newValue
        others = all
      }
    }
  }
}
