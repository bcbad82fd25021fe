internal import RitsurinCrypto
internal import RitsurinFormat

/// The merge of two versions of one item that were made apart from each other: Docs/Git.md#how-a-merge-decides.
///
/// The answer depends on the versions alone and not on which of them is ours, so that peers who merge in any order agree.
/// Only where nothing can be known, for want of a key or a newer tool, ours is kept and a person is asked.
package struct ItemMerge: Sendable {
  /// One of the two versions.
  package enum Side: Sendable {
    case ours, theirs
  }

  /// Which version stays.
  package let winner: Side
  /// The other version, where it has to be kept beside the winner.
  package let loser: [UInt8]?
  /// Whether the answer is one that nobody needs to look at.
  package let isDecided: Bool

  private init(_ winner: Side, keeping loser: SealedVersion? = nil, isDecided: Bool = true) {
    self.winner = winner
    self.loser = loser?.bytes
    self.isDecided = isDecided
  }

  /// Decides.
  ///
  /// - Parameters:
  ///   - base: The version both come from; nil where there was none.
  ///   - ours: One version.
  ///   - theirs: The other.
  ///   - path: Where the item lies, relative to the root; a version that belongs elsewhere does not win. Nil where this
  ///     is not known.
  package init(base: SealedVersion?, ours: SealedVersion, theirs: SealedVersion, path: String?) {
    if ours.bytes == theirs.bytes || base?.bytes == theirs.bytes {
      self.init(.ours)
    } else if base?.bytes == ours.bytes {
      self.init(.theirs)
    } else {
      self = Self.decide(base: base, ours: ours, theirs: theirs, path: path)
    }
  }

  private static func decide(
    base: SealedVersion?, ours: SealedVersion, theirs: SealedVersion, path: String?
  ) -> ItemMerge {
    // Whoever has the key or the tool for it might decide otherwise.
    if isForAnother(ours) || isForAnother(theirs) {
      return ItemMerge(.ours, keeping: theirs, isDecided: false)
    }
    let (ourTrust, theirTrust) = (trust(in: ours, path: path), trust(in: theirs, path: path))
    guard ourTrust == theirTrust else {
      return ourTrust > theirTrust ? ItemMerge(.ours, keeping: theirs) : ItemMerge(.theirs, keeping: ours)
    }
    guard let ourItem = ours.item, let theirItem = theirs.item, ourTrust > .none else {
      return ItemMerge(.ours, keeping: theirs, isDecided: false)
    }
    if !ours.hasSameContent(as: theirs), let base {
      // Sealed again, with the same content, is not changed.
      if base.hasSameContent(as: ours) { return ItemMerge(.theirs) }
      if base.hasSameContent(as: theirs) { return ItemMerge(.ours) }
    }
    let isOurs: Bool
    if ourItem.attributes.modified != theirItem.attributes.modified {
      isOurs = ourItem.attributes.modified > theirItem.attributes.modified
    } else {
      // Any order will do that all peers share.
      isOurs = theirs.bytes.lexicographicallyPrecedes(ours.bytes)
    }
    if ours.hasSameContent(as: theirs) { return ItemMerge(isOurs ? .ours : .theirs) }
    return isOurs ? ItemMerge(.ours, keeping: theirs) : ItemMerge(.theirs, keeping: ours)
  }

  /// Whether a version is probably good, but not with the keys and the tool at hand.
  private static func isForAnother(_ version: SealedVersion) -> Bool {
    guard case .item(let problem, _) = version.error else { return false }
    return !problem.isDamage && problem != .misplaced
  }

  /// How far a version is believed; only versions of equal standing are compared by date.
  private enum Trust: Int, Comparable {
    /// It does not open, or belongs elsewhere.
    case none
    /// It lies under a closed key: whoever ever knew that key could have written it.
    case closed
    /// It lies under the current key, or one that is still being replaced.
    case full

    static func < (one: Trust, other: Trust) -> Bool { one.rawValue < other.rawValue }
  }

  private static func trust(in version: SealedVersion, path: String?) -> Trust {
    guard case .item(let item, let standing) = version.state else { return .none }
    if let path, !item.address.sealedPath.hasSameBytes(as: path) { return .none }
    return standing == .closed && item.address.tree == .items ? .closed : .full
  }
}

extension ItemMerge: Redacted {}
