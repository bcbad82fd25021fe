/// One file of a tree to be imported, such as a decrypted password store.
public struct RKeychainTreeFile: Sendable {
  /// Where it lies below the tree's root, names between slashes.
  public var path: String
  /// Its contents.
  public var bytes: [UInt8]

  /// A file of a tree.
  ///
  /// - Parameters:
  ///   - path: Where it lies below the root, names between slashes.
  ///   - bytes: Its contents.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

extension RKeychainTreeFile: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The path; the contents are left out.
  public var description: String { "RKeychainTreeFile(\(path.debugDescription), <redacted>)" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Empty, so that `dump` and debuggers show no value.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
