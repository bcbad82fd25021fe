#if Vault
  public import Ritsurin

  extension RVaultFixture {
    /// What became of a fixture's directory.
    public enum Outcome: String, Sendable {
      /// There was none.
      case created
      /// It holds these bytes already; nothing was written.
      case unchanged
      /// It held others.
      case replaced
    }

    /// Makes a fixture: the same items, seed, names and passphrase always give the same bytes.
    ///
    /// Nothing in a fixture is secret: its keys follow from the seed, and its passphrase slot costs next to nothing to
    /// try. Items without dates get 1 January 2001. An item that stays as it is keeps its file when others change.
    ///
    /// - Parameters:
    ///   - path: Its directory; the one above exists.
    ///   - items: The items; no two of one identity, none of this device only.
    ///   - credential: A passphrase, or a key file that exists; `nil` is ``defaultPassphrase``.
    ///   - seed: Any text.
    ///   - names: How files are named; readable names tell in git what changed.
    ///   - replacing: Whether an existing fixture may be replaced; other vaults never are.
    /// - Throws: ``/Ritsurin/RKeychainError/Kind/vaultExists``, `badParameter`, `duplicateItem`, what writing throws.
    @discardableResult
    public static func create(
      at path: String, items: [RKeychainRestoredItem], credential: RVaultCredential? = nil,
      seed: String = "ritsurin", names: RVaultNames = .readable, replacing: Bool = false
    ) throws(RKeychainError) -> Outcome {
      let fixture = VaultFixture(names: names, seed: seed, credential: credential)
      switch try fixture.create(at: path, items: items, replacing: replacing) {
      case .created: return .created
      case .unchanged: return .unchanged
      case .replaced: return .replaced
      }
    }

    /// Makes a fixture of items without dates of their own.
    ///
    /// - Parameters:
    ///   - path: Its directory; the one above exists.
    ///   - items: The items; no two of one identity, none of this device only.
    ///   - credential: A passphrase, or a key file that exists; `nil` is ``defaultPassphrase``.
    ///   - seed: Any text.
    ///   - names: How files are named.
    ///   - replacing: Whether an existing fixture may be replaced; other vaults never are.
    /// - Throws: ``/Ritsurin/RKeychainError/Kind/vaultExists``, `badParameter`, `duplicateItem`, what writing throws.
    @discardableResult
    public static func create(
      at path: String, items: [RKeychainNewItem], credential: RVaultCredential? = nil,
      seed: String = "ritsurin", names: RVaultNames = .readable, replacing: Bool = false
    ) throws(RKeychainError) -> Outcome {
      try create(
        at: path, items: items.map { RKeychainRestoredItem($0) }, credential: credential, seed: seed,
        names: names,
        replacing: replacing)
    }

    /// Whether a fixture holds exactly the bytes that these settings give, so that making it again would leave
    /// it alone.
    ///
    /// - Parameters:
    ///   - path: Its directory; it is only read.
    ///   - items: The items.
    ///   - credential: A passphrase, or a key file that exists; `nil` is ``defaultPassphrase``.
    ///   - seed: Any text.
    ///   - names: How files are named.
    /// - Throws: What making the fixture elsewhere throws, and what reading throws.
    public static func isCurrent(
      at path: String, items: [RKeychainNewItem], credential: RVaultCredential? = nil,
      seed: String = "ritsurin", names: RVaultNames = .readable
    ) throws(RKeychainError) -> Bool {
      try VaultFixture(names: names, seed: seed, credential: credential)
        .isCurrent(at: path, items: items.map { RKeychainRestoredItem($0) })
    }

    /// How the items of two vaults differ.
    ///
    /// A line for each, with `+`, `-` or `~`, the names, and which attributes changed; values are compared and
    /// never shown.
    ///
    /// Both are only read. Where the vaults themselves differ (another seed, another way of naming files), the first
    /// line says so.
    ///
    /// - Parameter other: The fixture to compare with; it is the newer one.
    /// - Returns: The lines, in the order of the names; empty where there is no difference.
    /// - Throws: What finding, copying and opening throws, and the error of an item that does not open.
    public func differences(to other: RVaultFixture) throws(RKeychainError) -> [String] {
      let (old, new) = (try find(), try other.find())
      let comparison = try VaultFixture.compare(
        old, with: opener(of: old), and: new, with: other.opener(of: new))
      return (comparison.isSameVault ? [] : ["the vaults differ in their keys or their way of naming files"])
        + comparison.items.map(\.description)
    }
  }
#endif
