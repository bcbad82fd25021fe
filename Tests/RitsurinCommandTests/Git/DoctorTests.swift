#if os(Linux) && Vault
  import Foundation
  import Ritsurin
  import RitsurinCommand
  import RitsurinSystem
  import Testing

  /// A file system that takes no locks.
  private final class NoLocks: SystemCallObserver {
    func willCall(_ event: SystemCallEvent) throws(SystemError) {
      if event.call == .flock { throw SystemError(call: .flock, errno: ENOTSUP, path: "") }
    }

    func didCall(_ event: SystemCallEvent, result: Int) {}
  }

  /// `rvault doctor` on real repositories.
  @Suite(.enabled(if: GitPlace.isReady, "git or rvault is not there"))
  struct DoctorTests {
    private let place: GitPlace
    private let peer: GitPeer

    init() throws {
      place = try GitPlace()
      peer = try place.makePeer("one")
      try peer.change("0")
      try peer.commit()
      // Git's directories keep git's modes; those of the vault are the vault's.
      #expect(try peer.rvault("check", "--repair").status == 0)
    }

    private func findings() throws -> (status: Int32, kinds: Set<String>, text: String) {
      let outcome = try peer.rvault("doctor")
      let kinds = outcome.text.split(separator: "\n").compactMap { line -> String? in
        let columns = line.split(separator: "\t")
        return columns.count > 1 ? String(columns[1]) : nil
      }
      return (outcome.status, Set(kinds), outcome.text)
    }

    private func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: peer.vault.path + "/" + name))
    }

    @Test func findNothing() throws {
      let (status, kinds, text) = try findings()
      #expect(status == 0 && kinds.isEmpty, "\(text)")
    }

    @Test(arguments: ["*.sealed", "items/", "*", "vault.header"])
    func findWhatGitIgnores(pattern: String) throws {
      try write(pattern + "\n", to: ".git/info/exclude")
      let (status, kinds, text) = try findings()
      #expect(status == 1 && kinds == ["ignored"])
      #expect(text.contains("info/exclude:1:" + pattern))
    }

    @Test func passOverPatternsThatTakeBack() throws {
      try write("*\n!*\n", to: ".git/info/exclude")
      #expect(try findings().kinds.isEmpty)
    }

    @Test func findMissingDrivers() throws {
      try peer.git("config", "--unset", "merge.rvault.driver")
      try peer.git("config", "diff.rvault.cachetextconv", "true")
      let (status, kinds, _) = try findings()
      #expect(status == 1 && kinds == ["driverMissing", "driverCaches"])
    }

    @Test func findMissingAttributes() throws {
      try write("*.sealed merge=other\n", to: ".gitattributes")
      let (status, kinds, text) = try findings()
      #expect(status == 1 && kinds == ["attributes", "companion"])
      #expect(text.contains("merge is other instead of rvault") && text.contains("text is unspecified"))
    }

    @Test func findWhatShouldStayHere() throws {
      try peer.git("add", "-f", ".lock")
      #expect(try findings().kinds == ["tracked"])
    }

    @Test func findForeignFilesAndCopiesThatNoCommitHas() throws {
      let other = try place.clone(peer, as: "other")
      try other.change("1")
      try peer.change("2")
      #expect(try peer.pull(other).status == 0)
      try write("x", to: "notes.txt")
      try write("x", to: "items/well.kept-notes")
      let (status, kinds, text) = try findings()
      #expect(!text.contains("uncommitted\titems/well.kept-notes"))
      #expect(status == 1 && kinds.isSuperset(of: ["uncommitted", "conflictCopy", "foreign"]), "\(text)")
      #expect(text.contains("note\tforeign\tnotes.txt"))
      #expect(try peer.rvault("list").error.contains("3 files"))
      try peer.commit()
      #expect(try findings().status == 0)
    }

    @Test func tellAHeldLock() throws {
      let files = FileSystem()
      let held = try files.openDirectory(peer.vault.path)
      #expect(try files.lock(held, .exclusive, wait: .no))
      #expect(try peer.rvault("doctor", "probe").status == 7)
      try files.unlock(held)
      #expect(try peer.rvault("doctor", "probe").status == 0)
    }

    /// Runs the doctor in this process, with other surroundings.
    private func examine(_ change: (inout CommandEnvironment) -> Void) -> Outcome {
      let streams = TestStreams()
      var environment = CommandEnvironment(
        arguments: ["--vault", peer.vault.path, "doctor", "--json"].map { Array($0.utf8) },
        variables: place.variables, streams: streams, vaults: FileVaults())
      environment.program = { nil }
      change(&environment)
      let status = Tool.run(environment)
      let (output, error) = streams.state.withLock { ($0.output, $0.error) }
      return Outcome(status: status, output: output, error: String(decoding: error, as: UTF8.self))
    }

    @Test func tellLocksThatDoNothing() {
      // A second process that is granted the lock says so by its status.
      let outcome = examine { $0.program = { "/bin/true" } }
      #expect(outcome.status == 1 && outcome.text.contains(#""kind":"lockIneffective""#))
      #expect(examine { _ in }.status == 0)
    }

    @Test func tellFileSystemsWithoutLocks() {
      let outcome = examine { $0.files = FileSystem(observer: NoLocks()) }
      #expect(outcome.status == 1 && outcome.text.contains(#""kind":"lockingUnsupported""#))
    }
  }
#endif
