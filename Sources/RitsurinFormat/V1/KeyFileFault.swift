/// Why a key file holds no key.
package struct KeyFileFault: Error, Hashable, Sendable {
  /// What is wrong, without quoting the file.
  package let what: String

  /// A fault in words.
  init(_ what: String) { self.what = what }
}
