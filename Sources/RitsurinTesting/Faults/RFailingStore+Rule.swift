public import Ritsurin

extension RFailingStore {
  /// The calls of a store.
  public enum Call: String, Sendable, CaseIterable {
    /// `add` (`SecItemAdd`).
    case add
    /// `copyMatching` (`SecItemCopyMatching`): every read and listing.
    case copyMatching
    /// `update` (`SecItemUpdate`).
    case update
    /// `delete` (`SecItemDelete`): every removal.
    case delete
    /// `set`: every write of a keychain.
    case set
    /// `restore`: imports.
    case restore
  }

  /// What a call fails with.
  public struct Failure: Sendable {
    /// The error that is thrown.
    public let error: RKeychainError

    /// A failure with an error.
    public init(_ error: RKeychainError) {
      self.error = error
    }

    /// The store is locked (`errSecInteractionNotAllowed`, -25308).
    public static var locked: Self { Self(RKeychainError(.interactionNotAllowed)) }
    /// The app lacks an entitlement (`errSecMissingEntitlement`, -34018).
    public static var missingEntitlement: Self { Self(RKeychainError(.missingEntitlement)) }
    /// No space is left (`errSecDiskFull`, -34).
    public static var diskFull: Self { Self(RKeychainError(.diskFull)) }
    /// The item does not open (`errSecDecode`, -26275).
    public static var damaged: Self { Self(RKeychainError(.itemDamaged)) }
    /// The store cannot be read (`errSecNotAvailable`, -25291).
    public static var unavailable: Self { Self(RKeychainError(.cannotRead)) }
    /// The store cannot be written (`errSecReadOnly`, -25292).
    public static var readOnly: Self { Self(RKeychainError(.cannotWrite)) }
    /// What Keychain Services would return.
    ///
    /// - Parameter status: Any `OSStatus`.
    public static func status(_ status: Int32) -> Self { Self(RKeychainError(status: status)) }
    /// An error of a kind.
    public static func kind(_ kind: RKeychainError.Kind) -> Self { Self(RKeychainError(kind)) }
  }

  /// Which calls fail, how often and with what.
  public struct Rule: Sendable {
    /// What they fail with; `nil` only delays them.
    public var failure: Failure?
    /// Which calls.
    public var calls: Set<Call>
    /// Only calls that name this service; `nil` is every call.
    public var service: String?
    /// Only calls that name this key; `nil` is every call, listings included, which name none.
    public var key: String?
    /// How many calls that apply go through first.
    public var after: Int
    /// How many fail then; `nil` is all.
    public var times: Int?
    /// How long each takes before anything happens.
    public var delay: Duration
    /// Whether the store behind does what was asked, and the caller is told that it failed: as when a power failure
    /// comes between a write and its confirmation.
    public var isAfterwards: Bool

    /// A rule.
    ///
    /// - Parameters:
    ///   - failure: What calls fail with; `nil` only delays them.
    ///   - calls: Which calls.
    ///   - service: Only calls that name this service.
    ///   - key: Only calls that name this key.
    ///   - after: How many calls that apply go through first.
    ///   - times: How many fail then; `nil` is all.
    ///   - delay: How long each takes before anything happens.
    ///   - isAfterwards: Whether the store behind does what was asked all the same.
    public init(
      _ failure: Failure?, calls: Set<Call> = Set(Call.allCases), service: String? = nil, key: String? = nil,
      after: Int = 0, times: Int? = nil, delay: Duration = .zero, isAfterwards: Bool = false
    ) {
      self.failure = failure
      self.calls = calls
      self.service = service
      self.key = key
      self.after = after
      self.times = times
      self.delay = delay
      self.isAfterwards = isAfterwards
    }

    func applies(to call: Call, _ names: [CallNames]) -> Bool {
      guard calls.contains(call) else { return false }
      return names.contains { name in
        (service == nil || ExactText.same(service, name.service))
          && (key == nil || ExactText.same(key, name.key))
      }
    }
  }

  /// A call that was made: names, and whether it failed; no value, no attribute.
  public struct RecordedCall: Hashable, Sendable, CustomStringConvertible {
    /// Which call.
    public var call: Call
    /// The service it named.
    public var service: String?
    /// The key it named; `nil` for listings.
    public var key: String?
    /// The access group it named.
    public var accessGroup: String?
    /// What it failed with; `nil` where it did not.
    public var failure: RKeychainError.Kind?

    /// A call.
    public init(
      _ call: Call, service: String? = nil, key: String? = nil, accessGroup: String? = nil,
      failure: RKeychainError.Kind? = nil
    ) {
      self.init(call: call, service: service, key: key, accessGroup: accessGroup, failure: failure)
    }

    init(call: Call, service: String?, key: String?, accessGroup: String?, failure: RKeychainError.Kind?) {
      self.call = call
      self.service = service
      self.key = key
      self.accessGroup = accessGroup
      self.failure = failure
    }

    /// The call, its names, and what it failed with.
    public var description: String {
      let names = [("service", service), ("key", key), ("accessGroup", accessGroup)]
        .compactMap { name, value in value.map { "\(name): \($0.debugDescription)" } }
      return "\(call)(\(names.joined(separator: ", ")))" + (failure.map { " failed: \($0)" } ?? "")
    }
  }

  /// What a call is about.
  struct CallNames {
    var service: String?
    var key: String?
    var accessGroup: String?
  }
}

extension RKeychainNewItem {
  var names: RFailingStore.CallNames {
    RFailingStore.CallNames(service: service, key: key, accessGroup: accessGroup)
  }
}

extension RKeychainQuery {
  var names: RFailingStore.CallNames {
    RFailingStore.CallNames(service: service, key: key, accessGroup: accessGroup)
  }
}
