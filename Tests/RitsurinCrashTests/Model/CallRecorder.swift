import RitsurinSystem

/// Records the calls of a store, to be replayed on a model of the disk.
final class CallRecorder: SystemCallObserver {
  struct Record: Sendable {
    let event: SystemCallEvent
    let result: Int
  }

  /// The calls so far, and after how many of them each acknowledged change was acknowledged.
  struct Recording: Sendable {
    var records: [Record] = []
    var acknowledged: [Int] = []
  }

  private let state = Locked(Recording())

  var recording: Recording { state.withLock { $0 } }

  /// Notes that the caller has been told of success.
  func acknowledge() { state.withLock { $0.acknowledged.append($0.records.count) } }

  func willCall(_ event: SystemCallEvent) throws(SystemError) {}

  func didCall(_ event: SystemCallEvent, result: Int) {
    state.withLock { $0.records.append(Record(event: event, result: result)) }
  }
}
