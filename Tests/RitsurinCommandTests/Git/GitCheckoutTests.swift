#if os(Linux) && Vault
  import Foundation
  import Ritsurin
  import RitsurinSystem
  import Testing

  /// What a checkout can do to a vault: conversions, and files that are left out.
  @Suite(.enabled(if: GitPlace.isReady, "git or rvault is not there"))
  struct GitCheckoutTests {
    private let place: GitPlace
    private let peer: GitPeer

    init() throws {
      place = try GitPlace()
      peer = try place.makePeer("one")
      try peer.change("0")
    }

    /// Clones with conversion switched on, without the check of the vault that opening it is.
    private func convertingClone() throws -> String {
      let cloned = try place.git(
        [
          "clone", "-q", "-c", "core.autocrlf=true", "-c", "core.eol=crlf", place.path + "/one",
          place.path + "/clone",
        ])
      try #require(cloned.status == 0)
      let path = place.path + "/clone"
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
      return path
    }

    private func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: peer.vault.path + "/" + name))
    }

    @Test func convertNothingWithTheAttributes() throws {
      let path = try convertingClone()
      #expect(try place.rvault(["--vault", path, "get", "s", "k"]).text == "0")
      #expect(try place.rvault(["--vault", path, "check"]).status == 0)
      #expect(try place.git(["status", "--porcelain"], in: "clone").text.isEmpty)
    }

    @Test func nameWhatHappenedWithoutThem() throws {
      try peer.git("rm", "-q", ".gitattributes")
      try peer.commit()
      let path = try convertingClone()
      // Git takes an item for binary; the header is text.
      let outcome = try place.rvault(["--vault", path, "get", "s", "k"])
      #expect(outcome.status == 6 && outcome.error.contains("a conversion of line endings went over it"))
    }

    @Test func nameTheDamageOfItems() throws {
      try write("*.sealed text\nvault.header* -text\n*.slot -text\n", to: ".gitattributes")
      try peer.git("add", "--renormalize", ".")
      try peer.commit()
      let path = try convertingClone()
      let outcome = try place.rvault(["--vault", path, "get", "s", "k"])
      #expect(outcome.status == 6 && outcome.error.contains("line end"))
      let checked = try place.rvault(["--vault", path, "check"])
      #expect(checked.status == 6 && checked.text.contains("lineEndings\titems/"))
      let doctor = try place.rvault(["--vault", path, "doctor"], in: "clone")
      #expect(doctor.status == 6 && doctor.text.contains("text is set instead of unset"))
    }

    @Test func nameTheDamageOfSlots() throws {
      try write("*.slot text\nvault.header* -text\n*.sealed -text\n", to: ".gitattributes")
      try peer.commit()
      let path = try convertingClone()
      // A slot that does not check is none, and there is no other.
      let checked = try place.rvault(["--vault", path, "check"])
      #expect(checked.status == 6 && checked.error.contains("no valid key slot"))
      #expect(checked.text.contains("slotInvalid\tslots/"))
      #expect(checked.text.contains("a conversion of line endings went over it"))
    }

    @Test func nameAHeaderThatWasLeftUnmerged() throws {
      let text = try String(contentsOfFile: peer.vault.path + "/vault.header", encoding: .utf8)
      for name in ["vault.header", "vault.header.backup"] {
        try write("<<<<<<< HEAD\n\(text)=======\n\(text)>>>>>>> other\n", to: name)
      }
      let outcome = try peer.rvault("get", "s", "k")
      #expect(outcome.status == 6 && outcome.error.contains("git left it unmerged"))
    }

    /// A sparse checkout has no sign of what it leaves out, so that is absent; the doctor tells.
    @Test func tellWhatASparseCheckoutLeavesOut() throws {
      try peer.change("1", "far")
      let item = try #require(
        try peer.vault.copyMatching(RKeychainQuery(service: "s", key: "far")).items.first)
      let path = try peer.vault.sealedPath(of: item.attributes)
      let clone = try place.clone(peer, as: "sparse")
      #expect(try clone.git("sparse-checkout", "set", "--no-cone", "/*", "!/" + path).status == 0)
      #expect(try clone.get() == "0" && clone.get("far") == nil)
      #expect(try clone.rvault("get", "s", "far").status == 3)
      let doctor = try clone.rvault("doctor")
      #expect(doctor.status == 1 && doctor.text.contains("sparse\t" + path))
      // What is there can be changed and merged.
      try clone.change("2")
      #expect(try peer.pull(clone).status == 0)
      #expect(try peer.get() == "2" && peer.get("far") == "1")
    }
  }
#endif
