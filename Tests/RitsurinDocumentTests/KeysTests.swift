import Foundation
import Ritsurin
import Testing

/// The code of Docs/Keys.md, compiled and run; write a changed line in both.
@Suite struct KeysTests {
  @Test(.temporaryFiles) func changesWhatOpensAVault() throws {
    let (path, keyFile) = try #require(TemporaryFiles.current)
    let newKeyFile = keyFile + ".new"
    let vault = try RVault.create(
      at: path, credentials: [.newKeyFile(keyFile), .newKeyFile(keyFile + ".third")])

    let old = try vault.slots().first { $0.isInUse }
    try vault.addSlot(.newKeyFile(newKeyFile, label: "this machine"))
    try vault.unlock(with: .keyFile(newKeyFile))
    if let old { try vault.removeSlot(old.id) }

    let plan = try vault.rekeyPlan()
    for slot in plan.ending { print("ends: \(slot.label)") }
    let result = try vault.rekey(plan) { done, count in print("\(done) of \(count)") }

    #expect(result.isFinished && plan.ending.count == 1)
    #expect(try vault.slots().map(\.label) == ["this machine"])
  }
}
