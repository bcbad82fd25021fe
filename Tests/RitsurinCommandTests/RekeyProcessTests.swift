#if Vault && os(Linux)
  import Foundation
  import RitsurinSystem
  import Testing

  /// Processes that read and write while another one rekeys.
  @Suite(.enabled(if: BuiltProgram.path != nil), .timeLimit(.minutes(5))) struct RekeyProcessTests {
    private let place: TemporaryPlace

    init() throws { place = try TemporaryPlace() }

    private func start(_ arguments: [String], input: String = "", output: String) throws -> Process {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: BuiltProgram.path ?? "")
      process.arguments = arguments
      process.environment = ["HOME": place.path, "SWIFT_BACKTRACE": "enable=no"]
      let (read, written) = (place.path + "/" + output + ".in", place.path + "/" + output)
      try Data(input.utf8).write(to: URL(fileURLWithPath: read))
      try Data().write(to: URL(fileURLWithPath: written))
      process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: read))
      process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: written))
      process.standardError = FileHandle.nullDevice
      try process.run()
      return process
    }

    private func run(_ arguments: String..., input: String = "") throws -> (status: Int32, text: String) {
      let process = try start(arguments, input: input, output: "out")
      process.waitUntilExit()
      let text = try String(contentsOf: URL(fileURLWithPath: place.path + "/out"), encoding: .utf8)
      return (process.terminationStatus, text)
    }

    @Test func loseNothingAndAreToldOfNothingMissing() throws {
      let items = (0..<120).map { "{\"service\":\"s\",\"account\":\"\($0)\",\"value\":\"value \($0)\"}\n" }
      try Data(items.joined().utf8).write(to: URL(fileURLWithPath: place.path + "/items.jsonl"))
      #expect(try run("init").status == 0)
      #expect(try run("import", place.path + "/items.jsonl").status == 0)
      var turns = 0
      for _ in 0..<2 {
        let rekey = try start(["rekey"], output: "rekey")
        repeat {
          turns += 1
          let number = turns * 7 % 120
          let read = try run("get", "s", "\(number)")
          #expect(read.status == 0 && read.text == "value \(number)", "\(turns)")
          #expect(try run("set", "w", "\(turns)", input: "written \(turns)").status == 0)
        } while rekey.isRunning
        #expect(rekey.terminationStatus == 0)
      }
      for turn in 1...turns { #expect(try run("get", "w", "\(turn)").text == "written \(turn)") }
      let check = try run("check")
      #expect(check.status == 0 && check.text == "\(120 + turns) items, \(120 + turns) opened, 0 findings\n")
      #expect(turns > 2)
    }

    @Test func goOnWhereAKilledOneStopped() throws {
      #expect(try run("init").status == 0)
      for number in 0..<6 { #expect(try run("set", "s", "\(number)", input: "\(number)").status == 0) }
      let vault = place.path + "/.local/share/ritsurin/default.vault"
      let header = try Data(contentsOf: URL(fileURLWithPath: vault + "/vault.header"))
      let rekey = try start(["rekey"], output: "rekey")
      // Killed as soon as the new key counts.
      while rekey.isRunning, (try? Data(contentsOf: URL(fileURLWithPath: vault + "/vault.header"))) == header
      {}
      kill(rekey.processIdentifier, SIGKILL)
      rekey.waitUntilExit()
      for number in 0..<6 { #expect(try run("get", "s", "\(number)").text == "\(number)") }
      #expect(try run("rekey", "--finish").status == 0)
      for number in 0..<6 { #expect(try run("get", "s", "\(number)").text == "\(number)") }
      #expect(try run("check").text == "6 items, 6 opened, 0 findings\n")
    }
  }
#endif
