/// Why a redo record is not carried out.
package struct CommitFault: Error, Hashable, Sendable {
  /// What is wrong.
  package let what: String

  /// A fault in words.
  init(_ what: String) { self.what = what }
}
