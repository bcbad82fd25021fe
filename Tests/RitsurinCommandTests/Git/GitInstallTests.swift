#if os(Linux) && Vault
  import Foundation
  import Ritsurin
  import RitsurinCommand
  import RitsurinSystem
  import Testing

  /// `rvault git install`, and what `git diff` shows with it.
  @Suite(.enabled(if: GitPlace.isReady, "git or rvault is not there"))
  struct GitInstallTests {
    private let place: GitPlace
    private let peer: GitPeer

    init() throws {
      place = try GitPlace()
      peer = try place.makePeer("one")
    }

    @Test func writeOnceAndSayWhatUnlocks() throws {
      let again = try peer.rvault("git", "install")
      #expect(
        again.status == 0 && again.error.contains("/one/.git/config is complete already")
          && again.error.contains("they ask nobody"))
      try peer.git("config", "merge.rvault.driver", "something else")
      let said = try peer.rvault("git", "install").error
      #expect(said.contains("wrote git's configuration \(place.path)/one/.git/config"))
      #expect(try peer.git("config", "--get-all", "merge.rvault.driver").text.hasSuffix(" -- %O %A %B %P\n"))
    }

    /// A shell and git's own placeholders both read the driver's line.
    @Test(arguments: ["plain.key", "it's 100%A \"key\" $HOME `x`.key", "-k.key"])
    func quoteTheKeyFile(name: String) throws {
      try peer.change("0")
      let other = try place.clone(peer, as: "other")
      let key = place.path + "/" + name
      try FileManager.default.moveItem(
        atPath: place.path + "/.config/ritsurin/" + peer.vault.id + ".key", toPath: key)
      let installed = try peer.rvault("--key-file", key, "git", "install")
      #expect(installed.status == 0 && installed.error.contains("with the key file "))
      try peer.change("older")
      let older = try peer.state()
      try other.change("newer")
      let merged = try peer.pull(other)
      #expect(merged.status == 0, "\(merged.error)")
      #expect(try peer.get() == "newer" && peer.copies() == [older])
      #expect(try peer.git("log", "-p").text.contains("+key: k"))
    }

    @Test func passOnThatLocksAreDoneWithout() throws {
      #expect(try peer.rvault("--no-lock", "git", "install").status == 0)
      let driver = try peer.git("config", "--get-all", "merge.rvault.driver").text
      #expect(driver.contains("--no-lock git merge-driver -- %O %A %B %P"))
    }

    @Test func writeTheUsersConfiguration() throws {
      let config = place.path + "/gitconfig"
      var variables = place.variables
      variables["GIT_CONFIG_GLOBAL"] = config
      let streams = TestStreams()
      var environment = CommandEnvironment(
        arguments: ["git", "install", "--global"].map { Array($0.utf8) }, variables: variables,
        streams: streams,
        vaults: FileVaults())
      environment.program = { "/opt/it's here/rvault" }
      #expect(Tool.run(environment) == 0)
      let said = String(decoding: streams.state.withLock { $0.error }, as: UTF8.self)
      #expect(said.contains("wrote the user's configuration of git (\(config))"))
      let text = try String(contentsOfFile: config, encoding: .utf8)
      #expect(text.contains(#"driver = '/opt/it'\\''s here/rvault' git merge-driver -- %O %A %B %P"#))
      #expect(!text.contains("renames"))
    }

    @Test(arguments: ["--identity", "--passphrase-file", "--passphrase-fd"])
    func refuseOtherCredentials(option: String) throws {
      #expect(try peer.rvault(option, "/x", "git", "install").status == 64)
    }

    @Test func refuseAVaultOutsideGit() throws {
      _ = try RVault.create(
        at: place.path + "/bare", credentials: [.newKeyFile(inDirectory: place.path + "/.config/ritsurin")])
      let outcome = try place.rvault(["--vault", place.path + "/bare", "git", "install"])
      #expect(outcome.status == 1 && outcome.error.contains("git init"))
    }

    @Test func showNamesAndNoValues() throws {
      _ = try peer.vault.add(
        RKeychainNewItem(service: "s", key: "k\nrevision: 1", label: "a label", value: Data(sentinel.utf8)))
      try peer.commit()
      let (path, shown) = (try peer.git("ls-files", "items").text, try peer.git("log", "-p").text)
      #expect(shown.contains("+service: s\n") && shown.contains("+label: a label\n"))
      #expect(shown.contains(#"+key: k\nrevision: 1"#) && !shown.contains(sentinel))
      #expect(shown.contains("+modified: "))
      try FileManager.default.removeItem(atPath: place.path + "/.config/ritsurin")
      let blind = try peer.git("log", "-p").text
      #expect(
        blind.contains("+vault: \(peer.vault.id.prefix(16))\n")
          && blind.contains("+value: 32 bytes, sealed\n"))
      #expect(!blind.contains("a label"))
      try Data("<<<<<<< nonsense".utf8).write(
        to: URL(fileURLWithPath: peer.vault.path + "/" + path.dropLast()))
      let broken = try peer.git("diff")
      #expect(broken.status == 0 && broken.text.contains("+problem: "))
    }
  }
#endif
