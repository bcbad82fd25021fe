package import RitsurinCrypto
package import RitsurinFormat
package import RitsurinSystem

/// What opens a vault, held in locked memory.
package enum Credential: Sendable {
  /// UTF-8 bytes, exactly as given, never empty.
  case passphrase(SecretBytes)
  /// The 32 bytes of a key file.
  case key(SymmetricKey)
  /// An X25519 secret key.
  case identity(SymmetricKey)
}

extension Credential {
  /// Whether a slot that is fit for tests only may be among those that it is tried on: only passphrases have a cost.
  package var mayMeetWeakSlots: Bool {
    if case .passphrase = self { return true }
    return false
  }

  /// The largest key, identity or passphrase file read, in bytes.
  package static let fileLimit = 1 << 20

  /// A passphrase from bytes.
  ///
  /// - Throws: `.credential(.emptyPassphrase)`, `.outOfMemory`, `.libraryUnavailable`.
  package static func passphrase(bytes: RawSpan, source: String) throws(VaultError) -> Credential {
    guard bytes.byteCount > 0 else { throw .credential(.emptyPassphrase(source: source)) }
    return .passphrase(try mapped { () throws(CryptoError) in try SecretBytes(copying: bytes) })
  }

  /// A passphrase from a file that only its owner may reach, without one final line end.
  ///
  /// - Throws: `.credential`, `.unsafePermissions`, `.cannotRead`.
  package static func passphrase(file path: String, files: FileSystem) throws(VaultError) -> Credential {
    var bytes: [UInt8]
    do throws(VaultError) {
      bytes = try PrivateFile.read(path, files: files)
    } catch {
      if case .credential(.missingFile) = error { throw .credential(.missingPassphraseFile(path: path)) }
      throw error
    }
    defer { bytes.wipe() }
    var count = bytes.count
    if count > 0, bytes[count - 1] == 0x0a {
      count -= 1
      if count > 0, bytes[count - 1] == 0x0d { count -= 1 }
    }
    return try passphrase(bytes: unsafe bytes.span.bytes.extracting(0..<count), source: path)
  }

  /// A key from a key file that only its owner may reach.
  ///
  /// - Throws: `.credential`, `.unsafePermissions`, `.cannotRead`.
  package static func key(file path: String, files: FileSystem) throws(VaultError) -> Credential {
    .key(try KeyFile.read(path, kind: .key, files: files))
  }

  /// An identity from an identity file that only its owner may reach.
  ///
  /// - Throws: `.credential`, `.unsafePermissions`, `.cannotRead`.
  package static func identity(file path: String, files: FileSystem) throws(VaultError) -> Credential {
    .identity(try KeyFile.read(path, kind: .identity, files: files))
  }
}

/// Files that only their owner may reach.
package enum PrivateFile {
  /// Reads a file after checking who may reach it.
  ///
  /// - Throws: `.credential(.missingFile)` where there is none, `.unsafePermissions`, `.cannotRead`.
  package static func read(_ path: String, files: FileSystem) throws(VaultError) -> [UInt8] {
    do {
      let (file, status) = try files.openFile(path: path)
      if status.isOpenToOthers, try !PermissionCheck.modesMeanNothing(on: file, files) {
        throw VaultError.unsafePermissions(path: path, mode: status.mode)
      }
      guard status.size <= Credential.fileLimit else {
        throw VaultError.credential(.malformedFile(path: path, what: "it is larger than 1 MiB"))
      }
      return try files.readAll(file, count: status.size)
    } catch let error as SystemError {
      if error.isAbsent { throw .credential(.missingFile(path: path)) }
      throw .cannotRead(error)
    } catch let error as VaultError {
      throw error
    } catch {
      throw .cannotRead(SystemError(call: .openat, errno: 0, path: path))
    }
  }
}

/// Key, identity and device-key files: Docs/Format.md#key-files.
package enum KeyFile {
  /// Reads one.
  ///
  /// - Throws: `.credential`, `.unsafePermissions`, `.cannotRead`, `.outOfMemory`.
  package static func read(
    _ path: String, kind: KeyFileText.Kind, files: FileSystem
  ) throws(VaultError) -> SymmetricKey {
    var bytes = try PrivateFile.read(path, files: files)
    defer { bytes.wipe() }
    return try parse(unsafe bytes.span.bytes, kind: kind, path: path)
  }

  /// Takes the key out of the text of a file.
  ///
  /// - Throws: `.credential(.malformedFile)`, `.outOfMemory`.
  package static func parse(
    _ bytes: RawSpan, kind: KeyFileText.Kind, path: String
  ) throws(VaultError) -> SymmetricKey {
    let text: KeyFileText
    do { text = try KeyFileText.parse(bytes, kind: kind) } catch {
      throw .credential(.malformedFile(path: path, what: error.what))
    }
    let secret = try mapped { () throws(CryptoError) in
      try StrictBase64.decodeSecret(bytes.extracting(text.encodedRange), alphabet: .urlUnpadded)
    }
    guard let secret, let key = SymmetricKey(secret) else {
      throw .credential(.malformedFile(path: path, what: "the key is not 32 bytes of base64url"))
    }
    guard secret.withBytes({ KeyedHash.check4($0) }) == text.check else {
      throw .credential(
        .malformedFile(
          path: path, what: "the check at the end of the line does not match: a typing or copying error"))
    }
    return key
  }

  /// The text of a new file.
  package static func text(of key: SymmetricKey, kind: KeyFileText.Kind, comments: [String]) -> [UInt8] {
    key.bytes.withBytes { bytes in
      KeyFileText.encode(
        kind: kind, encoded: StrictBase64.encode(bytes, alphabet: .urlUnpadded),
        check: KeyedHash.check4(bytes), comments: comments)
    }
  }
}

/// Runs a cryptographic step and turns its errors into the vault's.
package func mapped<R>(_ body: () throws(CryptoError) -> R) throws(VaultError) -> R {
  do { return try body() } catch {
    switch error {
    case .libraryUnavailable: throw .libraryUnavailable
    case .outOfMemory(let needed): throw .outOfMemory(needed: needed)
    }
  }
}
