import Foundation
import RitsurinSystem
import Testing

@Suite struct ChildProgramTests {
  private func shell(
    _ script: String, environment: [String: String] = [:], limit: Int = 1 << 20
  ) throws(SystemError) -> ChildProgram.Outcome {
    try ChildProgram("/bin/sh", arguments: ["-c", script], environment: environment, outputLimit: limit).run()
  }

  @Test func keepOutputsApart() throws {
    let outcome = try shell("printf 'a\\0b'; printf e >&2; exit 3")
    #expect(outcome.status == 3 && outcome.output == [0x61, 0, 0x62] && outcome.error == [0x65])
  }

  @Test func giveNoMoreThanTheEnvironmentGiven() throws {
    let outcome = try shell(
      "/usr/bin/env | /usr/bin/sort | grep -vE '^(PWD|SHLVL|_)='", environment: ["X": "ü y"])
    #expect(String(decoding: outcome.output, as: UTF8.self) == "X=ü y\n")
  }

  @Test func readNothing() throws {
    #expect(try shell("/bin/cat").output.isEmpty)
  }

  @Test func takeMuchOnBothStreams() throws {
    let outcome = try shell("head -c 300000 /dev/zero >&2; head -c 500000 /dev/zero")
    #expect(outcome.output.count == 500_000 && outcome.error.count == 65_536)
  }

  @Test func stopAtTheLimit() {
    #expect(throws: SystemError(call: .read, errno: EFBIG, path: "/bin/sh")) {
      try shell("exec cat /dev/zero", limit: 1000)
    }
  }

  @Test func tellSignals() throws {
    #expect(try shell("kill -9 $$").status == 137)
  }

  @Test func tellThatThereIsNoProgram() {
    #expect(throws: SystemError(call: .posixSpawn, errno: ENOENT, path: "/nonexistent")) {
      try ChildProgram("/nonexistent", arguments: [], environment: [:], outputLimit: 1).run()
    }
    #expect(throws: SystemError.self) { try shell("a\0b") }
  }

  @Test func findProgramsInAbsoluteDirectories() {
    #expect(ChildProgram.find("sh", in: "bin::/nonexistent:/bin") == "/bin/sh")
    #expect(ChildProgram.find("sh", in: "../bin") == nil)
    #expect(ChildProgram.find("passwd", in: "/etc") == nil)
  }

  @Test func leakNoDescriptors() throws {
    // One that is not close-on-exec, as a shell hands it over.
    let inherited = dup(STDERR_FILENO)
    defer { close(inherited) }
    let outcome = try shell("for f in /proc/self/fd/*; do echo ${f##*/}; done")
    // The shell itself may open one while it looks.
    let numbers = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").compactMap {
      Int32($0)
    }
    #expect(numbers.starts(with: [0, 1, 2]) && numbers.count <= 4)
  }
}
