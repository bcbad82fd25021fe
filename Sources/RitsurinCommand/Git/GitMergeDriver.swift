import Ritsurin
import RitsurinSystem

#if Vault
  /// Merges two versions of an item for git: Docs/Git.md#how-a-merge-decides.
  struct GitMergeDriver {
    /// More than any item's file has, in bytes.
    static let limit = 72 << 20

    private let invocation: Invocation
    private var files: FileSystem { invocation.environment.files }

    init(_ invocation: Invocation) { self.invocation = invocation }

    /// Merges; the result takes the place of our version's file.
    ///
    /// - Parameters:
    ///   - base: The file of the version that both come from; empty where there was none.
    ///   - ours: The file of our version.
    ///   - theirs: The file of the other version.
    ///   - path: The item's path in the work tree.
    /// - Throws: `.conflict` where a person has to look; then ours is left as it was, and git shows the conflict.
    func run(base: String, ours: String, theirs: String, path: String) throws(ToolFailure) {
      let full = try invocation.system { () throws(SystemError) in try PathText.absolute(path, files) }
      guard let place = ItemPlace(full) else {
        throw ToolFailure(.conflict, "no item's path, so it is left to you: \(path)")
      }
      let (ourBytes, theirBytes) = (try read(ours), try read(theirs))
      let baseBytes = try? read(base)
      let outcome = try invocation.call { () throws(RKeychainError) in
        try VaultMerge(unlocked(place.vault)).merge(
          base: baseBytes, ours: ourBytes, theirs: theirBytes, path: place.path)
      }
      var kept: String?
      if let loser = outcome.loser, !invocation.has(.noCopy) {
        kept = try keep(loser, at: place, path)
      }
      guard outcome.isDecided else {
        throw ToolFailure(
          .conflict, "it cannot be told here which is newer; ours stays: \(path)",
          kept.map { "theirs is beside it: \($0)" } ?? "theirs is in git alone (git checkout --theirs)")
      }
      if outcome.takesTheirs { try replace(ours, by: theirBytes) }
      if let kept {
        invocation.note("both sides changed \(path): the newer stays, the other is beside it: \(kept)")
        invocation.note("commit that file too (git add); rvault conflicts shows and ends the conflict")
      }
    }

    /// The vault, unlocked as far as that needs nobody; nil where it cannot be opened.
    private func unlocked(_ path: String) -> RVault? {
      do throws(ToolFailure) {
        return try invocation.openPerhapsLocked(at: path) as? RVault
      } catch {
        for message in error.messages { invocation.note(message) }
        return nil
      }
    }

    private func keep(_ loser: [UInt8], at place: ItemPlace, _ path: String) throws(ToolFailure) -> String {
      if let file = VaultMerge.keptFile(of: loser, besides: place.path) {
        let copy = String(decoding: path.utf8.dropLast(place.path.utf8.count), as: UTF8.self) + file.path
        // The merge itself brings it, and would refuse to write over one that lies there untracked.
        if try GitIncoming(invocation).brings(file.bytes, at: copy) { return copy }
      }
      let kept: String?
      do throws(RKeychainError) {
        kept = try VaultMerge.keep(
          loser, besides: place.path, vault: place.vault,
          files: invocation.has(.noLock) ? files.withoutLocks : files)
      } catch {
        throw ToolFailure(
          .conflict, ToolFailure.text(of: error), "no copy could be kept, so it is left to you: \(path)")
      }
      guard let kept else { throw ToolFailure(.conflict, "no item's path, so it is left to you: \(path)") }
      return String(decoding: path.utf8.dropLast(place.path.utf8.count), as: UTF8.self) + kept
    }

    private func read(_ path: String) throws(ToolFailure) -> [UInt8] {
      try invocation.system { () throws(SystemError) in try files.readFile(path: path, limit: Self.limit) }
    }

    /// Git reads the result by its name.
    private func replace(_ path: String, by bytes: [UInt8]) throws(ToolFailure) {
      try invocation.system { () throws(SystemError) in
        let directory = try files.openDirectory(PathText.parent(of: path))
        let (file, temporary) = try files.createTemporary(in: directory)
        do throws(SystemError) {
          unsafe try files.write(bytes.span.bytes, to: file)
          try file.close()
          try files.rename(temporary, to: PathText.name(of: path), in: directory)
        } catch {
          _ = try? files.remove(temporary, in: directory)
          throw error
        }
      }
    }
  }
#endif
