/// A login of a browser or password manager, in the terms that they share.
struct Login {
  /// Where it stands, from 1.
  let line: Int
  /// Its title; nil where it has none, as in all other texts here.
  var title: [UInt8]?
  /// Its addresses, the first of which counts.
  var urls: [[UInt8]] = []
  var username: [UInt8]?
  /// The password, which may be empty; nil where there is no such field.
  var password: [UInt8]?
  var notes: [UInt8]?
  /// The folder, with its parents.
  var folder: [UInt8]?
  /// The seed of one-time codes.
  var codes: [UInt8]?
  /// Further fields.
  var fields: [(name: [UInt8], value: [UInt8])] = []
  /// Microseconds since 1970 UTC.
  var created: Int64?
  /// Microseconds since 1970 UTC.
  var modified: Int64?

  init(line: Int) {
    self.line = line
  }
}
