import RitsurinSystem

/// Records every call, and makes chosen ones fail.
final class CallScript: SystemCallObserver {
  struct Record: Sendable {
    let event: SystemCallEvent
    let result: Int
  }

  struct State: Sendable {
    var seen = 0
    var records: [Record] = []
    var failAt: [Int: Int32] = [:]
    var failing: [SystemCall: Int32] = [:]
    var countLimit = Int.max
  }

  private let state: Locked<State>

  /// - Parameters:
  ///   - failAt: Error numbers by the index of the call.
  ///   - failing: Error numbers by the kind of call.
  ///   - countLimit: The bytes a read or write may move.
  init(failAt: [Int: Int32] = [:], failing: [SystemCall: Int32] = [:], countLimit: Int = .max) {
    state = Locked(State(failAt: failAt, failing: failing, countLimit: countLimit))
  }

  var records: [Record] { state.withLock { $0.records } }
  var calls: [SystemCall] { records.map(\.event.call) }
  var seen: Int { state.withLock { $0.seen } }

  /// Descriptors that were opened and not closed.
  var openDescriptors: Set<Int> {
    var open: Set<Int> = []
    for record in records where record.result >= 0 {
      switch record.event.call {
      case .open, .openat, .openat2: open.insert(record.result)
      case .close, .closedir: open.remove(Int(record.event.descriptor ?? -1))
      default: break
      }
    }
    return open
  }

  func willCall(_ event: SystemCallEvent) throws(SystemError) {
    let code: Int32? = state.withLock { state in
      defer { state.seen += 1 }
      return state.failAt[state.seen] ?? state.failing[event.call]
    }
    if let code {
      if event.call == .close || event.call == .closedir { didCall(event, result: 0) }
      throw SystemError(call: event.call, errno: code, path: event.path ?? "")
    }
  }

  func didCall(_ event: SystemCallEvent, result: Int) {
    state.withLock { $0.records.append(Record(event: event, result: result)) }
  }

  func allowedCount(for call: SystemCall, of count: Int) -> Int {
    state.withLock { min(count, $0.countLimit) }
  }
}
