#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// What a vault answers without a query; where it does not, the store has to be asked as any other.
extension RKeychain {
  /// The value of a key.
  func valueDirectly(forKey key: String, in store: any RKeychainStore) -> Data? {
    #if Vault
      (store as? RVault)?.valueDirectly(service: service, key: key, group: accessGroup)
    #else
      nil
    #endif
  }

  /// The attributes of a key's item.
  func attributesDirectly(forKey key: String, in store: any RKeychainStore) -> RKeychainAttributes? {
    #if Vault
      (store as? RVault)?.attributesDirectly(service: service, key: key, group: accessGroup)
    #else
      nil
    #endif
  }

  /// Whether a key has an item; false where that is not known.
  func isPresentDirectly(_ key: String, in store: any RKeychainStore) -> Bool {
    #if Vault
      (store as? RVault)?.isPresentDirectly(service: service, key: key, group: accessGroup) ?? false
    #else
      false
    #endif
  }

  /// The keys of the service's items, in no order.
  func keysDirectly(in store: any RKeychainStore) -> [String]? {
    #if Vault
      (store as? RVault)?.keysDirectly(service: service, group: accessGroup)
    #else
      nil
    #endif
  }

  /// The attributes of the service's items, in no order.
  func itemsDirectly(in store: any RKeychainStore) -> [RKeychainAttributes]? {
    #if Vault
      (store as? RVault)?.itemsDirectly(service: service, group: accessGroup)
    #else
      nil
    #endif
  }
}
