import Foundation
import RitsurinSystem
import Testing

#if os(Linux)
  @Suite(
    .temporaryDirectory, .enabled(if: ProcessInfo.processInfo.environment[HelperVariable.answer] == nil))
  struct StandardStreamTests {
    let place = TemporaryDirectory.current

    private func help(_ test: String, shell: String, probe: String? = nil) throws -> String {
      let program = "/proc/\(ProcessInfo.processInfo.processIdentifier)/exe"
      let command = "\(program) --testing-library swift-testing --filter \(test)"
      var environment = [HelperVariable.answer: "\(place.path)/answer"]
      environment[HelperVariable.probe] = probe
      _ = try Child(
        ["sh", "-c", shell.replacing("HELPER", with: command)], environment: environment
      ).finish()
      return try place.text(of: "answer")
    }

    @Test(arguments: [
      ("printf 'a\\000b\\r\\n'", "61 0 62 d a"), ("printf ''", ""),
      ("printf 0123456789", "30 31 32 33 34 35 36 37 38 39"),
      ("printf 0123456789a", "too big"), ("(printf a; sleep 0.05; printf b)", "61 62"),
    ])
    func readsItsInputUnchanged(source: String, answer: String) throws {
      #expect(
        try help("notesItsInput", shell: "\(source) | HELPER >/dev/null 2>&1")
          == "\(answer), terminal: false")
    }

    @Test func writesEverythingToAPipe() throws {
      let answer = try help(
        "writesToItsErrorStream",
        shell: "HELPER 2>&1 >/dev/null | tr -dc '\\001' | wc -c >\(place.path)/count")
      #expect(answer == "written")
      #expect(try place.text(of: "count").hasPrefix("1000000"))
    }

    @Test func removesAVariableFromTheEnvironment() throws {
      #expect(
        try help("removesAVariable", shell: "HELPER >/dev/null 2>&1", probe: "value") == "value, then none")
    }
  }
#endif
