import Foundation

/// A private directory for one test, removed when the last one lets go of it.
package final class ScratchDirectory: Sendable {
  package let path: String

  /// Makes it.
  ///
  /// - Parameter isInMemory: Whether it may lie where fsync costs nothing, if there is such a place. Only for small files.
  package init(isInMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let base =
      isInMemory && FileManager.default.isWritableFile(atPath: memory)
      ? memory : FileManager.default.temporaryDirectory.path
    path = base + "/ritsurin-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a name in it.
  package func path(_ name: String) -> String { path + "/" + name }
}
