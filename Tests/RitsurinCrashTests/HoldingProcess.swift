import Foundation
import Ritsurin
import RitsurinSystem
import Testing

/// What somebody does to `.lock` while a writer is at work.
enum LockFileChange: CaseIterable {
  case none, removed, emptied, replaced
}

/// The process that has a child hold the lock, and kills it: this test program, run again.
@Suite(.enabled(if: ProcessInfo.processInfo.environment[KillVariable.directory] != nil))
struct HoldingProcess {
  /// Stops for good once its first file is written, and says so.
  private final class Holder: SystemCallObserver {
    private let pipe: Int32

    init(telling pipe: Int32) { self.pipe = pipe }

    func willCall(_ event: SystemCallEvent) throws(SystemError) {}

    func didCall(_ event: SystemCallEvent, result: Int) {
      guard event.call == .write else { return }
      var byte: UInt8 = 1
      _ = unsafe write(pipe, &byte, 1)
      while true { pause() }
    }
  }

  @Test func holds() throws {
    let place = try #require(ProcessInfo.processInfo.environment[KillVariable.directory])
    var lines: [String] = []
    do {
      for change in LockFileChange.allCases {
        lines += try hold(place, change).map { "problem: .lock \(change): \($0)" }
      }
      lines.append("done \(LockFileChange.allCases.count)")
    } catch {
      lines.append("problem: \(error)")
    }
    try lines.joined(separator: "\n").write(toFile: place + "/answer", atomically: true, encoding: .utf8)
  }

  private func hold(_ place: String, _ change: LockFileChange) throws -> [String] {
    var problems: [String] = []
    func expect(_ isSo: Bool, _ what: String) { if !isSo { problems.append(what) } }
    let disk = place + "/" + UUID().uuidString
    let start = try CrashVault.template()
    try start.write(to: disk)
    let promise = try CrashPromise(Contents(of: CrashVault.open(on: disk)))
    var ends: [Int32] = [-1, -1]
    try #require(unsafe pipe(&ends) == 0)
    let child = try ForkedChild {
      let vault = try CrashVault.open(on: disk, Holder(telling: ends[1]))
      _ = try vault.set(CrashVault.item("s", "a", "new value"))
    }
    var byte: UInt8 = 0
    try #require(unsafe read(ends[0], &byte, 1) == 1)
    for end in ends { close(end) }

    let root = disk + "/" + CrashVault.name
    expect(try !isFree(root), "nobody holds the lock")
    let lock = root + "/.lock"
    expect(try Data(contentsOf: URL(filePath: lock)) == Data([1]), "the byte is not set")
    switch change {
    case .none: break
    case .removed: try FileManager.default.removeItem(atPath: lock)
    case .emptied: try Data().write(to: URL(filePath: lock))
    case .replaced:
      try FileManager.default.removeItem(atPath: lock)
      try Data().write(to: URL(filePath: lock))
    }
    expect(try !isFree(root), "the lock is split")
    kill(child.process, SIGKILL)
    _ = try child.wait()
    expect(try isFree(root), "the dead still hold the lock")
    expect(temporaries(disk) == 1, "no temporary file was left: this shows nothing")
    var check = CrashCheck(promise)
    check.run(on: disk)
    problems += check.problems
    expect(temporaries(disk) == 0, "nobody noticed that a writer died")
    return problems
  }

  /// Whether the lock can be had at once.
  private func isFree(_ root: String) throws -> Bool {
    let files = FileSystem()
    return try files.lock(files.openDirectory(root), .exclusive, wait: .no)
  }

  private func temporaries(_ disk: String) -> Int {
    let all = FileManager.default.enumerator(atPath: disk)?.allObjects as? [String] ?? []
    return all.count { $0.contains(".tmp-") }
  }
}
