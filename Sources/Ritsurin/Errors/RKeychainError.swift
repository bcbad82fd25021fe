#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The one error of everything public here: a ``kind`` to decide by, the matching `OSStatus`, and text for
/// people.
///
/// ```swift
/// do {
///   try keychain.set("secret", forKey: "token")
/// } catch {
///   switch error.kind {
///   case .interactionNotAllowed: askForThePassphrase()
///   default: print(error)
///   }
/// }
/// ```
/// No text of an error ever holds a value, and dumping one shows no more than its text.
public struct RKeychainError: Error, Sendable {
  /// What failed; decide by this.
  public let kind: Kind
  /// The `OSStatus` that Keychain Services has for it.
  public let status: Int32
  /// A sentence for people, without a final stop and without any value.
  public let message: String
  /// The file or directory it is about, where there is one.
  public let path: String?
  /// The system's own error number, where a system call failed.
  public let errno: Int32?
  /// With ``Kind/conflict`` and ``Kind/duplicateItem``: the state that is there now; `nil` where there is no
  /// item.
  public let currentRevision: RKeychainRevision?
  /// What a value's own coding or an importer threw; its text may quote values, and no text here repeats it.
  public let underlyingError: (any Error)?

  /// An error of a kind.
  ///
  /// - Parameters:
  ///   - kind: what failed.
  ///   - message: a sentence for people that holds no value; `nil` takes the kind's own.
  ///   - path: the file or directory it is about.
  ///   - errno: the system's error number.
  ///   - currentRevision: the state that is there now.
  ///   - underlyingError: what a coder or importer threw.
  ///   - status: the `OSStatus`; `nil` takes the kind's own (for ``Kind/cannotRead``, that of EIO or ENOMEM
  ///     where `errno` is one of these).
  public init(
    _ kind: Kind, message: String? = nil, path: String? = nil, errno: Int32? = nil,
    currentRevision: RKeychainRevision? = nil, underlyingError: (any Error)? = nil, status: Int32? = nil
  ) {
    self.kind = kind
    self.message = message ?? kind.code.message
    self.path = path
    self.errno = errno
    self.currentRevision = currentRevision
    self.underlyingError = underlyingError
    self.status = status ?? Self.status(of: kind, errno: errno)
  }

  private static func status(of kind: Kind, errno: Int32?) -> Int32 {
    switch (kind, errno) {
    case (.cannotRead, 5): -36  // EIO has this number on every system this runs on.
    case (.cannotRead, 12): -108  // So has ENOMEM.
    default: kind.status
    }
  }

  /// Lets a kind stand as a pattern for an error: `case .itemNotFound` in a `switch` over an error.
  public static func ~= (kind: Kind, error: RKeychainError) -> Bool {
    error.kind == kind
  }
}

extension RKeychainError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable,
  LocalizedError
{
  /// Message, path and number; no value.
  public var description: String {
    var text = message
    if let path { text += ": \(path.debugDescription)" }
    text += " (\(kind), \(status)"
    if let errno { text += ", errno \(errno)" }
    return text + ")"
  }

  /// The same as ``description``.
  public var debugDescription: String { "RKeychainError: \(description)" }

  /// The same as ``description``, for `localizedDescription`.
  public var errorDescription: String? { description }

  /// What ``description`` shows, and nothing of ``underlyingError``.
  public var customMirror: Mirror {
    Mirror(self, children: ["kind": kind.description, "status": status, "message": message])
  }
}
