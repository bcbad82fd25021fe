#if Vault
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif
  internal import RitsurinCrypto
  internal import RitsurinFormat
  internal import RitsurinSystem
  internal import RitsurinVault

  /// Lets ``StoreSemantics`` stage changes in a file vault.
  final class VaultTransaction: ItemTransaction {
    private let transaction: WriteTransaction
    private let engine: VaultEngine
    private var progress: (Int, Int) -> Void = { _, _ in }

    init(_ transaction: WriteTransaction, engine: VaultEngine) {
      self.transaction = transaction
      self.engine = engine
    }

    var now: Int64 { engine.clock() }

    func requireSealing(_ accessibility: RKeychainAccessibility) throws(RKeychainError) {
      if accessibility == .whenPasscodeSetThisDeviceOnly,
        try translating({ () throws(VaultError) in try !engine.vault.hasPassphraseSlot() })
      {
        throw RKeychainError(.passcodeRequired)
      }
      if accessibility.isThisDeviceOnly, !transaction.hasDeviceKey {
        let key = try engine.devices.loadOrCreate()
        try translating { () throws(VaultError) in try transaction.adopt(deviceKey: key) }
      }
      if accessibility.isThisDeviceOnly { try engine.devices.makeDurable() }
      guard transaction.canSeal(accessibility.stored) else { throw RKeychainError(.interactionNotAllowed) }
    }

    func find(_ scope: ItemScope, values: Bool) throws(RKeychainError) -> ItemFindings {
      var found = VaultFindings()
      for part in scope.vaultScopes {
        found.append(
          try translating { () throws(VaultError) in
            try transaction.find(part, values: values && scope.isExact)
          })
      }
      var findings = try found.findings(in: scope)
      findings.items = ItemOrder.sorted(findings.items)
      guard values, !scope.isExact else { return findings }
      return try withValues(findings) { (item) throws(VaultError) in try transaction.value(of: item) }
        .findings
    }

    func put(
      _ attributes: RKeychainAttributes, value: Data, replacing: FoundItem?, overwriting: [UnreadableItem]
    ) throws(RKeychainError) -> RKeychainAttributes {
      let old = replacing?.place as? OpenedItem
      if let old, old.needsNewerTool { throw RKeychainError(.needsNewerTool, path: old.address.sealedPath) }
      let stored = attributes.stored(keeping: old?.attributes)
      let over = overwriting.compactMap { $0.place as? RitsurinVault.UnreadableItem }
      let nonce = try translating { () throws(VaultError) in
        let nonce = try mapped { () throws(CryptoError) in try engine.secrets.nonce(of: stored, value: value)
        }
        return try transaction.put(stored, value: value, replacing: old, over: over, nonce: nonce)
      }
      var result = attributes
      guard let revision = RKeychainRevision(bytes: nonce.bytes) else { throw RKeychainError(.internal) }
      result.revision = revision
      return result
    }

    func remove(_ item: FoundItem) throws(RKeychainError) {
      guard let opened = item.place as? OpenedItem else { throw RKeychainError(.internal) }
      transaction.remove(opened)
    }

    func remove(_ item: UnreadableItem) throws(RKeychainError) {
      try translating { () throws(VaultError) in
        switch item.place {
        case let opened as OpenedItem: transaction.remove(opened)
        case let unreadable as RitsurinVault.UnreadableItem: try transaction.remove(unreadable)
        default: break
        }
      }
    }

    func relieve() throws(RKeychainError) {
      try translating { () throws(VaultError) in try transaction.relieve() }
    }

    func follow(_ progress: @escaping (Int, Int) -> Void) { self.progress = progress }

    func commit() throws(RKeychainError) {
      try translating { () throws(VaultError) in try transaction.commit(progress: progress) }
    }
  }
#endif
