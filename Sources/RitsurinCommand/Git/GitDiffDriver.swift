import Ritsurin
import RitsurinSystem

#if Vault
  /// Says for `git diff` and `git log -p` what an item's file is, its value aside.
  struct GitDiffDriver {
    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    /// Prints lines; what cannot be opened is described as far as its bytes tell, since git would end with an error of
    /// this program.
    func run(_ file: String) throws(ToolFailure) {
      let files = invocation.environment.files
      let bytes = try invocation.system { () throws(SystemError) in
        try files.readFile(path: file, limit: GitMergeDriver.limit)
      }
      let merge = VaultMerge(try vault(of: file))
      let description = try invocation.call { () throws(RKeychainError) in
        try merge.describe(bytes, path: file)
      }
      // A name with a line end in it must not look like two lines.
      let text = Self.lines(description).map { DisplayText.escaped($0) + "\n" }.joined()
      try invocation.print(Array(text.utf8))
    }

    private static func lines(_ description: VaultMerge.Description) -> [String] {
      if let attributes = description.attributes {
        return Verb.lines(of: attributes).map { "\($0.name): \($0.value)" }
      }
      var lines: [String] = []
      if let envelope = description.envelope, let counts = description.counts {
        lines += ["vault: \(envelope.vault)", "key id: \(envelope.key)"]
        lines += ["attributes: \(counts.attributes) bytes, sealed", "value: \(counts.value) bytes, sealed"]
      }
      lines.append("file: \(description.count) bytes")
      if let problem = description.problem, problem.kind != .interactionNotAllowed {
        lines.append("problem: \(problem.message)")
      }
      return lines
    }

    /// The vault that the file is most likely from: the one that is named, the one it lies in, the one git works in, the
    /// default one.
    private func vault(of file: String) throws(ToolFailure) -> RVault? {
      let files = invocation.environment.files
      let full = try invocation.system { () throws(SystemError) in try PathText.absolute(file, files) }
      var places: [String] = []
      if !invocation.has(.vault) {
        if let place = ItemPlace(full) { places.append(place.vault) }
        if let here = try? files.realPath(".") { places.append(here) }
      }
      if let named = try? invocation.vaultPath() { places.append(named) }
      for place in places where (try? files.status(path: place + "/vault.header")) != nil {
        // Git shows what this prints, and an error would end its whole output.
        return try? invocation.openPerhapsLocked(at: place) as? RVault
      }
      return nil
    }
  }
#endif
