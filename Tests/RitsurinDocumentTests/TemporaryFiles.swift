import Foundation
import Testing

/// Gives a test places for a vault and a key file, in a private directory that is removed when it ends.
struct TemporaryFiles: TestTrait, TestScoping {
  @TaskLocal static var current: (vault: String, keyFile: String)?

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(
      path: "ritsurin-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: directory) }
    try await Self.$current.withValue((directory.path + "/a.vault", directory.path + "/a.key")) {
      try await function()
    }
  }
}

extension Trait where Self == TemporaryFiles {
  static var temporaryFiles: Self { Self() }
}
