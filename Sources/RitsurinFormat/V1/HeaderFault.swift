/// Why a header is not believed.
package enum HeaderFault: Error, Hashable, Sendable {
  /// A later version of the format.
  case newerFormat
  /// Anything else; the text says what, without quoting values.
  case damaged(String)
}
