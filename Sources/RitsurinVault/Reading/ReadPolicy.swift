/// How patient a reader is: Docs/Format.md#reading.
///
/// Tests shorten the pauses, never the counts.
package struct ReadPolicy: Sendable {
  /// How often a short or unauthentic file is read again.
  package var rereads = 3
  /// The pause between such readings, in milliseconds.
  package var rereadPause = 50
  /// How often a lookup with more than one possible path tries them all before it says "absent".
  package var rounds = 3
  /// How often a header that keeps changing is followed.
  package var headerChanges = 3
  /// How long a listing waits for the shared lock, in milliseconds.
  package var sharedLockWait = 1_000
  /// How many passes a listing makes without the lock until two in a row agree.
  package var passes = 4
  /// How long a reader waits for git to finish, in milliseconds.
  package var gitWait = 2_000
  /// The age beyond which git's lock is a left-over that is not waited for, in seconds.
  package var gitLockAge = 60

  package init() {}
}
