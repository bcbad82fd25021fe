/// `vault.header`: identity and keys of a vault. Docs/Format.md, "Header".
package struct VaultHeader: Sendable {
  /// A master key that is no longer current.
  package struct RetiredKey: Sendable, Hashable {
    /// 4 bytes.
    package let keyID: [UInt8]
    /// Whether items under it are no longer served.
    package let isClosed: Bool
    /// The old master key, wrapped: 72 bytes.
    package let wrapped: [UInt8]

    package init(keyID: [UInt8], isClosed: Bool, wrapped: [UInt8]) {
      self.keyID = keyID
      self.isClosed = isClosed
      self.wrapped = wrapped
    }
  }

  private static let known: Set<String> = ["id", "created", "names", "epoch", "key", "identity", "keys"]
  private static let formatName = "ritsurin-vault"

  /// 16 bytes.
  package let id: [UInt8]
  /// For people.
  package let created: String
  package let names: NamesMode
  /// At least 1.
  package let epoch: Int64
  /// The key id of the current master key, 4 bytes.
  package let key: [UInt8]
  /// The Ed25519 public key that header and slots are signed by, 32 bytes.
  package let identity: [UInt8]
  /// The wrapped name key, 72 bytes.
  package let keys: [UInt8]
  package let retired: [RetiredKey]
  /// Over the first `signedByteCount` bytes: 64 bytes; empty in a header that was not parsed.
  package let signature: [UInt8]
  package let signedByteCount: Int

  /// A header to be written.
  package init(
    id: [UInt8], created: String, names: NamesMode, epoch: Int64, key: [UInt8], identity: [UInt8], keys: [UInt8],
    retired: [RetiredKey]
  ) {
    self.id = id
    self.created = created
    self.names = names
    self.epoch = epoch
    self.key = key
    self.identity = identity
    self.keys = keys
    self.retired = retired
    signature = []
    signedByteCount = 0
  }

  /// Parses everything but the signature's truth, which is the caller's to check.
  ///
  /// - Parameter bytes: The file, or of one above 1 MiB more than that.
  /// - Throws: `.newerFormat` where the first line says so, whatever follows; `.damaged`.
  package static func parse(_ bytes: RawSpan) throws(HeaderFault) -> VaultHeader {
    if isNewer(bytes) { throw .newerFormat }
    do { return try VaultHeader(SignedLines.parse(bytes, formatName: formatName, known: known)) } catch {
      throw .damaged(error.what)
    }
  }

  /// Whether the first line, ended by LF, bears a greater version.
  private static func isNewer(_ bytes: RawSpan) -> Bool {
    let prefix = Array((formatName + " ").utf8)
    var head: [UInt8] = []
    for index in 0..<min(bytes.byteCount, prefix.count + 20) {
      let byte = bytes.byte(index)
      if byte == 0x0a {
        guard head.starts(with: prefix), let version = LineValue.integer(head[prefix.count...]) else { return false }
        return version > 1
      }
      head.append(byte)
    }
    return false
  }

  private init(_ lines: SignedLines) throws(LineFault) {
    guard LineValue.integer(lines.format) == 1 else { throw LineFault("the version") }
    id = try Self.value(lines, "id") { LineValue.hex($0, count: 16) }
    created = try Self.value(lines, "created", LineValue.time)
    names = try Self.value(lines, "names") { NamesMode(rawValue: String(decoding: $0, as: UTF8.self)) }
    epoch = try Self.value(lines, "epoch", LineValue.integer)
    guard epoch >= 1 else { throw LineFault("epoch") }
    key = try Self.value(lines, "key") { LineValue.hex($0, count: 4) }
    identity = try Self.value(lines, "identity") { LineValue.base64($0, count: 32) }
    keys = try Self.value(lines, "keys") { LineValue.base64($0, count: 72) }
    var retired: [RetiredKey] = []
    for line in lines.all("retired") {
      let parts = LineValue.parts(line)
      guard parts.count == 3, let id = LineValue.hex(parts[0], count: 4),
        let wrapped = LineValue.base64(parts[2], count: 72)
      else { throw LineFault("retired") }
      let isClosed: Bool
      switch String(decoding: parts[1], as: UTF8.self) {
      case "open": isClosed = false
      case "closed": isClosed = true
      default: throw LineFault("retired")
      }
      guard id != key, !retired.contains(where: { $0.keyID == id }) else { throw LineFault("a key id stands twice") }
      retired.append(RetiredKey(keyID: id, isClosed: isClosed, wrapped: wrapped))
    }
    self.retired = retired
    signature = lines.signature
    signedByteCount = lines.signedByteCount
  }

  private static func value<T>(
    _ lines: SignedLines, _ name: String, _ read: (ArraySlice<UInt8>) -> T?
  ) throws(LineFault) -> T {
    guard let value = read(try lines.required(name)) else { throw LineFault(name) }
    return value
  }

  /// The lines that the signature covers.
  package func encodeUnsigned() -> [UInt8] {
    var text = """
      \(Self.formatName) 1
      id \(Hex.encode(id))
      created \(created)
      names \(names.rawValue)
      epoch \(epoch)
      key \(Hex.encode(key))
      identity \(String(decoding: Base64.encode(identity), as: UTF8.self))
      keys \(String(decoding: Base64.encode(keys), as: UTF8.self))

      """
    for entry in retired {
      text += "retired \(Hex.encode(entry.keyID)) \(entry.isClosed ? "closed" : "open") "
      text += String(decoding: Base64.encode(entry.wrapped), as: UTF8.self) + "\n"
    }
    return Array(text.utf8)
  }
}

/// Why a header is not believed.
package enum HeaderFault: Error, Hashable, Sendable {
  /// A later version of the format.
  case newerFormat
  /// Anything else; the text says where.
  case damaged(String)
}
