import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault
import Testing

/// Processes that run a test of ``RaceProcess`` each, all from one moment on.
struct Race {
  let place: ScratchDirectory
  /// Which tests the processes run; it ends when these have ended.
  let races: [String]
  /// Which tests run beside them until then.
  var alongside: [String] = []
  let rounds: Int
  /// What file systems do about locks.
  var locks = "kernel"

  /// Runs the race.
  ///
  /// - Returns: the lines each of `races` answered with, then those of the others.
  func run() async throws -> [[String]] {
    var processes: [Process] = []
    defer { for process in processes where process.isRunning { process.terminate() } }
    let all = races + alongside
    for (number, name) in all.enumerated() {
      processes.append(try Self.start(name, number: number, rounds: rounds, locks: locks, in: place))
    }
    func wait(for name: String) async throws {
      while processes.contains(where: \.isRunning), !names().contains(name) {
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    for number in all.indices { try await wait(for: "ready-\(number)") }
    try RaceVault.note("", in: place.path, "go")
    for number in races.indices { try await wait(for: "answer-\(number)") }
    if !alongside.isEmpty { try RaceVault.note("", in: place.path, "stop") }
    for number in all.indices { try await wait(for: "answer-\(number)") }
    // What a test of theirs expected in vain, they say by their status.
    for (process, name) in zip(processes, all) {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(name)")
    }
    return try all.indices.map { number in
      let data = try Data(contentsOf: URL(filePath: place.path("answer-\(number)")))
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
      #expect(!lines.contains { $0.hasPrefix("failed") }, "\(lines)")
      return lines
    }
  }

  private func names() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
  }

  /// Starts one process.
  static func start(
    _ name: String, number: Int = 0, rounds: Int = 1, locks: String = "kernel", in place: ScratchDirectory
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = arguments(filter: "RaceProcess/\(name)\\(")
    process.environment = ProcessInfo.processInfo.environment.merging([
      RaceVariable.directory: place.path, RaceVariable.number: "\(number)",
      RaceVariable.rounds: "\(rounds)", RaceVariable.locks: locks,
    ]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// What makes this program, however it was started, run one test with Swift Testing.
  private static func arguments(filter: String) -> [String] {
    let own = CommandLine.arguments.dropFirst()
    guard let bundle = own.firstIndex(of: "--test-bundle-path"), own.indices.contains(bundle + 1) else {
      return ["--testing-library", "swift-testing", "--filter", filter]
    }
    return ["--test-bundle-path", own[bundle + 1], "--testing-library", "swift-testing", "--filter", filter]
  }
}
