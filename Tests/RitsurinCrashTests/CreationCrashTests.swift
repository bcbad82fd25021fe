import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport
import Testing

/// Every state that a crash leaves of creating a vault: there is a whole one, or none and it can be made.
@Suite struct CreationCrashTests {
  @Test func leavesAVaultOrNone() throws {
    let place = try ScratchDirectory(isInMemory: true)
    let disk = place.path("disk")
    try DiskTree().write(to: disk)
    let recorder = CallRecorder()
    _ = try CrashVault.create(on: disk, recorder)
    var model = DiskModel(of: DiskTree(), at: disk)
    var seen: Set<DiskTree> = []
    let records = recorder.recording.records
    let last = try #require(records.lastIndex { DiskModel.isPoint($0) })
    var count = 0
    for (index, record) in records[...last].enumerated() {
      model.apply(record)
      guard DiskModel.isPoint(record) else { continue }
      let trees =
        [model.visible] + model.afterPowerLoss(limit: CrashSettings.stateCount / 4, seed: CrashSettings.seed)
      for tree in trees where seen.insert(tree).inserted || index == last {
        count += 1
        let problem = Self.problem(of: tree, mustExist: index == last, in: place)
        #expect(problem == nil, "after call \(index) \(record.event.call): \(problem ?? "")\n\(tree.lines)")
      }
    }
    #expect(count > 50)
  }

  private static func problem(of tree: DiskTree, mustExist: Bool, in place: ScratchDirectory) -> String? {
    let disk = place.path(UUID().uuidString)
    defer { try? FileManager.default.removeItem(atPath: disk) }
    do {
      try tree.write(to: disk)
      let vault: RVault
      do throws(RKeychainError) {
        vault = try CrashVault.open(on: disk)
      } catch {
        guard error.kind == .noSuchVault || error.kind == .notAVault else { return "\(error)" }
        if mustExist { return "an acknowledged vault is gone" }
        // Never over an earlier key file, so under another name.
        vault = try CrashVault.create(on: disk, keyFile: "second.key")
      }
      _ = try vault.set(CrashCheck.next)
      let contents = try Contents(of: vault)
      if contents.items.count != 1 || !contents.problems.isEmpty { return "it holds \(contents.summary)" }
      let findings = try vault.check().findings.filter { !CrashCheck.untidinessAfterWrite.contains($0.kind) }
      return findings.isEmpty ? nil : "a check finds \(findings.map { "\($0.kind) at \($0.path)" })"
    } catch {
      return "\(error)"
    }
  }
}
