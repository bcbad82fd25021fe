import Dispatch

/// A service's secrets for async code: the calls of ``RKeychain``, none of which blocks its caller.
///
/// ```swift
/// let keychain = RAsyncKeychain(service: "com.example.app")
/// try await keychain.set("secret", forKey: "token")
/// let token = try await keychain.string(forKey: "token")
/// ```
/// Each instance works through its calls one after another on a queue of its own, so reading, writing,
/// waiting for locks and deriving keys never happen on the caller's executor. Only turning a value into bytes
/// and back does.
///
/// **Cancellation** does not stop an operation that was started: a write is finished and its true outcome
/// returned, whether or not the task was cancelled meanwhile.
///
/// **Which store.** As for ``RKeychain``; a task's own store (``RKeychainStores/current``) is taken from the
/// caller's task at each call.
///
/// There are no subscripts that set: an assignment could neither wait nor fail.
public final class RAsyncKeychain: Sendable {
  /// The keychain whose calls these are; using it directly blocks.
  public let keychain: RKeychain
  private let queue: DispatchQueue

  /// A keychain of a service.
  ///
  /// - Parameters:
  ///   - service: the service of all its items; may be empty.
  ///   - accessGroup: the access group of its items; `nil` adds to the default place and reaches every place.
  ///   - synchronizable: whether new items are the synchronizable variant.
  ///   - accessibility: when values it writes may be read.
  ///   - store: where the items live; `nil` is the task's or the default store.
  public convenience init(
    service: String, accessGroup: String? = nil, synchronizable: Bool = false,
    accessibility: RKeychainAccessibility = .afterFirstUnlock, store: (any RKeychainStore)? = nil
  ) {
    self.init(
      RKeychain(
        service: service, accessGroup: accessGroup, synchronizable: synchronizable,
        accessibility: accessibility, store: store))
  }

  /// The async calls of a keychain, its label and comment included.
  ///
  /// - Parameter keychain: the keychain.
  public init(_ keychain: RKeychain) {
    self.keychain = keychain
    self.queue = DispatchQueue(label: "ritsurin.keychain")
  }

  /// Runs a blocking operation on the queue and waits for it without blocking.
  ///
  /// - Parameter body: the operation; its keychain uses the store of the calling task.
  func perform<Value: Sendable>(
    _ body: @escaping @Sendable (RKeychain) throws(RKeychainError) -> Value
  ) async throws(RKeychainError) -> Value {
    // The queue's threads have no task, so what the task says is looked up here. The default store is not:
    // making it may read files.
    let keychain =
      keychain.store == nil ? self.keychain.inStore(RKeychainStores.current) : self.keychain
    let result: Result<Value, RKeychainError> = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(returning: Result { () throws(RKeychainError) in try body(keychain) })
      }
    }
    return try result.get()
  }
}

extension RAsyncKeychain: CustomStringConvertible, CustomReflectable {
  /// The service and group; no item.
  public var description: String { "RAsyncKeychain(\(keychain))" }

  /// The keychain's own mirror.
  public var customMirror: Mirror { keychain.customMirror }
}
