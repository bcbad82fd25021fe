/// A type whose bytes must never reach a log: `print`, `dump` and interpolation show its name and nothing
/// else.
///
/// Swift's default description and mirror show stored properties even when they are private; not even the
/// length is shown here, since the length of a password is worth something to a thief.
package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
  /// The type's name and the word "redacted".
  package var description: String { "\(Self.self)(redacted)" }

  /// The same as `description`.
  package var debugDescription: String { description }

  /// A mirror without children.
  package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
