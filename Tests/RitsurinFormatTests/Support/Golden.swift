import Foundation
import Testing

/// The golden vaults that an independent implementation wrote.
enum Golden {
  /// Fixtures/Golden.
  static let directory = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/Golden")

  /// A file of one of the vaults.
  struct File: CustomTestStringConvertible {
    /// The path from the vault's root on.
    let path: String
    let bytes: [UInt8]
    var testDescription: String { path }
  }

  /// The files of all vaults whose names end so, by path.
  static func files(endingIn ending: String) -> [File] {
    guard let paths = FileManager.default.enumerator(atPath: directory.path) else { return [] }
    return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }.sorted().compactMap { path in
      guard let data = try? Data(contentsOf: directory.appending(path: path)),
        let slash = path.firstIndex(of: "/")
      else { return nil }
      return File(path: String(path[path.index(after: slash)...]), bytes: Array(data))
    }
  }

  /// The bytes of one file; none where it is not there.
  static func bytes(_ path: String) -> [UInt8] {
    (try? Data(contentsOf: directory.appending(path: path))).map { Array($0) } ?? []
  }
}
