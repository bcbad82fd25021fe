import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport

/// An operation that was carried out once, with its calls and what the vault held after each change.
struct CrashRun: Sendable {
  /// The disk as it was before.
  let start: DiskTree
  let disk: String
  let recording: CallRecorder.Recording
  /// What the vault holds before the first change, and after each; where a found record comes first, as it
  /// lies there and then finished.
  let contents: [Contents]
  /// Whether the disk began with a record to be finished.
  private let isCommitted: Bool
  /// The disk as it was afterwards.
  let end: DiskTree

  init(_ operation: CrashOperation) throws {
    try self.init(operation, start: operation.start.tree())
  }

  init(_ operation: CrashOperation, start: DiskTree) throws {
    let place = try ScratchDirectory(isInMemory: true)
    let disk = place.path("disk")
    try start.write(to: disk)
    self.start = start
    self.disk = disk
    let recorder = CallRecorder()
    let vault = try CrashVault.open(on: disk, recorder)
    var contents = [try Contents(of: CrashVault.open(on: disk))]
    if operation.start == .committed { contents.append(try Self.finished(start)) }
    isCommitted = operation.start == .committed
    for step in operation.steps {
      try step.run(vault)
      recorder.acknowledge()
      contents.append(try Contents(of: CrashVault.open(on: disk)))
    }
    recording = recorder.recording
    end = try DiskTree(at: disk)
    self.contents = contents
  }

  /// What the vault holds once its found record is finished: that is committed, whatever dies on the way.
  private static func finished(_ start: DiskTree) throws -> Contents {
    let place = try ScratchDirectory(isInMemory: true)
    try start.write(to: place.path("disk"))
    let vault = try CrashVault.open(on: place.path("disk"))
    _ = try? vault.delete(RKeychainQuery(service: "not there"))
    return try Contents(of: vault)
  }

  /// What the vault may hold when some changes have been acknowledged, and perhaps one more has begun.
  func promise(acknowledged count: Int, isBetween: Bool) -> CrashPromise {
    let first = isCommitted && count > 0 ? count + 1 : count
    let isLast = first == contents.count - 1
    if isBetween || isLast { return CrashPromise(contents[first]) }
    let last = isCommitted && count == 0 ? first + 2 : first + 1
    let possible = contents[first...last]
    return CrashPromise(
      seen: zip(possible, possible.dropFirst()).map { [$0, $1] },
      // A record that was found is certain.
      kept: isCommitted && count == 0 ? Array(possible.dropFirst()) : Array(possible))
  }
}

/// What a crash state must hold.
struct CrashPromise: Hashable, Sendable {
  /// Pairs of contents; a reader finds the vault between the two of one pair.
  let seen: [[Contents]]
  /// What the vault holds, as a whole, once a writer has been there.
  let kept: [Contents]

  init(seen: [[Contents]], kept: [Contents]) {
    self.seen = seen
    self.kept = kept
  }

  /// Exactly this.
  init(_ contents: Contents) { self.init(seen: [[contents, contents]], kept: [contents]) }

  /// What contradicts it in what a reader sees: each item is in one state or the other, and none is gone before
  /// all that take the places of others are there.
  func problem(ofSeen found: Contents) -> String? {
    let isBetween = seen.contains { pair in
      let (old, new) = (pair[0], pair[1])
      let isKnown = found.items.allSatisfy { old.items[$0] == $1 || new.items[$0] == $1 }
      let isWhole = new.items.allSatisfy { found.items[$0] == $1 }
      return isKnown && (isWhole || old.items.allSatisfy { found.items[$0.key] != nil })
    }
    return isBetween ? nil : "a reader sees \(found.summary), neither old nor new"
  }
}

extension Contents {
  /// The items in a few words, for messages.
  var summary: String {
    "["
      + items.values.map {
        "\($0.attributes.service)/\($0.attributes.accessGroup ?? "-")/\($0.attributes.key)=\($0.value?.count ?? -1)"
      }.sorted().joined(separator: " ") + "]"
  }
}
