#if Vault
  internal import RitsurinSystem
  internal import RitsurinVault

  extension RKeychainError {
    /// The one place where the vault's errors become public ones.
    init(_ error: VaultError) {
      switch error {
      case .noSuchVault(let path):
        self.init(.noSuchVault, path: path)
      case .notAVault(let path):
        self.init(
          .notAVault,
          message: "the directory holds no vault header: restore vault.header from git, a clone or a backup",
          path: path)
      case .headerDamaged(let path, let what):
        self.init(.headerDamaged, message: "the vault's header is damaged (\(what))", path: path)
      case .newerFormat(let path):
        self.init(.newerFormat, path: path)
      case .vaultExists(let path):
        self.init(.vaultExists, path: path)
      case .wrongCredential(let path):
        self.init(.wrongCredential, path: path)
      case .noUsableSlot(let path):
        self.init(
          .headerDamaged,
          message: "the vault has no valid key slot: restore slots/ from git or a backup", path: path)
      case .weakSlot(let path):
        self.init(
          .weakPassphraseSlot,
          message:
            "the passphrase opens only a key slot that is fit for tests: trying one costs next to nothing; "
            + "a test says so with RVaultTesting.declare or RITSURIN_TESTING=1",
          path: path)
      case .credential(let fault):
        self.init(fault)
      case .notOwner(let path):
        self.init(
          .restrictedAPI,
          message: "the credential is a member's: only an owner may change key slots or rekey", path: path)
      case .lastOwnerSlot(let path):
        self.init(
          .invalidOwnerEdit,
          message:
            "no key slot would be left that the credential in use opens as an owner: open the vault with the "
            + "credential that stays", path: path)
      case .noSuchSlot(let id):
        self.init(.badParameter, message: "there is no key slot \(id.debugDescription)")
      case .tooManySlots(let limit):
        self.init(.quotaExceeded, message: "a vault holds at most \(limit) such key slots")
      case .slotsChanged(let path):
        self.init(
          .conflict, message: "the vault's header or key slots changed meanwhile: look at them again",
          path: path)
      case .sameCredential(let path):
        self.init(
          .badParameter, message: "this is the credential that opened the vault: it needs no second key slot",
          path: path)
      case .secondVersion(let path):
        self.init(
          .conflict,
          message: "a second version of an item lies under the old key: resolve it, as rvault conflicts says",
          path: path)
      case .notRetired(let path):
        self.init(.badParameter, message: "the item lies under no retired key", path: path)
      case .invalidRecipient:
        self.init(.badParameter, message: "nothing can be sealed to this public key")
      case .locked:
        self.init(.interactionNotAllowed)
      case .item(let problem, let path):
        self.init(problem, path: path)
      case .cannotRead(let error):
        self.init(.cannotRead, error)
      case .cannotWrite(let error):
        self.init(Self.kind(ofFailedWrite: error), error)
      case .lockingUnsupported(let error):
        self.init(
          .lockingUnsupported,
          message:
            "the file system takes no locks (\(error.reason)); whoever sees to it that nobody else writes can do "
            + "without: RVault(at:withoutLocks:), rvault --no-lock",
          path: error.path, errno: error.errno)
      case .linkLeavesVault(let path):
        self.init(.linkLeavesVault, path: path)
      case .unsafePermissions(let path, let mode):
        self.init(
          .unsafePermissions,
          message: "others may reach it (mode 0\(String(mode, radix: 8))); run chmod -R go-rwx on it",
          path: path
        )
      case .valueTooLarge(let count, let limit):
        self.init(.valueTooLarge, message: "the value has \(count) bytes; the limit is \(limit)")
      case .attributesTooLarge(let count, let limit):
        self.init(
          .badParameter, message: "the attributes have \(count) bytes together; the limit is \(limit)")
      case .interference(let path):
        self.init(
          .cannotWrite,
          message:
            "the file was changed by a program that takes no lock, such as git; nothing was overwritten",
          path: path)
      case .noDeviceKey:
        self.init(
          .interactionNotAllowed, message: "items of this device need its device key, which is not loaded")
      case .outOfMemory(let needed):
        self.init(.outOfMemory, message: "no memory for the key derivation or the keys (\(needed) bytes)")
      case .libraryUnavailable:
        self.init(.internal, message: "libsodium does not start")
      }
    }

    private static func kind(ofFailedWrite error: SystemError) -> Kind {
      if error.isDiskFull { return .diskFull }
      if error.isInputOutput { return .ioError }
      return error.isOutOfMemory ? .outOfMemory : .cannotWrite
    }

    private init(_ kind: Kind, _ error: SystemError) {
      self.init(kind, message: error.reason, path: error.path, errno: error.errno)
    }

    private init(_ problem: ItemProblem, path: String) {
      switch problem {
      case .notAnItem: self.init(Kind.notAnItem, path: path)
      case .lineEndings: self.init(Kind.lineEndingsConverted, path: path)
      case .truncated: self.init(Kind.itemTruncated, path: path)
      case .newerVersion, .needsNewerTool: self.init(Kind.needsNewerTool, path: path)
      case .otherVault: self.init(Kind.otherVault, path: path)
      case .unknownKey: self.init(Kind.unknownKey, path: path)
      case .retiredKey: self.init(Kind.retiredKey, path: path)
      case .misplaced: self.init(Kind.misplaced, path: path)
      case .damaged(let what):
        self.init(
          Kind.itemDamaged,
          message: "the item is damaged (\(what)): restore its file, or store the value anew", path: path)
      }
    }

    private init(_ fault: CredentialFault) {
      switch fault {
      case .emptyPassphrase(let source):
        self.init(Kind.badParameter, message: "the passphrase is empty", path: source.isEmpty ? nil : source)
      case .missingFile(let path):
        self.init(Kind.keyFileMissing, path: path)
      case .missingPassphraseFile(let path):
        self.init(Kind.keyFileMissing, message: "the passphrase file is missing", path: path)
      case .malformedFile(let path, let what):
        self.init(Kind.wrongCredential, message: "the file does not hold such a key (\(what))", path: path)
      }
    }
  }

  /// Runs a step of the vault and gives its errors their public form.
  func translating<R>(_ body: () throws(VaultError) -> R) throws(RKeychainError) -> R {
    do { return try body() } catch { throw RKeychainError(error) }
  }
#endif
