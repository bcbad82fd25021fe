#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One write to a ``MemoryEngine``: changes are noted here and applied when it ends well.
final class MemoryTransaction: ItemTransaction {
  /// What is to be done to the items.
  enum Change {
    case remove(ItemIdentity)
    case put(MemoryEngine.Record)
  }

  let now: Int64
  private let hasPassphrase: Bool
  private var state: MemoryEngine.State
  private var changes: [Change] = []

  init(state: MemoryEngine.State, hasPassphrase: Bool, now: Int64) {
    self.state = state
    self.hasPassphrase = hasPassphrase
    self.now = now
  }

  func requireSealing(_ accessibility: RKeychainAccessibility) throws(RKeychainError) {
    let isOpen =
      switch state.lock {
      case .unlocked: true
      case .locked: accessibility.isReadableWhileLocked
      case .neverUnlocked: false
      }
    guard isOpen else { throw RKeychainError(.interactionNotAllowed) }
    if accessibility == .whenPasscodeSetThisDeviceOnly, !hasPassphrase {
      throw RKeychainError(.passcodeRequired)
    }
  }

  func find(_ scope: ItemScope, values: Bool) throws(RKeychainError) -> ItemFindings {
    try state.find(scope, values: values, limit: nil)
  }

  func put(
    _ attributes: RKeychainAttributes, value: Data, replacing: FoundItem?, overwriting: [UnreadableItem]
  ) throws(RKeychainError) -> RKeychainAttributes {
    if let replacing, replacing.attributes.identity != attributes.identity { try remove(replacing) }
    var written = attributes
    written.revision = .random()
    changes.append(.put(MemoryEngine.Record(attributes: written, value: value)))
    return written
  }

  func remove(_ item: FoundItem) throws(RKeychainError) {
    changes.append(.remove(item.attributes.identity))
  }

  func remove(_ item: UnreadableItem) throws(RKeychainError) {
    guard let identity = item.place as? ItemIdentity else {
      throw RKeychainError(.internal, message: "an item of another store was to be removed")
    }
    changes.append(.remove(identity))
  }

  /// Lets go of the items, and hands over what is to be done to them.
  func finish() -> [Change] {
    state = MemoryEngine.State()
    return changes
  }
}
