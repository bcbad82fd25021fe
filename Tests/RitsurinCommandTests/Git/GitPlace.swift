#if os(Linux) && Vault
  import Foundation
  import Ritsurin
  import RitsurinSystem
  import Testing

  /// A directory for repositories, with a home of its own and a git that knows no other configuration.
  final class GitPlace: Sendable {
    /// Whether git and the built program are there.
    static let isReady = BuiltProgram.path != nil && git != nil
    static let git = ChildProgram.find("git", in: "/usr/local/bin:/usr/bin:/bin")

    let path: String

    init() throws {
      // Where fsync costs nothing, if there is such a place.
      let base = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
      path = base + "/rvault-git-" + String(UInt64.random(in: .min ... .max), radix: 36)
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The variables of every process: no configuration but a repository's own, and dates that tell commits apart.
    var variables: [String: String] {
      [
        "HOME": path, "PATH": "/usr/local/bin:/usr/bin:/bin", "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1", "GIT_EDITOR": "true", "GIT_MERGE_AUTOEDIT": "no", "LC_ALL": "C.UTF-8",
        "GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@example.com", "GIT_COMMITTER_NAME": "t",
        "GIT_COMMITTER_EMAIL": "t@example.com", "SWIFT_BACKTRACE": "enable=no",
      ]
    }

    /// Runs git in a directory below the place.
    @discardableResult
    func git(_ arguments: [String], in directory: String = "") throws -> Outcome {
      try run(try #require(Self.git), ["-C", path + "/" + directory] + arguments)
    }

    /// Runs the built program.
    @discardableResult
    func rvault(_ arguments: [String], in directory: String = "") throws -> Outcome {
      try run(
        "/bin/sh",
        ["-c", #"cd "$0" && exec "$@""#, path + "/" + directory, try #require(BuiltProgram.path)] + arguments)
    }

    private func run(_ program: String, _ arguments: [String]) throws -> Outcome {
      let ended = try ChildProgram(
        program, arguments: arguments, environment: variables, outputLimit: 1 << 24
      ).run()
      return Outcome(
        status: ended.status, output: ended.output, error: String(decoding: ended.error, as: UTF8.self))
    }

    /// Makes a vault in a new repository, with the drivers, and commits it.
    ///
    /// - Parameter below: Where the vault lies in the repository.
    func makePeer(_ name: String, below: String = "", names: RVaultNames = .opaque) throws -> GitPeer {
      let vault = below.isEmpty ? name : name + "/" + below
      try FileManager.default.createDirectory(
        atPath: path + "/" + vault, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try git(["init", "-q", "-b", "main"], in: name)
      _ = try RVault.create(
        at: path + "/" + vault, names: names,
        credentials: [.newKeyFile(inDirectory: path + "/.config/ritsurin")])
      let peer = try GitPeer(self, name, below: below)
      try peer.addDrivers()
      try peer.commit("a vault")
      return peer
    }

    /// Clones a peer, with the drivers.
    func clone(_ peer: GitPeer, as name: String, _ options: [String] = []) throws -> GitPeer {
      let cloned = try git(
        ["clone", "-q"] + options + ["file://" + path + "/" + peer.name, path + "/" + name])
      try #require(cloned.status == 0, "\(cloned.error)")
      let new = try GitPeer(self, name, below: peer.below)
      try new.addDrivers()
      return new
    }
  }

  /// A clone of a repository with a vault in it.
  struct GitPeer {
    let place: GitPlace
    let name: String
    let below: String
    let vault: RVault

    /// Opens the vault of a repository, which git left open to others.
    init(_ place: GitPlace, _ name: String, below: String = "") throws {
      self.place = place
      self.name = name
      self.below = below
      let path = place.path + "/" + (below.isEmpty ? name : name + "/" + below)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
      vault = try RVault(at: path)
      let key = place.path + "/.config/ritsurin/" + vault.id + ".key"
      if FileManager.default.fileExists(atPath: key) { try vault.unlock(with: .keyFile(key)) }
    }

    var keychain: RKeychain { RKeychain(service: "s", store: vault) }

    func set(_ value: String, _ key: String = "k") throws { try keychain.set(value, forKey: key) }

    func get(_ key: String = "k") throws -> String? { try keychain.string(forKey: key) }

    @discardableResult
    func git(_ arguments: String...) throws -> Outcome { try place.git(arguments, in: name) }

    @discardableResult
    func rvault(_ arguments: String...) throws -> Outcome {
      try place.rvault(["--vault", vault.path] + arguments, in: name)
    }

    /// What `rvault git install` writes for a vault at the top of its repository, and below it.
    private static let drivers: [Bool: Result<String, any Error>] = Dictionary(
      uniqueKeysWithValues: [true, false].map { isTop in
        (
          isTop,
          Result {
            let place = try GitPlace()
            let below = isTop ? "" : "some where/vault"
            let path = place.path + "/r/" + below
            try FileManager.default.createDirectory(
              atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try place.git(["init", "-q"], in: "r")
            let installed = try place.rvault(["--vault", path, "git", "install"])
            try #require(installed.status == 0, "\(installed.error)")
            let text = try String(contentsOfFile: place.path + "/r/.git/config", encoding: .utf8)
            return String(text[try #require(text.range(of: "[merge")).lowerBound...])
          }
        )
      })

    /// Adds what `rvault git install` writes, without a dozen processes for each repository.
    func addDrivers() throws {
      let config = URL(fileURLWithPath: place.path + "/" + name + "/.git/config")
      let old = try String(contentsOf: config, encoding: .utf8)
      try (old + #require(Self.drivers[below.isEmpty]).get()).write(
        to: config, atomically: false, encoding: .utf8)
    }

    /// Commits everything, kept copies included; nothing happens where nothing changed and no merge waits for it.
    func commit(_ message: String = "changed") throws {
      try git("add", "-A")
      let isMerging = FileManager.default.fileExists(atPath: place.path + "/" + name + "/.git/MERGE_HEAD")
      guard try isMerging || git("diff", "--cached", "--quiet").status != 0 else { return }
      let outcome = try git("commit", "-q", "-m", message)
      try #require(outcome.status == 0, "\(outcome.error)")
    }

    /// Sets and commits.
    func change(_ value: String, _ key: String = "k") throws {
      try set(value, key)
      try commit("\(key) = \(value)")
    }

    /// Fetches and merges another peer's branch.
    @discardableResult
    func pull(_ other: GitPeer, _ options: [String] = ["--no-rebase"]) throws -> Outcome {
      try place.git(
        ["pull", "-q"] + options + ["file://" + place.path + "/" + other.name, "main"], in: name)
    }

    /// The tree of the work tree, by git's name for it.
    func tree() throws -> String {
      try git("add", "-A")
      return try git("write-tree").text
    }

    /// The values of the copies beside items.
    func copies() throws -> Set<String> {
      let scratch = try vault.conflicts()
      var values: Set<String> = []
      for conflict in scratch {
        let copy = try #require(conflict.copy, "\(conflict.path)")
        values.insert("\(copy.key)@\(copy.modifiedMicroseconds)")
      }
      return values
    }

    /// What identifies an item's state without its value.
    func state(_ key: String = "k") throws -> String {
      let item = try #require(try vault.copyMatching(RKeychainQuery(service: "s", key: key)).items.first)
      return "\(key)@\(item.attributes.modifiedMicroseconds)"
    }
  }
#endif
