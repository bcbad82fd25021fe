import RitsurinSystem

#if canImport(Darwin)
  import Foundation
#endif

/// Where fixtures may lie.
enum FixturePlaces {
  /// Whether something is at a path.
  static func exists(_ path: String) -> Bool { (try? FileSystem().status(path: path)) != nil }

  /// Whether a vault is at a path.
  static func isVault(_ path: String) -> Bool {
    exists(path + "/vault.header") || exists(path + "/vault.header.backup")
  }

  /// The directory of a source file and those above it, up to the root of its package.
  static func directories(above sourceFile: String) -> [String] {
    var directories: [String] = []
    var path = sourceFile
    while let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      path = String(path[..<slash])
      directories.append(path)
      if exists(path + "/Package.swift") { break }
    }
    return directories
  }

  /// The directories of the resources that this process was built with.
  static var bundles: [String] {
    #if canImport(Darwin)
      let bundles = Bundle.allBundles.compactMap(\.resourcePath)
      return bundles
        + bundles.flatMap { entries(of: $0, endingIn: ".bundle") }
        .flatMap { [$0, $0 + "/Contents/Resources"] }
    #else
      guard let program = CommandLine.arguments.first, let slash = program.lastIndex(of: "/") else {
        return []
      }
      return entries(of: String(program[..<slash]), endingIn: ".resources")
    #endif
  }

  private static func entries(of directory: String, endingIn suffix: String) -> [String] {
    let files = FileSystem()
    guard let opened = try? files.openDirectory(directory), let entries = try? files.list(opened) else {
      return []
    }
    return entries.compactMap(\.asciiName).filter { $0.hasSuffix(suffix) }.sorted().map {
      directory + "/" + $0
    }
  }
}
