import Foundation
import Ritsurin
import RitsurinSystem
import Testing

extension CrashOperation.Start {
  /// The disk that an operation begins with.
  ///
  /// Made once: vaults that begin alike are alike to the byte.
  func tree() throws -> DiskTree {
    if let tree = Self.made.withLock({ $0[self] }) { return tree }
    let tree = try make()
    return Self.made.withLock { made in
      let first = made[self] ?? tree
      made[self] = first
      return first
    }
  }

  private static let made = Locked<[Self: DiskTree]>([:])

  private func make() throws -> DiskTree {
    switch self {
    case .items: return try CrashVault.template()
    case .noDevice: return try CrashVault.template(CrashVault.items)
    case .many:
      return try CrashVault.template(CrashVault.items + (0..<17).map { CrashVault.item("many", "\($0)") })
    case .committed: return try Self.committed()
    case .untidy: return try Self.untidy()
    }
  }

  /// A writer moved a whole service, and died when its record was durable and nothing of it done.
  private static func committed() throws -> DiskTree {
    let move = CrashOperation(
      "move a service", CrashOperation.update(nil) { $0.service = .set("t") })
    let run = try CrashRun(move, start: Self.items.tree())
    let records = run.recording.records
    let point = try #require(
      records.firstIndex { $0.event.call == .renameat && $0.event.newPath == ".commit" })
    var model = DiskModel(of: run.start, at: run.disk)
    for record in records[...(point + 1)] { model.apply(record) }
    return model.visible
  }

  private static func untidy() throws -> DiskTree {
    var tree = try Self.items.tree()
    let vault = CrashVault.name + "/"
    let sealed = tree.entries.keys.filter { $0.hasSuffix(".sealed") }.sorted()
    let sidecars = tree.entries.keys.filter { $0.hasSuffix(".meta") }.sorted()
    var inode = 0
    func change(_ path: String, mode: UInt32 = 0o600, _ body: (inout [UInt8]) -> Void = { _ in }) {
      var bytes = tree.bytes(path) ?? []
      body(&bytes)
      inode -= 1
      tree.entries[path] = .file(inode: inode, bytes: bytes, mode: mode)
    }
    let directory = try #require(sealed.last).split(separator: "/").dropLast().joined(separator: "/")
    for place in [vault, vault + "slots/", directory + "/"] {
      change(place + ".tmp-0123456789abcdef") { $0 = [1, 2, 3] }
    }
    change(directory + "/" + String(repeating: "a", count: 26) + ".meta") { $0 = [1] }
    change(sealed[0], mode: 0o644)
    change(sidecars[0]) { $0.removeLast(7) }
    change(sidecars[1]) { $0[60] ^= 1 }
    tree.entries[sidecars[2]] = nil
    tree.entries[vault + "vault.header.backup"] = nil
    change(vault + ".lock") { $0 = [1] }
    return tree
  }
}
