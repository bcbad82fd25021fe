internal import RitsurinCrypto

/// One thing that a check of a vault noticed.
package struct CheckFinding: Hashable, Sendable {
  /// What was noticed; the raw value is the word that people and programs see.
  package enum Kind: String, Sendable, CaseIterable {
    /// An item's file is damaged.
    case damaged
    /// An item's file ends too early.
    case truncated
    /// A line-ending conversion went over an item's file.
    case lineEndings
    /// A file with an item's name is no item.
    case notAnItem
    /// A file into which git wrote both versions, between markers.
    case mergeConflict
    /// An item of another vault.
    case otherVault
    /// An item under a master key that is not known.
    case unknownKey
    /// An item under a master key that was retired.
    case retiredKey
    /// An item that a newer version wrote.
    case needsNewerTool
    /// An item that belongs at another path.
    case misplaced
    /// An item under `items/` that the device tree hides.
    case shadowed
    /// A file with the bytes of another item: one of them is a copy in a wrong place.
    ///
    /// Found without a key; with one, the copy is `misplaced`.
    case duplicate
    /// An item whose bytes and sidecar disagree although they belong together.
    case digestMismatch
    /// An item without a sidecar.
    case sidecarMissing
    /// A sidecar of an earlier state of its item.
    case sidecarStale
    /// A sidecar without an item.
    case sidecarOrphaned
    /// Neither header can be believed; or one differs from the other.
    case headerDamaged, headerMissing, headerDiffers
    /// No valid slot for the current master key: nothing opens the vault.
    case noUsableSlot
    /// A key slot that opens nothing: malformed, of another vault, wrongly signed.
    case slotInvalid
    /// A key slot for a master key that was retired.
    case slotStale
    /// A key slot for a master key that the header does not know.
    ///
    /// Where rekeys were merged, items may lie under that key, which only such slots hand out.
    case slotOfOtherKey
    /// A passphrase slot whose guesses cost little: meant for tests.
    case slotCheap
    /// A rekey that was begun and not finished: items lie under two master keys.
    case rekeyUnfinished
    /// A file that is not the vault's: an editor's backup, a conflict copy, anything else.
    case foreign
    /// A copy of an item that a sync tool or a merge put beside it.
    case conflictCopy
    /// A temporary file that a writer left.
    case leftOver
    /// A record of an unfinished change.
    case unfinished
    /// A file or directory that others may reach, or that its owner may not.
    case mode
    /// A companion file for git without its lines.
    case companion
    /// A path that could not be read.
    case unreadable
  }

  package let kind: Kind
  /// Relative to the root; empty for the root itself.
  package let path: String
  /// More, for people; never a value.
  package let detail: String?
  /// Whether `repair` mends it, and did if it was asked to.
  package let isRepairable: Bool

  package init(_ kind: Kind, path: String, detail: String? = nil, isRepairable: Bool = false) {
    self.kind = kind
    self.path = path
    self.detail = detail
    self.isRepairable = isRepairable
  }

  /// Whether a secret cannot be read, or something is not as the vault left it, rather than untidy.
  package var isDamage: Bool {
    switch kind {
    case .damaged, .truncated, .lineEndings, .notAnItem, .mergeConflict, .otherVault, .unknownKey,
      .retiredKey,
      .needsNewerTool,
      .misplaced, .duplicate, .digestMismatch, .headerDamaged, .headerMissing, .noUsableSlot,
      .unreadable:
      true
    case .shadowed, .sidecarMissing, .sidecarStale, .sidecarOrphaned, .headerDiffers, .slotInvalid,
      .slotStale, .slotOfOtherKey,
      .slotCheap, .foreign, .conflictCopy, .leftOver, .unfinished, .rekeyUnfinished, .mode, .companion:
      false
    }
  }
}

extension CheckFinding.Kind {
  init(_ problem: ItemProblem) {
    self =
      switch problem {
      case .notAnItem: .notAnItem
      case .lineEndings: .lineEndings
      case .truncated: .truncated
      case .newerVersion, .needsNewerTool: .needsNewerTool
      case .otherVault: .otherVault
      case .unknownKey: .unknownKey
      case .retiredKey: .retiredKey
      case .misplaced: .misplaced
      case .damaged: .damaged
      }
  }
}

/// What a check of a vault found.
package struct CheckReport: Sendable {
  /// Sorted by path.
  package var findings: [CheckFinding] = []
  /// How many items' files were looked at.
  package var itemCount = 0
  /// How many of these were opened, value included.
  package var openedCount = 0
  /// Where revisions were met first, by their bytes.
  var revisions: [[UInt8]: String] = [:]
  /// The identities that this machine's device tree serves.
  var deviceItems: Set<Digest128> = []

  package init() {}
}
