import Foundation
import Ritsurin
import RitsurinSystem

/// Looks at a vault after a crash as its owner would: opens it, reads it, checks it, writes to it.
struct CrashCheck {
  /// What a crash may leave and a check may say: none of it concerns an item.
  static let untidiness: Set<String> = [
    "leftOver", "sidecarMissing", "sidecarStale", "sidecarOrphaned", "unfinished", "headerMissing",
    "headerDiffers", "headerDamaged", "mode",
  ]
  /// What may be left of it when a writer has been there: it finishes records and restores headers.
  static let untidinessAfterWrite: Set<String> = [
    "leftOver", "sidecarMissing", "sidecarStale", "sidecarOrphaned", "mode",
  ]

  static let next = CrashVault.item("s", "after the crash")

  let promise: CrashPromise
  /// What the vault held once a writer had been there.
  private(set) var after: Contents?
  private(set) var problems: [String] = []

  init(_ promise: CrashPromise) { self.promise = promise }

  /// Puts a disk into a directory of its own and looks at it.
  static func problems(of tree: DiskTree, _ promise: CrashPromise, in place: ScratchDirectory) -> [String] {
    let disk = place.path(UUID().uuidString)
    defer { try? FileSystem(isDurable: false).removeTree(disk) }
    var check = CrashCheck(promise)
    do {
      try tree.write(to: disk)
      check.run(on: disk)
    } catch {
      check.problems.append("the state cannot be made: \(error)")
    }
    return check.problems
  }

  /// Looks at the disk of a vault, and writes to it.
  ///
  /// - Parameter observer: sees the calls of the write, and of what it needs.
  mutating func run(on disk: String, _ observer: CallRecorder? = nil) {
    do throws(RKeychainError) {
      let vault = try CrashVault.open(on: disk, observer)
      try read(vault)
      if LongTests.areWanted { try expect(vault, to: Self.untidiness, when: "before a write") }
      _ = try vault.set(Self.next)
      observer?.acknowledge()
      let contents = try Contents(of: vault)
      after = contents
      var kept = contents
      if kept.items.removeValue(forKey: Contents.Names(Self.next)) == nil {
        problems.append("the next write is not there")
      }
      problems += contents.problems.map { "after a write: \($0)" }
      if !promise.kept.contains(where: { $0.items == kept.items }) {
        problems.append(
          "after a write there is \(kept.summary) instead of \(promise.kept.map(\.summary).joined(separator: " or "))"
        )
      }
      try expect(vault, to: Self.untidinessAfterWrite, when: "after a write")
    } catch {
      problems.append("the vault does not work: \(error)")
    }
  }

  private mutating func read(_ vault: RVault) throws(RKeychainError) {
    let seen = try Contents(of: vault)
    problems += seen.problems
    if let problem = promise.problem(ofSeen: seen) { problems.append(problem) }
  }

  private mutating func expect(
    _ vault: RVault, to allowed: Set<String>, when: String
  ) throws(RKeychainError) {
    let report = try vault.check()
    if report.openedCount != report.itemCount { problems.append("\(when) an item does not open") }
    for finding in report.findings
    where !allowed.contains(finding.kind)
      || finding.isDamage && finding.kind != "headerMissing" && finding.kind != "headerDamaged"
    {
      problems.append("\(when) a check finds \(finding.kind) at \(finding.path)")
    }
  }
}
