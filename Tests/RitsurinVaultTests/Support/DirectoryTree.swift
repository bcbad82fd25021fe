import Foundation
import RitsurinCrypto

/// What stands in a directory.
enum DirectoryTree {
  static func names(_ path: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []
    return all.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// A short line for each entry: name, mode, and the digest of a file's bytes.
  static func lines(_ path: String) throws -> [String] {
    try names(path).map { name in
      let full = path + "/" + name
      let attributes = try FileManager.default.attributesOfItem(atPath: full)
      let mode = String((attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0, radix: 8)
      guard attributes[.type] as? FileAttributeType == .typeRegular else { return "\(name) \(mode)" }
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: full)))
      return "\(name) \(mode) \(KeyedHash.digest256(unsafe bytes.span.bytes).hex.prefix(16))"
    }
  }
}
