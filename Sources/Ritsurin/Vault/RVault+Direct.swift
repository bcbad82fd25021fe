#if Vault
  #if canImport(FoundationEssentials)
    package import FoundationEssentials
  #else
    package import Foundation
  #endif
  internal import RitsurinVault

  // The short way to one item by its names: what it answers is what `copyMatching` would, and it answers
  // nothing where there is any doubt.
  extension RVault {
    /// The value of the item that a key means; nil where `copyMatching` has to answer.
    package func valueDirectly(service: String, key: String, group: String?) -> Data? {
      guard mayLookDirectly(group) else { return nil }
      return engine.vault.valueDirectly(service: service, account: key, group: group)
    }

    /// The attributes of the item that a key means; nil where `copyMatching` has to answer.
    func attributesDirectly(service: String, key: String, group: String?) -> RKeychainAttributes? {
      guard mayLookDirectly(group),
        let (stored, revision) = engine.vault.attributesDirectly(service: service, account: key, group: group)
      else { return nil }
      return try? RKeychainAttributes(stored, revision: revision)
    }

    /// Whether a key means an item; where false, `copyMatching` has to answer.
    func isPresentDirectly(service: String, key: String, group: String?) -> Bool {
      mayLookDirectly(group) && engine.vault.isPresentDirectly(service: service, account: key, group: group)
    }

    /// The keys of a service's items, in no order; nil where `copyMatching` has to answer.
    func keysDirectly(service: String, group: String?) -> [String]? {
      guard mayListDirectly(group) else { return nil }
      return engine.vault.accountsDirectly(service: service, group: group.map { .only($0) } ?? .every)
    }

    /// The attributes of a service's items, in no order; nil where `copyMatching` has to answer.
    func itemsDirectly(service: String, group: String?) -> [RKeychainAttributes]? {
      guard mayListDirectly(group) else { return nil }
      var items: [RKeychainAttributes] = []
      let isWhole = engine.vault.visitDirectly(
        service: service, group: group.map { .only($0) } ?? .every
      ) { (stored, revision) in
        guard let attributes = try? RKeychainAttributes(stored, revision: revision) else { return false }
        items.append(attributes)
        return true
      }
      return isWhole ? items : nil
    }

    private func mayListDirectly(_ group: String?) -> Bool {
      (semantics.allowedGroups == nil || group != nil) && mayLookDirectly(group)
    }

    /// Without a group the default place comes first, and alone decides where it holds the item.
    private func mayLookDirectly(_ group: String?) -> Bool {
      guard semantics.allowedGroups != nil || group != nil else { return true }
      do throws(RKeychainError) {
        try ItemLimits.check(group: group)
        try semantics.requireAccess(to: group)
        return true
      } catch {
        return false
      }
    }
  }
#endif
