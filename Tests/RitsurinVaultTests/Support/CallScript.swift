import RitsurinSystem

/// Records every call, makes a chosen one fail, and lets a test act just before or after calls.
final class CallScript: SystemCallObserver {
  struct Record: Sendable {
    let event: SystemCallEvent
    let result: Int
  }

  private struct State: Sendable {
    var records: [Record] = []
    var seen = 0
    var failed: SystemCall?
    var failure: (index: Int, errno: Int32)?
  }

  private let state: Locked<State>
  private let before: (@Sendable (SystemCallEvent) -> Void)?
  private let after: (@Sendable (Record) -> Void)?

  /// - Parameters:
  ///   - failing: The index of the call that fails, and with which error.
  ///   - before: Runs before a call is made.
  ///   - after: Runs after a call was made.
  init(
    failing: (index: Int, errno: Int32)? = nil, before: (@Sendable (SystemCallEvent) -> Void)? = nil,
    after: (@Sendable (Record) -> Void)? = nil
  ) {
    state = Locked(State(failure: failing))
    self.before = before
    self.after = after
  }

  var records: [Record] { state.withLock { $0.records } }

  /// The call that was made to fail.
  var failed: SystemCall? { state.withLock { $0.failed } }

  /// Forgets what was recorded and counts anew.
  func restart(failing: (index: Int, errno: Int32)? = nil) {
    state.withLock { $0 = State(failure: failing) }
  }

  func willCall(_ event: SystemCallEvent) throws(SystemError) {
    before?(event)
    let code: Int32? = state.withLock { state in
      defer { state.seen += 1 }
      guard let failure = state.failure, failure.index == state.seen else { return nil }
      state.failed = event.call
      return failure.errno
    }
    if let code { throw SystemError(call: event.call, errno: code, path: event.path ?? "") }
  }

  func didCall(_ event: SystemCallEvent, result: Int) {
    let record = Record(event: event, result: result)
    state.withLock { $0.records.append(record) }
    after?(record)
  }
}
