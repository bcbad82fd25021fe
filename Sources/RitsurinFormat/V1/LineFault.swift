/// Why signed lines do not parse.
enum LineFault: Error, Hashable {
  /// The first line names a later version of the format.
  case newerFormat
  /// Anything else; the text says what, without quoting values.
  case malformed(String)
}
