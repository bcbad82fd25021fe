import Foundation
import RitsurinSystem
import Testing

/// A directory of its own for each test, removed after it.
struct TemporaryDirectory: Sendable {
  @TaskLocal static var current = TemporaryDirectory(path: "/nonexistent")

  let path: String

  static func make() throws -> TemporaryDirectory {
    let base = try FileSystem().realPath(FileManager.default.temporaryDirectory.path)
    let path = "\(base)/ritsurin-system-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    return TemporaryDirectory(path: path)
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }

  func open(_ fileSystem: FileSystem = FileSystem()) throws -> FileDescriptor {
    try fileSystem.openDirectory(path)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")), as: UTF8.self)
  }

  func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(name)", withIntermediateDirectories: true)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(name)", withDestinationPath: target)
  }

  func makePipe(_ name: String) throws {
    let result = unsafe mkfifo("\(path)/\(name)", 0o600)
    try #require(result == 0)
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}

struct TemporaryDirectoryTrait: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  @concurrent func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let directory = try TemporaryDirectory.make()
    defer { directory.remove() }
    try await TemporaryDirectory.$current.withValue(directory) { try await function() }
  }
}

extension Trait where Self == TemporaryDirectoryTrait {
  static var temporaryDirectory: TemporaryDirectoryTrait { TemporaryDirectoryTrait() }
}
