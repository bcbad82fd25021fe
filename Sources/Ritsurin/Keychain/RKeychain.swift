/// A service's secrets, read and written by key: start here.
///
/// ```swift
/// let keychain = RKeychain(service: "com.example.app")
/// try keychain.set("secret", forKey: "api-token")
/// let token = try keychain.string(forKey: "api-token")
/// try keychain.removeItem(forKey: "api-token")
/// ```
/// A keychain is a value without state: copy it, share it between threads, make it where it is needed. Every
/// call blocks until it is done, a write until it is durable; ``RAsyncKeychain`` has the same calls for async
/// code.
///
/// Getters return `nil` for one reason only: that the item is proven to be absent. A locked store, a damaged
/// item or a failing disk throws. All calls throw ``RKeychainError`` and nothing else; besides what each one
/// names, they throw what ``RKeychainStore`` says about arguments, groups, the store itself and its lock.
///
/// **Which items it reaches.** Reads, updates and removals reach both synchronizable variants; without an
/// access group they reach every place of the store, and with one only that group. New items get the
/// keychain's group, variant and accessibility; existing ones keep their group and take over the
/// accessibility.
///
/// **Which store.** The one given; else the task's own (``RKeychainStores/current``); else the default store.
/// It is looked up at each call.
public struct RKeychain: Sendable {
  /// The service of all its items (`kSecAttrService`).
  public let service: String
  /// The access group of its items, or `nil` (`kSecAttrAccessGroup`).
  public let accessGroup: String?
  /// Whether new items are synchronizable (`kSecAttrSynchronizable`).
  public let synchronizable: Bool
  /// When values it writes may be read (`kSecAttrAccessible`).
  public let accessibility: RKeychainAccessibility
  /// The store it was given, or `nil` when the task's or the default store is used.
  public let store: (any RKeychainStore)?

  var itemLabel: String?
  var itemComment: String?
  var discardedErrorHandler: (@Sendable (RKeychainError) -> Void)?

  /// A keychain of a service.
  ///
  /// - Parameters:
  ///   - service: the service of all its items; may be empty.
  ///   - accessGroup: the access group of its items; `nil` adds to the default place and reaches every place.
  ///   - synchronizable: whether new items are the synchronizable variant.
  ///   - accessibility: when values it writes may be read.
  ///   - store: where the items live; `nil` is the task's or the default store.
  public init(
    service: String, accessGroup: String? = nil, synchronizable: Bool = false,
    accessibility: RKeychainAccessibility = .afterFirstUnlock, store: (any RKeychainStore)? = nil
  ) {
    self.service = service
    self.accessGroup = accessGroup
    self.synchronizable = synchronizable
    self.accessibility = accessibility
    self.store = store
  }

  /// A keychain that gives what it writes a title (`kSecAttrLabel`).
  ///
  /// - Parameter label: the title; `nil` leaves the titles of existing items as they are.
  public func label(_ label: String?) -> RKeychain {
    var copy = self
    copy.itemLabel = label
    return copy
  }

  /// A keychain that gives what it writes a remark (`kSecAttrComment`).
  ///
  /// - Parameter comment: the remark; `nil` leaves the remarks of existing items as they are.
  public func comment(_ comment: String?) -> RKeychain {
    var copy = self
    copy.itemComment = comment
    return copy
  }

  /// A keychain that tells of the errors its subscripts discard.
  ///
  /// - Parameter handler: called with each discarded error, on the thread that used the subscript.
  public func onDiscardedError(_ handler: @escaping @Sendable (RKeychainError) -> Void) -> RKeychain {
    var copy = self
    copy.discardedErrorHandler = handler
    return copy
  }

  /// A keychain of the same settings in another store.
  ///
  /// - Parameter store: where its items live; `nil` is the task's or the default store.
  public func inStore(_ store: (any RKeychainStore)?) -> RKeychain {
    var copy = RKeychain(
      service: service, accessGroup: accessGroup, synchronizable: synchronizable,
      accessibility: accessibility, store: store)
    copy.itemLabel = itemLabel
    copy.itemComment = itemComment
    copy.discardedErrorHandler = discardedErrorHandler
    return copy
  }
}

extension RKeychain: CustomStringConvertible, CustomReflectable {
  /// The service and group; no item.
  public var description: String {
    "RKeychain(service: \(service.debugDescription)"
      + (accessGroup.map { ", accessGroup: \($0.debugDescription)" } ?? "") + ")"
  }

  /// Service and group only, so that `dump` does not look into the store.
  public var customMirror: Mirror {
    Mirror(self, children: ["service": service, "accessGroup": accessGroup as Any])
  }
}
