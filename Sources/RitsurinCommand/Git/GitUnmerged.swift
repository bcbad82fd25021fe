import RitsurinSystem

/// A path of the vault that git has left unmerged.
struct GitUnmerged {
  /// What the two sides did.
  enum State: String {
    case deletedByUs, deletedByThem, bothChanged

    /// What it means, and what ends it.
    var explanation: String {
      switch self {
      case .deletedByUs:
        "deleted on our side, changed on the other: git left the changed file; git add keeps it, git rm deletes it"
      case .deletedByThem:
        "changed on our side, deleted on the other: git left the changed file; git add keeps it, git rm deletes it"
      case .bothChanged:
        "changed on both sides and not merged: git add keeps the file as it is now, git checkout --ours or --theirs "
          + "takes a side's"
      }
    }
  }

  /// Relative to the vault's directory.
  let path: String
  let state: State

  /// What git has left unmerged in a vault; nothing where it is in no work tree.
  static func list(_ invocation: Invocation, vault: String) throws(ToolFailure) -> [GitUnmerged] {
    guard (try? GitWorkTree.find(from: vault, invocation.environment.files)) != nil,
      let git = GitProgram(invocation, in: vault),
      let fields = try git.fields(["ls-files", "-u", "-z", "--", "."])
    else { return [] }
    // `mode hash stage TAB path`, a line for each stage that is there.
    var stages: [String: Set<UInt8>] = [:]
    for field in fields {
      let bytes = Array(field.utf8)
      guard let tab = bytes.firstIndex(of: 0x09), tab > 0 else { continue }
      stages[String(decoding: bytes[(tab + 1)...], as: UTF8.self), default: []].insert(bytes[tab - 1])
    }
    return stages.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { path, stages in
      let state: State =
        !stages.contains(UInt8(ascii: "2"))
        ? .deletedByUs : stages.contains(UInt8(ascii: "3")) ? .bothChanged : .deletedByThem
      return GitUnmerged(path: path, state: state)
    }
  }
}
