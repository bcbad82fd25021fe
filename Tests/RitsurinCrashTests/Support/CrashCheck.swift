import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport

/// Looks at a vault after a crash as its owner would: opens it, reads it, checks it, writes to it.
struct CrashCheck {
  /// What a crash may leave and a check may say: none of it concerns an item.
  static let untidiness: Set<String> = [
    "leftOver", "sidecarMissing", "sidecarStale", "sidecarOrphaned", "unfinished", "headerMissing",
    "headerDiffers", "headerDamaged", "mode",
    // An item on its way from one tree to the other is in both for a moment.
    "shadowed",
  ]
  /// What may be left of it when a writer has been there: it finishes records and restores headers.
  static let untidinessAfterWrite: Set<String> = [
    "leftOver", "sidecarMissing", "sidecarStale", "sidecarOrphaned", "mode",
  ]

  static let next = CrashVault.item("s", "after the crash")

  let promise: CrashPromise
  /// Whether the promise comes from another run, so that dates and revisions differ.
  let isOfAnotherRun: Bool
  /// Whether a change of several items may stay half done, because somebody removed its record.
  var allowsHalf = false
  /// What the vault held once a writer had been there.
  private(set) var after: Contents?
  private(set) var problems: [String] = []

  init(_ promise: CrashPromise, isOfAnotherRun: Bool = false) {
    self.promise = isOfAnotherRun ? promise.undated : promise
    self.isOfAnotherRun = isOfAnotherRun
  }

  private func comparable(_ contents: Contents) -> Contents { isOfAnotherRun ? contents.undated : contents }

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
      let kept = contents.withoutNext
      if kept.items.count == contents.items.count { problems.append("the next write is not there") }
      problems += contents.problems.map { "after a write: \($0)" }
      let isBetween = allowsHalf && promise.problem(ofSeen: comparable(kept)) == nil
      if !isBetween, !promise.kept.contains(where: { $0.withoutNext.items == comparable(kept).items }) {
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
    if let problem = promise.problem(ofSeen: comparable(seen)) { problems.append(problem) }
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

extension Contents {
  /// The same but for what the check itself writes.
  var withoutNext: Contents {
    var rest = self
    rest.items[Names(CrashCheck.next)] = nil
    return rest
  }
}

extension Contents {
  /// The same without dates and revisions, which differ from run to run.
  var undated: Contents {
    var copy = self
    for (names, item) in items {
      var item = item
      item.attributes.createdMicroseconds = 0
      item.attributes.modifiedMicroseconds = 0
      if let none = RKeychainRevision(bytes: [UInt8](repeating: 0, count: RKeychainRevision.byteCount)) {
        item.attributes.revision = none
      }
      copy.items[names] = item
    }
    return copy
  }
}

extension CrashPromise {
  /// The same without dates and revisions.
  var undated: CrashPromise {
    CrashPromise(seen: seen.map { $0.map(\.undated) }, kept: kept.map(\.undated))
  }
}
