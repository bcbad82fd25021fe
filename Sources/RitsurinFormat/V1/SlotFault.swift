/// Why a slot is passed over.
package enum SlotFault: Error, Hashable, Sendable {
  /// A later version of the format.
  case newerFormat
  /// Anything else; the text says what, without quoting values.
  case malformed(String)
}
