import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport
import Testing

/// Writing until the disk is full: the error says so, and nothing that was there suffers.
@Suite(.serialized) struct FullDiskTests {
  static let kinds: [SmallDisk.Kind] = SmallDisk.canMount ? SmallDisk.Kind.allCases : [.counted]

  private static func vault(on disk: SmallDisk) throws -> RVault {
    let tree = try CrashVault.template()
    for (path, entry) in tree.entries.sorted(by: { $0.key < $1.key }) {
      if case .directory = entry {
        try FileManager.default.createDirectory(
          atPath: disk.path + "/" + path, withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
      } else {
        let url = URL(filePath: disk.path + "/" + path)
        try Data(tree.bytes(path) ?? []).write(to: url)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
      }
    }
    return try CrashVault.open(on: disk.path, disk)
  }

  private func leftOvers(_ disk: SmallDisk) -> [String] {
    let all = FileManager.default.enumerator(atPath: disk.path)?.allObjects as? [String] ?? []
    return all.filter { $0.contains(".tmp-") || $0.hasSuffix(".commit") }
  }

  private static func isFull(_ error: RKeychainError?) -> Bool {
    error?.kind == .diskFull && error?.errno == ENOSPC && error?.description.contains("No space left") == true
  }

  @Test(.enabled(if: SmallDisk.canMount, "no right to mount a tmpfs: full disks are only counted ones here"))
  func aRealFileSystemFills() throws { #expect(Self.kinds.contains(.mounted)) }

  @Test(arguments: kinds) func setsFailByNameAndLeaveTheOld(_ kind: SmallDisk.Kind) throws {
    let disk = try SmallDisk(kind)
    let vault = try Self.vault(on: disk)
    var expected = try Contents(of: vault)
    var full: RKeychainError?
    for number in 0..<1_000 where full == nil {
      let item = CrashVault.item("s", "filling \(number)", String(repeating: "v", count: 9_000))
      do throws(RKeychainError) {
        let attributes = try vault.set(item)
        expected.items[Contents.Names(attributes)] = RKeychainItem(attributes: attributes, value: item.value)
      } catch {
        full = error
      }
    }
    #expect(Self.isFull(full), "\(String(describing: full))")
    #expect(leftOvers(disk) == [])
    #expect(expected.items.count > 10)
    // No longer value takes the place of one that is there.
    let long = String(repeating: "long", count: 20_000)
    for key in ["a", "b"] {
      var error: RKeychainError?
      do throws(RKeychainError) { _ = try vault.set(CrashVault.item("s", key, long)) } catch let thrown {
        error = thrown
      }
      #expect(Self.isFull(error), "\(String(describing: error))")
    }
    #expect(leftOvers(disk) == [])
    #expect(try Contents(of: vault) == expected)
    #expect(try Contents(of: CrashVault.open(on: disk.path)) == expected)
    // Deleting needs no room, and makes some.
    for number in 0..<2 {
      #expect(try vault.delete(RKeychainQuery(service: "s", key: "filling \(number)")) == 1)
    }
    if kind == .counted { disk.empty() }
    _ = try vault.set(CrashCheck.next)
    #expect(try Contents(of: vault).items.count == expected.items.count - 1)
  }

  @Test(arguments: kinds) func importsLeaveAllOrNone(_ kind: SmallDisk.Kind) throws {
    let items =
      (0..<20).map { CrashVault.item($0 < 10 ? "s" : "new", "new \($0)") }
      + [CrashVault.item("s", "a", "imported")]
    var outcomes: Set<String> = []
    let unit = kind == .mounted ? 4_096 : 400
    for room in stride(from: 0, through: 60, by: LongTests.areWanted ? 1 : 12) {
      let disk = try SmallDisk(kind)
      let vault = try Self.vault(on: disk)
      let old = try Contents(of: vault)
      try disk.fill(leaving: room * unit)
      var error: RKeychainError?
      do throws(RKeychainError) {
        _ = try vault.restore(items.map { RKeychainRestoredItem($0) }, onConflict: .replace, dryRun: false)
      } catch let thrown {
        error = thrown
      }
      #expect(error == nil || Self.isFull(error), "room \(room): \(String(describing: error))")
      if error != nil {
        #expect(leftOvers(disk) == [], "room \(room)")
        #expect(try Contents(of: vault) == old, "room \(room)")
      }
      disk.empty()
      _ = try vault.set(CrashCheck.next)
      let after = try Contents(of: vault).withoutNext
      #expect(after.problems.isEmpty, "room \(room)")
      if error == nil {
        #expect(after.items.count == old.items.count + 20, "room \(room)")
      } else {
        #expect(after == old, "room \(room)")
      }
      outcomes.insert(error == nil ? "all" : "none")
    }
    #expect(outcomes == ["all", "none"])
  }
}
