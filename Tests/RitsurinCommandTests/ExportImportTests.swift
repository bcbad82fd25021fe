import Ritsurin
import RitsurinCommand
import RitsurinSystem
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ExportImportTests {
  private func filled() -> Bench {
    let bench = Bench()
    _ = bench.run("set", "s", "k", "--label", "L", input: Array("\(sentinel)\n".utf8))
    _ = bench.run("set", "s", "b", "--group", "G", input: [0, 1])
    return bench
  }

  @Test func wantTheWordPlaintext() {
    let outcome = filled().run("export")
    #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.error.contains("--plaintext"))
  }

  @Test func refuseATerminalUnlessForced() {
    let outcome = filled().run("export", "--plaintext", streams: terminal(.output))
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(
      filled().run("export", "--plaintext", "--force", streams: terminal(.output)).text.contains(sentinel))
  }

  @Test func exportAndImportAgain() {
    let file = filled().run("export", "--plaintext")
    #expect(file.status == 0 && file.error == "rvault: 2 items written\n")
    #expect(
      file.text.hasPrefix(
        #"{"format":"keychain-items","version":1,"generator":"rvault 0.1.0","exported":"2023-11-14T22:13:20Z"}"#
      ))
    let other = Bench()
    let imported = other.run("import", "-", input: file.output)
    #expect(imported.status == 0 && imported.error == "rvault: 2 imported\n" && imported.output.isEmpty)
    #expect(other.run("get", "s", "k").text == "\(sentinel)\n")
    #expect(other.run("get", "s", "b", "--group", "G").output == [0, 1])
    #expect(other.run("show", "s", "k").text.contains("label: L\n"))
    let array = filled().run("export", "--plaintext", "--array")
    #expect(array.text.hasPrefix("[\n{") && Bench().run("import", "-", input: array.output).status == 0)
  }

  @Test func exportNothingFromAnEmptyVault() {
    let outcome = Bench().run("export", "--plaintext")
    #expect(outcome.status == 0 && outcome.text.hasSuffix("\n{\"end\":true,\"count\":0}\n"))
  }

  @Test func stopAtConflictsUnlessToldWhatToDo() {
    let bench = filled()
    let file = bench.run("export", "--plaintext").output
    let outcome = bench.run("import", "-", input: file)
    #expect(outcome.status == 7)
    #expect(outcome.error.contains("line 2: ") && outcome.error.contains("nothing was written"))
    #expect(!outcome.error.contains(sentinel))
    let skipped = bench.run("import", "-", "--on-conflict", "skip", input: file)
    #expect(skipped.status == 9 && skipped.error.hasPrefix("rvault: 2 skipped\n"))
    #expect(bench.run("import", "-", "--on-conflict=replace", input: file).error == "rvault: 2 replaced\n")
    #expect(bench.run("import", "-", "--on-conflict", "newest", input: file).status == 9)
  }

  @Test func listWhatADryRunWouldDo() {
    let file = filled().run("export", "--plaintext").output
    let bench = Bench()
    let outcome = bench.run("import", "-", "--dry-run", input: file)
    #expect(outcome.status == 0)
    #expect(outcome.text == "imported\ts\tk\t\nimported\ts\tb\tG\n")
    #expect(outcome.error == "rvault: 2 imported (nothing was written)\n")
    #expect(bench.run("list").output.isEmpty)
  }

  @Test func refuseBrokenFilesWithoutRepeatingThem() {
    let bench = Bench()
    let text =
      "{\"service\":\"s\",\"account\":\"k\",\"value\":\"\(sentinel)\"\n{\"service\":\"s\",\"account\":1,\"value\":\"\(sentinel)\"}\n"
    let outcome = bench.run("import", "-", input: Array(text.utf8))
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("line 1: ") && outcome.error.contains("line 2: "))
    #expect(!outcome.error.contains(sentinel))
    #expect(bench.run("list").output.isEmpty)
  }

  @Test func readCutFilesOnlyWhenTold() {
    let file = filled().run("export", "--plaintext").output
    let cut = Array(file.dropLast(10))
    #expect(Bench().run("import", "-", input: cut).status == 1)
    let outcome = Bench().run("import", "-", "--partial", input: cut)
    #expect(outcome.status == 0 && outcome.error.contains("2 imported"))
  }

  @Test func readFilesByPathAndDescriptor() throws {
    let directory = try TemporaryPlace()
    let file = filled().run("export", "--plaintext").output
    try Data(file).write(to: URL(filePath: directory.path + "/in"))
    #expect(Bench().run("import", directory.path + "/in").status == 0)
    let streams = TestStreams()
    streams.state.withLock { $0.descriptors[63] = file }
    #expect(Bench().run("import", "/dev/fd/63", streams: streams).status == 0)
    #expect(Bench().run("import", directory.path + "/none").status == 8)
    #expect(Bench().run("import", directory.path).status == 64)
  }

  @Test func writePrivateFilesAndReplaceNone() throws {
    let directory = try TemporaryPlace()
    let path = directory.path + "/out"
    let bench = filled()
    let outcome = bench.run("export", "--plaintext", "--output", path)
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(try FileSystem().status(path: path).mode == 0o600)
    let first = try Data(contentsOf: URL(filePath: path))
    #expect(bench.run("export", "--plaintext", "--output", path).status == 7)
    _ = bench.run("rm", "s", "k")
    #expect(bench.run("export", "--plaintext", "--output", path, "--force").status == 0)
    #expect(try Data(contentsOf: URL(filePath: path)) != first)
    #expect(try FileSystem().status(path: path).mode == 0o600)
    #expect(bench.run("export", "--plaintext", "--output", "/dev/null", "--force").status == 8)
    #expect(bench.run("export", "--plaintext", "--output", "-").text.contains("\"end\""))
  }

  @Test func keepPlainTextOutOfTheVault() throws {
    let directory = try TemporaryPlace()
    let bench = filled()
    bench.vaults.state.withLock { $0.vaults[directory.path] = bench.vault }
    let outcome = bench.run(
      "--vault", directory.path, "export", "--plaintext", "--output", directory.path + "/out")
    #expect(outcome.status == 64)
    #expect(throws: SystemError.self) { try FileSystem().status(path: directory.path + "/out") }
    let key = bench.run("--vault", directory.path, "init", "--new-key-file", directory.path + "/key")
    #expect(key.status == 64)
  }
}

/// A directory that goes when the test is done with it.
final class TemporaryPlace {
  let path: String

  init() throws {
    path = "/tmp/rvault-test-" + String(UInt64.random(in: .min ... .max), radix: 16)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
