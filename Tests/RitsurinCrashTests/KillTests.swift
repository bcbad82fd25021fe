import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport
import Testing

/// Real processes that are killed with SIGKILL after a system call, and real ones that come after them.
@Suite(.serialized, .timeLimit(.minutes(LongTests.areWanted ? 60 : 10))) struct KillTests {
  /// The processes are children of another one of this program, which does nothing else: that makes it safe to
  /// fork, and a thousand kills take seconds.
  @Test func killedWritersLoseNothing() async throws {
    let count = try await run("KillProcess")
    #expect(count >= (LongTests.areWanted ? 1_000 : 100))
    if LongTests.areWanted { print("\(count) writers killed") }
  }

  @Test func killedHoldersFreeTheLockAtOnceAndAreNoticed() async throws {
    #expect(try await run("HoldingProcess") == LockFileChange.allCases.count)
  }

  /// Runs a suite in another process of this program.
  ///
  /// - Returns: the number that it ends with.
  private func run(_ suite: String) async throws -> Int {
    let place = try ScratchDirectory(isInMemory: true)
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = Self.arguments(filter: "RitsurinCrashTests.\(suite)/")
    process.environment = ProcessInfo.processInfo.environment.merging([
      KillVariable.directory: place.path
    ]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    defer { if process.isRunning { process.terminate() } }
    while process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    let lines = try String(contentsOfFile: place.path("answer"), encoding: .utf8).split(separator: "\n")
    let problems = lines.filter { $0.hasPrefix("problem") }
    #expect(problems.isEmpty, "\(problems.count): \(problems.prefix(3).joined(separator: "\n"))")
    let last = try #require(lines.last)
    try #require(last.hasPrefix("done "))
    return Int(last.dropFirst(5)) ?? 0
  }

  /// What makes this program, however it was started, run one suite with Swift Testing.
  private static func arguments(filter: String) -> [String] {
    let own = CommandLine.arguments.dropFirst()
    guard let bundle = own.firstIndex(of: "--test-bundle-path"), own.indices.contains(bundle + 1) else {
      return ["--testing-library", "swift-testing", "--filter", filter]
    }
    return ["--test-bundle-path", own[bundle + 1], "--testing-library", "swift-testing", "--filter", filter]
  }
}
