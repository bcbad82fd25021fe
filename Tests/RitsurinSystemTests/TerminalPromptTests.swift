import Foundation
import RitsurinSystem
import Testing

#if os(Linux)
  @Suite(
    .temporaryDirectory, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment[HelperVariable.answer] == nil))
  struct TerminalPromptTests {
    struct Outcome: Decodable {
      struct Stop: Decodable {
        let stopped: Int32
        let same: Bool
      }
      let end: Int32
      let same: Bool
      let stops: [Stop]
      let text: String
      let echoed: Bool
    }

    let place = TemporaryDirectory.current

    private var command: [String] {
      [
        "/proc/\(ProcessInfo.processInfo.processIdentifier)/exe", "--testing-library", "swift-testing",
        "--filter", "asksAndNotesTheAnswer",
      ]
    }

    private func run(
      _ steps: [[Any]], before wrapper: [String] = [], failing index: Int? = nil
    ) throws -> Outcome {
      let json = String(decoding: try JSONSerialization.data(withJSONObject: steps), as: UTF8.self)
      let child = try Child(
        ["python3", "-c", promptDriver, json] + wrapper + command,
        // The runtime's crash reports would catch SIGQUIT themselves.
        environment: [
          HelperVariable.answer: "\(place.path)/answer", "SWIFT_BACKTRACE": "enable=no",
          HelperVariable.failing: index.map(String.init) ?? "",
        ])
      return try JSONDecoder().decode(Outcome.self, from: Data(child.finish().utf8))
    }

    private func type(_ text: String) -> [Any] { ["type", Data(text.utf8).base64EncodedString()] }

    private var answer: String? { try? place.text(of: "answer") }

    private func secret(_ text: String) -> String {
      "secret " + text.utf8.map { String($0, radix: 16) }.joined(separator: " ")
    }

    @Test(arguments: [
      ("secret\n", "secret"), ("secret\r", "secret"), ("\n", ""), ("  two words \n", "  two words "),
      ("ab\u{E9}\u{7F}c\n", "abc"), ("ab\u{7F}\u{8}\u{7F}\u{7F}x\n", "x"), ("wrong\u{15}right\n", "right"),
      ("end\u{4}", "end"), ("\u{1F511}k\u{7F}\u{7F}e\u{301}\n", "e\u{301}"),
      ("a\tb\u{1B}[A\n", "a\tb\u{1B}[A"),
    ])
    func readsALine(typed: String, line: String) throws {
      let outcome = try run([type(typed)])
      #expect(outcome.end == 0 && outcome.same && !outcome.echoed)
      #expect(outcome.text == "prompt> \r\n")
      #expect(answer == secret(line))
    }

    @Test(arguments: [1024, 4096, 5000, 65_536])
    func readsLongLines(count: Int) throws {
      let line = String(String(repeating: "0123456789abcdef", count: 4097).prefix(count))
      let outcome = try run([type(line + "\n")])
      #expect(outcome.end == 0 && outcome.same && !outcome.echoed)
      #expect(answer == secret(line))
    }

    @Test func refusesALineThatNeverEnds() throws {
      let outcome = try run([type(String(repeating: "x", count: 65_537))])
      #expect(outcome.same && answer == "\(PromptError.tooLong(limit: 65_536))")
    }

    @Test func isCancelledByTheEndOfInput() throws {
      let outcome = try run([type("\u{4}")])
      #expect(outcome.same && answer == "\(PromptError.cancelled)")
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func restoresTheTerminalBeforeASignalEndsIt(signal: Int32) throws {
      let outcome = try run([["signal", Int(signal)]])
      #expect(outcome.end == -signal)
      #expect(outcome.same && answer == nil)
    }

    @Test(arguments: [("half\u{3}", SIGINT), ("half\u{1C}", SIGQUIT)])
    func restoresTheTerminalForAKey(typed: String, signal: Int32) throws {
      let outcome = try run([type(typed)])
      #expect(outcome.end == -signal)
      #expect(outcome.same && !outcome.echoed && answer == nil)
    }

    @Test(
      arguments: [["signal", Int(SIGTSTP)], ["type", Data("half\u{1A}".utf8).base64EncodedString()]]
        as [[any Sendable]])
    func restoresTheTerminalWhileStopped(stop: [any Sendable]) throws {
      let outcome = try run([stop, ["continue", 0], type("again\n")])
      #expect(outcome.stops.map(\.stopped) == [SIGTSTP])
      #expect(outcome.stops.map(\.same) == [true])
      #expect(outcome.end == 0 && outcome.same && !outcome.echoed)
      #expect(answer == secret("again"))
    }

    @Test func goesOnAfterAStopNobodyCanCatch() throws {
      let outcome = try run([
        ["signal", Int(SIGSTOP)], ["continue", 0], ["more", Data("again\n".utf8).base64EncodedString()],
      ])
      #expect(outcome.stops.map(\.stopped) == [SIGSTOP])
      #expect(outcome.end == 0 && outcome.same && !outcome.echoed)
      #expect(answer == secret("again"))
    }

    @Test func leavesAnIgnoredSignalIgnored() throws {
      let ignoring = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh"]
      let outcome = try run(
        [["signal", Int(SIGINT)], ["more", Data("line\n".utf8).base64EncodedString()]], before: ignoring)
      #expect(outcome.end == 0 && outcome.same)
      #expect(answer == secret("line"))
    }

    /// The calls of a prompt that is answered with one character, in their order.
    static let calls: [SystemCall] = [
      .open, .tcgetattr, .pipe, .tcsetattr, .write, .poll, .read, .poll, .read, .tcsetattr, .write, .close,
    ]

    @Test(arguments: calls.indices) func restoresTheTerminalAfterAFailure(index: Int) throws {
      let outcome = try run([type("x\n")], failing: index)
      #expect(outcome.end == 0 && outcome.same)
      let call = Self.calls[index]
      let error = SystemError(call: call, errno: EIO, path: call == .open ? "/dev/tty" : "")
      #expect(answer == (call == .close ? secret("x") : "\(PromptError.system(error))"))
    }

    @Test func needsATerminal() throws {
      let child = try Child(
        ["setsid", "--wait"] + command, environment: [HelperVariable.answer: "\(place.path)/answer"])
      _ = child.finish()
      #expect(answer == "\(PromptError.noTerminal)")
    }
  }
#endif
