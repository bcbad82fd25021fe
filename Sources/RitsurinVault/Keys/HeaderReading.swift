internal import RitsurinCrypto
package import RitsurinFormat
package import RitsurinSystem

/// A verified header and the bytes it was read from.
package struct VerifiedHeader: Sendable {
  package let header: VaultHeader
  /// The bytes, for comparison before a write.
  package let bytes: [UInt8]
  /// Which copy gave them.
  package let source: HeaderCopy
}

/// The two files that hold the header.
package enum HeaderCopy: String, Sendable {
  case primary = "vault.header"
  case backup = "vault.header.backup"
}

/// Reading and checking of the header: Docs/Format.md#header.
package enum HeaderReading {
  /// The largest header, in bytes.
  package static let limit = 1 << 20

  /// Checks bytes against their own identity.
  ///
  /// - Throws: `.newerFormat`, `.headerDamaged`.
  package static func verify(_ bytes: [UInt8], path: String) throws(VaultError) -> VaultHeader {
    do {
      let header = try VaultHeader.parse(unsafe bytes.span.bytes)
      let signed = unsafe bytes.span.bytes.extracting(0..<header.signedByteCount)
      guard
        Signature.verify(
          unsafe header.signature.span.bytes, message: signed, publicKey: unsafe header.identity.span.bytes)
      else {
        throw HeaderFault.damaged("the signature does not match")
      }
      return header
    } catch let fault as HeaderFault {
      switch fault {
      case .newerFormat: throw .newerFormat(path: path)
      case .damaged(let what): throw .headerDamaged(path: path, what: accident(in: bytes) ?? what)
      }
    } catch {
      throw .headerDamaged(path: path, what: "it cannot be read")
    }
  }

  /// What happened to a damaged header or slot, where that can be seen from its bytes; nil where it cannot.
  package static func accident(in bytes: [UInt8]) -> String? {
    if MergeMarkers.arePresent(in: bytes) { return "git left it unmerged, with both versions in it" }
    let isConverted = zip(bytes, bytes.dropFirst()).contains { $0 == (0x0D, 0x0A) }
    return isConverted ? "a conversion of line endings went over it" : nil
  }

  /// Reads the header, or its copy where the first is missing or damaged.
  ///
  /// - Parameters:
  ///   - root: The vault's root directory.
  ///   - path: Its path, for messages.
  ///   - files: The file system.
  /// - Throws: `.notAVault` where neither file is there, `.headerDamaged`, `.newerFormat`, `.cannotRead`.
  package static func read(
    root: FileDescriptor, path: String, files: FileSystem
  ) throws(VaultError) -> VerifiedHeader {
    var firstFault: VaultError?
    for copy in [HeaderCopy.primary, .backup] {
      do {
        guard let bytes = try readCopy(copy, root: root, path: path, files: files) else { continue }
        return VerifiedHeader(
          header: try verify(bytes, path: path + "/" + copy.rawValue), bytes: bytes, source: copy)
      } catch {
        guard case .headerDamaged = error else { throw error }
        firstFault = firstFault ?? error
      }
    }
    throw firstFault ?? .notAVault(path: path)
  }

  /// The bytes of one copy; nil where it is not there.
  ///
  /// A file above the limit is read as far as the limit and a byte, which the parser refuses or
  /// recognises as a newer format.
  /// - Throws: `.cannotRead`, `.headerDamaged` where it is no regular file.
  package static func readCopy(
    _ copy: HeaderCopy, root: FileDescriptor, path: String, files: FileSystem
  ) throws(VaultError) -> [UInt8]? {
    do {
      return try files.readPrefix(copy.rawValue, beneath: root, limit: limit + 1)
    } catch {
      if error.isAbsent { return nil }
      if error.isNotRegular {
        throw .headerDamaged(path: path + "/" + copy.rawValue, what: "it is no regular file")
      }
      throw .cannotRead(error)
    }
  }
}
