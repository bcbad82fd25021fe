#if os(Linux) && Vault
  import Foundation
  import Ritsurin
  import RitsurinCommand
  import RitsurinSystem
  import Testing

  /// Real git with the drivers of the built program.
  @Suite(.enabled(if: GitPlace.isReady, "git or rvault is not there"))
  struct GitMergeTests {
    private let place: GitPlace
    private let one: GitPeer
    private let other: GitPeer

    init() throws {
      place = try GitPlace()
      one = try place.makePeer("one")
      try one.change("0")
      other = try place.clone(one, as: "other")
    }

    @Test func mergeDifferentItemsWithoutConflict() throws {
      try one.change("1", "left")
      try other.change("2", "right")
      #expect(try one.pull(other).status == 0)
      #expect(try one.get("left") == "1" && one.get("right") == "2" && one.get() == "0")
      #expect(try one.vault.conflicts().isEmpty)
      #expect(try one.git("status", "--porcelain").text.isEmpty)
    }

    @Test(arguments: [true, false], ["merge", "rebase", "cherry-pick"])
    func keepTheNewerAndTheOtherBesideIt(isOursNewer: Bool, how: String) throws {
      let (first, second) = isOursNewer ? (other, one) : (one, other)
      try first.change("older")
      let older = try first.state()
      try second.change("newer")
      switch how {
      case "merge": #expect(try one.pull(other).status == 0)
      case "rebase": #expect(try one.pull(other, ["--rebase"]).status == 0)
      default:
        try one.git("fetch", "-q", place.path + "/other", "main")
        let picked = try one.git("cherry-pick", "--keep-redundant-commits", "FETCH_HEAD")
        #expect(picked.status == 0, "\(picked.error)")
      }
      #expect(try one.get() == "newer")
      #expect(try one.copies() == [older])
      try one.commit()
      #expect(try one.git("status", "--porcelain").text.isEmpty)
      #expect(try one.git("ls-files").text.contains(".kept-"))
    }

    @Test func agreeWhicheverSideMerges() throws {
      try one.change("a")
      try other.change("b")
      let copy = try place.clone(one, as: "copy")
      #expect(try copy.pull(other).status == 0)
      #expect(try other.pull(one).status == 0)
      #expect(try copy.tree() == other.tree())
    }

    @Test func keepNothingWhereBothSidesAreEqual() throws {
      try one.change("same")
      try other.change("same")
      #expect(try one.pull(other).status == 0)
      #expect(try one.get() == "same" && one.vault.conflicts().isEmpty)
      let before = try one.git("rev-parse", "HEAD").text
      #expect(try one.pull(one).status == 0)
      #expect(try one.git("rev-parse", "HEAD").text == before)
    }

    @Test(arguments: [true, false])
    func leaveTheEditWhereTheOtherSideDeleted(isOurEdit: Bool) throws {
      let (editor, deleter) = isOurEdit ? (one, other) : (other, one)
      try editor.change("edited")
      try deleter.keychain.removeItem(forKey: "k")
      try deleter.commit()
      // Git asks no driver about this: it stops, and leaves the changed file.
      #expect(try one.pull(other).status == 1)
      #expect(try one.get() == "edited")
      let listed = try one.rvault("conflicts")
      #expect(listed.status == 0 && listed.text.contains("git add keeps it, git rm deletes it"))
      let path = try #require(listed.text.split(separator: "\t").first.map(String.init))
      let resolved = try one.rvault("conflicts", "resolve", path, "--keep", "copy")
      #expect(resolved.status == 3 && resolved.error.contains("git ends this one: git add or git rm"))
      let doctor = try one.rvault("doctor")
      #expect(doctor.text.contains("problem\tunmerged\t\(path)\t"), "\(doctor.text)")
      let json = try one.rvault("conflicts", "--json").text
      #expect(json.contains(#""comparison":"\#(isOurEdit ? "deletedByThem" : "deletedByUs")""#))
      try one.commit()
      #expect(try one.get() == "edited")
      #expect(try one.rvault("conflicts").text.isEmpty)
    }

    /// What stays while the other goes is what git takes for a renamed file, and follows with the other side's edit.
    @Test func loseNoEditToACopyThatLooksLikeARename() throws {
      let third = try place.clone(one, as: "third")
      try one.change("base")
      try other.pull(one)
      try third.change("newer")
      let base = try one.state()
      #expect(try third.pull(one).status == 0)
      try third.commit()
      #expect(try third.copies() == [base])
      try third.keychain.removeItem(forKey: "k")
      try third.commit()
      try other.change("edited")
      #expect(try third.pull(other).status == 1)
      #expect(try third.get() == "edited")
    }

    /// A file that git did not put there is in its way, whatever is in it.
    @Test func leaveToTheMergeACopyThatItBrings() throws {
      let third = try place.clone(one, as: "third")
      try one.change("older")
      let older = try one.state()
      try other.change("newer")
      try third.pull(one)
      #expect(try third.pull(other).status == 0)
      try third.commit()
      #expect(try third.copies() == [older])
      // Its own way to the same loss: the item as it was before both, and then as the copy has it.
      let conflict = try #require(try third.vault.conflicts().first)
      let copy = try Data(contentsOf: URL(fileURLWithPath: third.vault.path + "/" + conflict.path))
      let item = other.vault.path + "/" + conflict.path.prefix { $0 != "." } + ".sealed"
      try third.change("newest")
      try Data(copy.dropFirst(8).map { ~$0 }).write(to: URL(fileURLWithPath: item))
      try other.commit()
      #expect(try other.pull(third).status == 0)
      #expect(try other.get() == "newest" && other.copies() == [older])
      #expect(try other.git("status", "--porcelain").text.isEmpty)
    }

    @Test func loseNothingWithoutAKey() throws {
      try one.change("ours")
      try other.change("theirs")
      let states: Set = [try one.state(), try other.state()]
      let keys = place.path + "/.config/ritsurin"
      try FileManager.default.moveItem(atPath: keys, toPath: keys + ".away")
      let merged = try one.pull(other)
      #expect(merged.status == 1 && merged.error.contains("theirs is beside it"))
      #expect(try one.get() == "ours")
      #expect(try one.git("status", "--porcelain").text.contains("UU "))
      let blind = try one.rvault("conflicts")
      #expect(blind.status == 0 && blind.text.contains(".kept-") && !blind.text.contains("\ts\tk"))
      try FileManager.default.moveItem(atPath: keys + ".away", toPath: keys)
      #expect(try one.copies().union([one.state()]) == states)
      let copy = try #require(try one.vault.conflicts().first)
      // Nobody knows any more whose file it is once a copy was taken.
      #expect(try one.rvault("conflicts").text.contains("git add keeps the file as it is now"))
      try one.commit()
      #expect(try one.rvault("conflicts", "resolve", copy.path, "--keep", "copy").status == 0)
      #expect(try one.get() == "theirs" && one.vault.conflicts().isEmpty)
    }

    @Test func leaveTheConflictWhereNoCopyCanBeKept() throws {
      try one.change("ours")
      try other.change("theirs")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: one.vault.path)
      let merged = try one.pull(other)
      #expect(merged.status == 1 && merged.error.contains("chmod -R go-rwx"))
      #expect(try one.git("ls-files", "-u").text.split(separator: "\n").count == 3)
    }

    /// A file system that takes no locks.
    private final class NoLocks: SystemCallObserver {
      func willCall(_ event: SystemCallEvent) throws(SystemError) {
        if event.call == .flock { throw SystemError(call: .flock, errno: ENOTSUP, path: "") }
      }

      func didCall(_ event: SystemCallEvent, result: Int) {}
    }

    @Test(arguments: [true, false]) func keepACopyWithoutLocksWhereThatIsAsked(isAsked: Bool) throws {
      for name in ["base", "ours", "theirs"] {
        try Data(name.utf8).write(to: URL(fileURLWithPath: place.path + "/" + name))
      }
      let component = String(repeating: "a", count: 26)
      let path = one.vault.path + "/items/" + [component, component, component].joined(separator: "/")
      var arguments = ["git", "merge-driver"] + (isAsked ? ["--no-lock"] : []) + ["--"]
      arguments += ["base", "ours", "theirs"].map { place.path + "/" + $0 } + [path + ".sealed"]
      let streams = TestStreams()
      let environment = CommandEnvironment(
        arguments: arguments.map { Array($0.utf8) }, variables: place.variables, streams: streams,
        vaults: FileVaults(), files: FileSystem(observer: NoLocks()))
      #expect(Tool.run(environment) == ExitStatus.conflict.rawValue)
      let error = streams.state.withLock { String(decoding: $0.error, as: UTF8.self) }
      #expect(error.contains(isAsked ? "theirs is beside it" : "no copy could be kept"), "\(error)")
      #expect(FileManager.default.fileExists(atPath: (path as NSString).deletingLastPathComponent) == isAsked)
    }

    @Test func mergeInASubdirectory() throws {
      let dotfiles = try place.makePeer("dotfiles", below: "some where/vault", names: .readable)
      try dotfiles.change("0")
      let clone = try place.clone(dotfiles, as: "clone")
      try dotfiles.change("1")
      let older = try dotfiles.state()
      try clone.change("2")
      #expect(try dotfiles.pull(clone).status == 0)
      #expect(try dotfiles.get() == "2" && dotfiles.copies() == [older])
      // Other people's files may be renamed.
      #expect(try dotfiles.git("config", "merge.renames").status == 1)
      #expect(try dotfiles.git("log", "-p").text.contains("key: k"))
    }

    @Test func mergeAShallowClone() throws {
      try one.change("1")
      try one.change("2")
      let shallow = try place.clone(one, as: "shallow", ["--depth", "1"])
      #expect(try shallow.get() == "2")
      try shallow.change("3", "new")
      try shallow.change("mine")
      let older = try shallow.state()
      try one.change("theirs")
      #expect(try shallow.pull(one).status == 0)
      #expect(try shallow.get() == "theirs" && shallow.get("new") == "3")
      #expect(try shallow.copies() == [older])
    }

    @Test func changeOneFileForOneWrite() throws {
      try one.set("1", "new")
      let untracked = try one.git("status", "--porcelain", "-uall").text
      #expect(untracked.split(separator: "\n").count == 1)
      try one.commit()
      try one.set("2", "new")
      #expect(try one.git("status", "--porcelain", "-uall").text.split(separator: "\n").count == 1)
    }

    @Test func keepToItselfWhatIsOfOneMachine() throws {
      let directory = try #require(try one.git("ls-files", "items").text.split(separator: "/items").first)
      let item = String(directory.prefix { $0 != "\n" }).dropLast(7)
      for name in [".commit", ".tmp-0123456789abcdef", "items/.tmp-0123456789abcdef", item + ".meta"] {
        try Data("x".utf8).write(to: URL(fileURLWithPath: one.vault.path + "/" + name))
      }
      try FileManager.default.createDirectory(
        atPath: one.vault.path + "/device/x", withIntermediateDirectories: true)
      try Data("x".utf8).write(to: URL(fileURLWithPath: one.vault.path + "/device/x/y.sealed"))
      #expect(try one.git("status", "--porcelain", "-uall").text.isEmpty)
    }
  }
#endif
