#if Vault && os(Linux)
  import Foundation
  import Testing

  /// The program, killed in the middle of an import.
  @Suite(.enabled(if: BuiltProgram.path != nil), .timeLimit(.minutes(5))) struct KilledImportTests {
    private static let count = 400

    private let place: TemporaryPlace

    init() throws { place = try TemporaryPlace() }

    /// How far an import is when it is killed.
    enum Moment: Sendable, CaseIterable {
      /// Before anything is written.
      case start
      /// When some files are written.
      case someWritten
      /// When most files are written.
      case mostWritten
      /// When the record stands.
      case committed
      /// When some files have their places.
      case somePlaced
    }

    private var vault: String { place.path + "/.local/share/ritsurin/default.vault" }

    private func process(_ arguments: [String], error: String) throws -> Process {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: BuiltProgram.path ?? "")
      process.arguments = arguments
      process.environment = ["HOME": place.path, "SWIFT_BACKTRACE": "enable=no"]
      let path = place.path + "/" + error
      try Data().write(to: URL(fileURLWithPath: path))
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try process.run()
      return process
    }

    private func run(_ arguments: String...) throws -> (status: Int32, error: String) {
      let process = try process(arguments, error: "err")
      process.waitUntilExit()
      let error = try String(contentsOf: URL(fileURLWithPath: place.path + "/err"), encoding: .utf8)
      return (process.terminationStatus, error)
    }

    /// How many files of the vault have a name.
    private func count(_ isMeant: (String) -> Bool) -> Int {
      var count = 0
      for directory in ["items/" + firstDirectory(), ""] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: vault + "/" + directory)) ?? []
        count += names.count(where: isMeant)
      }
      return count
    }

    /// All items lie in one directory.
    private func firstDirectory() -> String {
      let files = FileManager.default
      guard let service = try? files.contentsOfDirectory(atPath: vault + "/items").first,
        let group = try? files.contentsOfDirectory(atPath: vault + "/items/" + service).first
      else { return "none" }
      return service + "/" + group
    }

    private func isReached(_ moment: Moment) -> Bool {
      switch moment {
      case .start: true
      case .someWritten: count { $0.hasPrefix(".tmp-") } > 20
      case .mostWritten: count { $0.hasPrefix(".tmp-") } > Self.count * 3 / 4
      case .committed: FileManager.default.fileExists(atPath: vault + "/.commit")
      case .somePlaced: count { $0.hasSuffix(".sealed") } > 20
      }
    }

    @Test(arguments: Moment.allCases) func leavesAllOrNothing(moment: Moment) throws {
      let lines = (0..<Self.count).map { "{\"service\":\"s\",\"account\":\"k\($0)\",\"value\":\"v\"}\n" }
      let items = place.path + "/items"
      try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: items))
      #expect(try run("init").status == 0)
      let doomed = try process(["import", items], error: "doomed")
      while doomed.isRunning, !isReached(moment) { usleep(200) }
      kill(doomed.processIdentifier, SIGKILL)
      doomed.waitUntilExit()

      let again = try run("import", items)
      #expect(again.status == 0)
      let all = ["imported", "unchanged"].map { "rvault: \(Self.count) \($0)\n" }
      #expect(all.contains { again.error.hasSuffix($0) }, "\(again.error)")
      if moment == .committed || moment == .somePlaced { #expect(again.error.hasSuffix(all[1])) }
      #expect(try run("import", items).error == all[1])
      #expect(try run("check").status == 0)
      #expect(
        count { $0.hasSuffix(".sealed") } == Self.count && count { $0.hasPrefix(".") && $0.count == 21 } == 0)
    }
  }
#endif
