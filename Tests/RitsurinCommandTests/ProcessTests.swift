#if os(Linux)
  import Foundation
  import RitsurinSystem
  import Testing

  /// Where the program lies.
  enum BuiltProgram {
    /// `rvault`, which is built beside the tests.
    static let path: String? = {
      let here = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let places = [
        here.appendingPathComponent("rvault"), root.appendingPathComponent(".build/debug/rvault"),
      ]
      return places.map(\.path).first { FileManager.default.isExecutableFile(atPath: $0) }
    }()
  }

  /// The built program in a process of its own: what cannot be seen from within this one.
  @Suite(.enabled(if: BuiltProgram.path != nil))
  struct ProcessTests {
    private let place: TemporaryPlace

    init() throws { place = try TemporaryPlace() }

    private struct Ended {
      let status: Int32
      let output: Data
      let error: String
      let seconds: Double
    }

    /// Runs a shell script in which `$R` is the program.
    private func shell(_ script: String, input: Data = Data()) throws -> Ended {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments = ["-c", script]
      process.environment = [
        "R": BuiltProgram.path ?? "", "HOME": place.path,
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        "SWIFT_BACKTRACE": "enable=no",
      ]
      let files = ["in", "out", "err"].map { URL(fileURLWithPath: place.path + "/" + $0) }
      try input.write(to: files[0])
      for file in files[1...] { try Data().write(to: file) }
      process.standardInput = try FileHandle(forReadingFrom: files[0])
      process.standardOutput = try FileHandle(forWritingTo: files[1])
      process.standardError = try FileHandle(forWritingTo: files[2])
      let start = Date()
      try process.run()
      process.waitUntilExit()
      return Ended(
        status: process.terminationStatus, output: try Data(contentsOf: files[1]),
        error: try String(contentsOf: files[2], encoding: .utf8), seconds: Date().timeIntervalSince(start))
    }

    @Test func showTheVersion() throws {
      let ended = try shell("\"$R\" --version")
      #expect(ended.status == 0 && ended.output == Data("rvault 0.1.0\n".utf8))
    }

    @Test func endWithTheStatusOfUsage() throws {
      #expect(try shell("\"$R\"").status == 64)
    }

    @Test func refuseArgumentsThatAreNoText() throws {
      #expect(try shell("\"$R\" get s $'\\xff'").status == 64)
    }

    #if Vault
      @Test func storeAndReadBack() throws {
        let value = Data((0...255).map { UInt8($0) }) + Data("\n".utf8)
        #expect(try shell("\"$R\" init").status == 0)
        #expect(try shell("\"$R\" set s k", input: value).status == 0)
        #expect(try shell("\"$R\" get s k").output == value)
      }

      @Test func endAtOnceWithoutATerminal() throws {
        let ended = try shell(
          """
          "$R" init 2>/dev/null && rm "$HOME"/.config/ritsurin/*.key && exec setsid --wait "$R" get s k </dev/null
          """)
        #expect(ended.status == 4)
        // Far above what it takes, far below what a person would.
        #expect(ended.seconds < 10)
      }

      @Test func readPassphrasesFromDescriptors() throws {
        let ended = try shell(
          """
          umask 077; printf 'pässphrase\\n' >"$HOME/p"
          "$R" init --new-passphrase-file "$HOME/p" 2>/dev/null
          printf v | "$R" --passphrase-fd 7 set s k 7<"$HOME/p" && "$R" --passphrase-fd 7 get s k 7< <(cat "$HOME/p") &&
          "$R" --passphrase-file <(cat "$HOME/p") get s k && "$R" --passphrase-fd 7 get s k 7<<<wrong
          """)
        #expect(ended.status == 5 && ended.output == Data("vv".utf8))
      }

      @Test func dieQuietlyWithTheReader() throws {
        let ended = try shell(
          """
          "$R" init 2>/dev/null; head -c 1000000 /dev/zero | "$R" set s k
          "$R" get s k | head -c 1 >/dev/null
          (trap '' PIPE; "$R" get s k; echo "status $?" >&2) | head -c 1 >/dev/null
          """)
        #expect(ended.error == "status 8\n")
      }

      @Test func importFromAPipe() throws {
        let ended = try shell(
          """
          "$R" import <(echo '{"service":"s","account":"k","value":"v"}') 2>/dev/null && "$R" get s k
          """)
        #expect(ended.status == 0 && ended.output == Data("v".utf8))
      }

      /// Runs the program on a terminal, answers each `: ` with a line, and prints the terminal's text.
      private static let driver = """
        import os, pty, select, sys
        lines, command = sys.argv[1].encode().split(b','), sys.argv[2:]
        pid, master = pty.fork()
        if pid == 0:
            os.execvp(command[0], command)
        text, answered = b'', 0
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:
                break
            if not part:
                break
            text += part
            while text.count(b': ') > answered and answered < len(lines):
                os.write(master, lines[answered] + b'\\n')
                answered += 1
        _, status = os.waitpid(pid, 0)
        sys.stdout.buffer.write(text)
        sys.exit(os.waitstatus_to_exitcode(status))
        """

      @Test func askOnATerminalWithoutShowingTheAnswers() throws {
        try Data(Self.driver.utf8).write(to: URL(fileURLWithPath: place.path + "/driver.py"))
        #expect(try shell("\"$R\" init").status == 0)
        let stored = try shell("python3 \"$HOME/driver.py\" 'secret-1,secret-1' \"$R\" set s k")
        let text = String(decoding: stored.output, as: UTF8.self)
        #expect(stored.status == 0 && text.contains("Value for s k: ") && !text.contains("secret"))
        #expect(try shell("\"$R\" get s k").output == Data("secret-1".utf8))
        let shown = try shell("python3 \"$HOME/driver.py\" '' \"$R\" get s k")
        #expect(shown.output == Data("secret-1\r\n".utf8))
        #expect(try shell("python3 \"$HOME/driver.py\" '' \"$R\" export --plaintext").status == 64)
      }

      @Test func showProgressOnATerminalAndNowhereElse() throws {
        try Data(Self.driver.utf8).write(to: URL(fileURLWithPath: place.path + "/driver.py"))
        #expect(try shell("\"$R\" init").status == 0)
        let script = """
          seq 200 | sed 's/.*/{"service":"s","account":"&","value":"v"}/' >"$HOME/items"
          "$R" import "$HOME/items" 2>&1 | cat && python3 "$HOME/driver.py" '' "$R" check
          """
        let text = String(decoding: try shell(script).output, as: UTF8.self)
        let piped = "rvault: 200 imported\n"
        #expect(text.hasPrefix(piped))
        let shown = text.dropFirst(piped.utf8.count)
        #expect(shown.contains("] 200 checking\u{1B}[K") && shown.contains("\r\u{1B}[K200 items, 200 opened"))
      }
    #endif
  }
#endif
