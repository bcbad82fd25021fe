import Ritsurin
import RitsurinCommand
import RitsurinSystem
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ImportOptionTests {
  private func file(_ name: String, _ text: String, in place: TemporaryPlace) throws -> String {
    let path = place.path + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func nameServicesAfterFiles() throws {
    let place = try TemporaryPlace()
    let bench = Bench()
    #expect(bench.run("import", try file("prod.env", "A=1\n", in: place)).status == 0)
    #expect(bench.run("get", "prod", "A").text == "1")
    #expect(bench.run("import", "-", "--service", "envchain-x", input: Array("A=2".utf8)).status == 0)
    #expect(bench.run("get", "envchain-x", "A").text == "2")
    #expect(bench.run("import", "-", input: Array("A=2".utf8)).status == 1)
  }

  @Test(arguments: ["PASSWORD_STORE_DIR", "PASSAGE_DIR"])
  func readNoOtherStoreThanTheNamed(variable: String) throws {
    let place = try TemporaryPlace()
    try FileManager.default.createDirectory(
      atPath: place.path + "/.password-store", withIntermediateDirectories: false)
    var bench = Bench()
    bench.variables["HOME"] = place.path
    bench.variables[variable] = place.path + "/none"
    let outcome = bench.run("import", "--from", "pass")
    #expect(outcome.status == 8 && outcome.error.contains(variable))
    bench.variables[variable] = ""
    #expect(bench.run("import", "--from", "pass").error.contains("no entries of a password store"))
  }

  @Test(arguments: [
    ("a.env", "A=1\nwrong\n", "line 2: "), (".env.local", "A=1\nwrong\n", "line 2: "),
    (".netrc", "machine\n", "line 1: "), (".git-credentials", "no url\n", "line 1: "),
    (".aws/credentials", "nothing\n", "line 1: "),
  ])
  func readByTheirNameWhatTheContentDoesNotTell(name: String, text: String, said: String) throws {
    let place = try TemporaryPlace()
    try FileManager.default.createDirectory(
      atPath: place.path + "/.aws", withIntermediateDirectories: false)
    let outcome = Bench().run("import", try file(name, text, in: place))
    #expect(!outcome.error.contains("not recognised") && outcome.error.contains(said), "\(outcome.error)")
    #expect(Bench().run("import", try file("x", text, in: place)).error.contains("not recognised"))
  }

  @Test func listTheFormats() {
    let help = Bench().run("import", "--help").text
    let refused = Bench().run("import", "-", "--format", "dotnev").error
    for name in ["native", "dotenv", "pass", "1password-csv", "security-w"] {
      #expect(help.contains(name) && refused.contains(name))
    }
    #expect(!refused.contains("dotnev"))
  }

  /// Whoever has none of the keys has not imported anything.
  @Test(arguments: [true, false]) func refuseAStoreThatDoesNotDecrypt(isResumed: Bool) throws {
    let place = try TemporaryPlace()
    for directory in ["store", "bin"] {
      try FileManager.default.createDirectory(
        atPath: place.path + "/" + directory, withIntermediateDirectories: false)
    }
    _ = try file("store/a.gpg", "x", in: place)
    let gpg = try file(
      "bin/gpg", "#!/bin/sh\necho 'gpg: decryption failed: No secret key' >&2\nexit 2\n", in: place)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: gpg)
    var bench = Bench()
    bench.variables["PATH"] = place.path + "/bin"
    let arguments = ["import", "--from", "pass", place.path + "/store"] + (isResumed ? ["--resume"] : [])
    let outcome = bench.run(bytes: arguments.map { Array($0.utf8) }, streams: TestStreams())
    #expect(outcome.status == 1 && outcome.error.contains("GNUPGHOME"), "\(outcome.error)")
  }

  @Test func passOptionsOn() {
    let bench = Bench()
    let url = Array("https://u:p@h/x\n".utf8)
    #expect(bench.run("import", "-", "--use-path", "--group-map", "=G", input: url).status == 0)
    #expect(bench.run("get", "https://h/x", "u", "--group", "G").text == "p")
    let docker = Array(#"{"auths": {"r": {"auth": "dTpw", "registrytoken": "t"}}}"#.utf8)
    #expect(bench.run("import", "-", "--format=docker", "--extra", "items", input: docker).status == 0)
    #expect(bench.run("get", "r", "u#registrytoken").text == "t")
    let wrapped = Array(#"{"service":"w","account":"k","value":"go-keyring-base64:aGk="}"#.utf8)
    #expect(bench.run("import", "-", "--unwrap", input: wrapped).status == 0)
    #expect(bench.run("get", "w", "k").text == "hi")
    let latin: [UInt8] = [0x41, 0x3D, 0xE9]
    #expect(
      bench.run("import", "-", "--encoding", "iso-8859-1", "--service", "l", input: latin).status == 0)
    #expect(bench.run("get", "l", "A").text == "é")
  }

  @Test(arguments: [
    ["--format", "pass"], ["--format", sentinel], ["--notes", sentinel], ["--extra", sentinel],
    ["--include", sentinel],
    ["--group-map", sentinel], ["--encoding", sentinel], ["--service-from", sentinel], ["--from", sentinel],
    ["--value", sentinel], ["--as", sentinel], ["--resume"], ["--age-identity", "x"],
    ["--on-conflict", sentinel], ["--unwrap", "--unwrap"],
  ])
  func refuseWrongOptions(arguments: [String]) {
    let streams = TestStreams()
    streams.state.withLock { $0.descriptors[0] = Array("A=1".utf8) }
    let outcome = Bench().run(
      bytes: (["import", "-", "--service", "s"] + arguments).map { Array($0.utf8) }, streams: streams)
    #expect(outcome.status == 64 && !outcome.error.contains(sentinel))
  }

  @Test func wantAFileOrAStore() {
    #expect(Bench().run("import").status == 64)
  }

  @Test func endWithAStatusOfItsOwnWhereRowsAreLeftOut() {
    let outcome = Bench().run("import", "-", input: Array("https://u:p@h\nhttps://u@h\n".utf8))
    #expect(outcome.status == 9)
    #expect(outcome.error.contains("left out: line 2: ") && outcome.error.contains("1 imported, 1 left out"))
  }

  @Test func readDecryptedTrees() throws {
    let place = try TemporaryPlace()
    for directory in ["web", ".git"] {
      try FileManager.default.createDirectory(
        atPath: place.path + "/" + directory, withIntermediateDirectories: false)
    }
    _ = try file("web/alice", "pw\n", in: place)
    _ = try file(".git/x", "no\n", in: place)
    let bench = Bench()
    #expect(bench.run("import", place.path).status == 64)
    #expect(bench.run("import", place.path, "--format", "pass").status == 0)
    #expect(bench.run("get", "web", "alice").text == "pw")
    _ = try file("web/bob.gpg", "x", in: place)
    let outcome = bench.run("import", place.path, "--format", "pass")
    #expect(outcome.status == 1 && outcome.error.contains("--from pass"))
  }

  @Test func exportVariables() {
    let bench = Bench()
    _ = bench.run("set", "s", "A", input: Array("it's\n".utf8))
    _ = bench.run("set", "s", "B", "--group", "G", input: Array("x y".utf8))
    _ = bench.run("set", "t", "no name", input: [0])
    let whole = bench.run("export", "--plaintext", "--format", "dotenv")
    #expect(
      whole.status == 9 && whole.text == "B='x y'\nA=\"it's\\n\"\n"
        || whole.text == "A=\"it's\\n\"\nB='x y'\n")
    let part = bench.run("export", "--plaintext", "--format", "dotenv", "--service", "s", "--group", "G")
    #expect(part.status == 0 && part.text == "B='x y'\n")
    #expect(bench.run("export", "--plaintext", "--format", "other").status == 64)
    #expect(
      bench.run("export", "--plaintext", "--format", "plist").output.starts(with: Array("bplist00".utf8)))
  }

  @Test func copyIntoAnotherVault() {
    let bench = Bench()
    _ = bench.run("set", "s", "A", "--label", "L", input: Array(sentinel.utf8))
    #expect(bench.run("export", "--vault-to", "/copy").status == 64)
    #expect(
      bench.run("export", "--vault-to", "/copy", "--plaintext", "--new-key-file", "/tmp/k").status == 64)
    let outcome = bench.run("export", "--vault-to", "/copy", "--new-key-file", "/tmp/k")
    #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.error.contains("1 item copied"))
    #expect(bench.run("--vault", "/copy", "get", "s", "A").text == sentinel)
    #expect(bench.run("export", "--vault-to", "/copy", "--new-key-file", "/tmp/k").status == 7)
    #expect(bench.run("export", "--plaintext", "--new-key-file", "/tmp/k").status == 64)
  }
}
