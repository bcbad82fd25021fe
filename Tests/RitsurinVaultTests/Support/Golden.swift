import Foundation
import RitsurinTestSupport

/// The vaults that an independent implementation wrote, copied before use: they are never edited.
enum Golden {
  static let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/Golden").path

  static func copy(_ vault: String, into scratch: ScratchDirectory) throws -> String {
    let target = scratch.path(vault)
    try FileManager.default.copyItem(atPath: directory + "/" + vault, toPath: target)
    try makePrivate(target)
    return target
  }

  /// Copies a credential with the mode that its owner would give it.
  static func credential(_ name: String, into scratch: ScratchDirectory) throws -> String {
    let target = scratch.path(name)
    try FileManager.default.copyItem(atPath: directory + "/" + name, toPath: target)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
    return target
  }

  static func makePrivate(_ root: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: root)
    let tree = FileManager.default.enumerator(atPath: root)
    while let name = tree?.nextObject() as? String {
      let path = root + "/" + name
      let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      try FileManager.default.setAttributes(
        [.posixPermissions: type == .typeDirectory ? 0o700 : 0o600], ofItemAtPath: path)
    }
  }

  static func json<T: Decodable>(_ name: String, as type: T.Type) throws -> T {
    try JSONDecoder().decode(type, from: Data(contentsOf: URL(filePath: directory + "/" + name)))
  }
}
