import RitsurinFormat

/// The files of a vault.
enum FileFuzzing {
  static func envelope(_ bytes: [UInt8]) -> String? {
    guard let envelope = try? ItemEnvelope.parse(unsafe bytes.span.bytes, fileCount: bytes.count) else {
      return nil
    }
    guard envelope.prefixCount <= bytes.count else { return "the attributes end after the file" }
    var written: [UInt8] = []
    envelope.encode(into: &written)
    // An unknown kind is not written again.
    guard !envelope.hasUnknownKind else { return nil }
    return written.elementsEqual(bytes.prefix(written.count)) ? nil : "the envelope is written differently"
  }

  static func attributes(_ bytes: [UInt8]) -> String? {
    guard let attributes = try? ItemAttributes.decode(unsafe bytes.span.bytes) else { return nil }
    let written = attributes.encode()
    guard let again = try? ItemAttributes.decode(unsafe written.span.bytes) else {
      return "the attributes as written are not read"
    }
    return again == attributes ? nil : "the attributes are read differently"
  }

  static func header(_ bytes: [UInt8]) -> String? {
    guard let header = try? VaultHeader.parse(unsafe bytes.span.bytes) else { return nil }
    guard header.signedByteCount <= bytes.count else { return "the signature covers more than there is" }
    let written = SignedLines.appendingSignature(header.signature, to: header.encodeUnsigned())
    guard let again = try? VaultHeader.parse(unsafe written.span.bytes) else {
      return "the header as written is not read"
    }
    return again.encodeUnsigned() == header.encodeUnsigned() && again.signature == header.signature
      ? nil : "the header is read differently"
  }

  static func slot(_ bytes: [UInt8]) -> String? {
    guard let slot = try? KeySlot.parse(unsafe bytes.span.bytes) else { return nil }
    guard slot.signedByteCount <= bytes.count else { return "the signature covers more than there is" }
    // Slots of unknown kinds are not written.
    guard slot.hasExpectedWrappedCount else { return nil }
    let written = SignedLines.appendingSignature(slot.signature, to: slot.encodeUnsigned())
    guard let again = try? KeySlot.parse(unsafe written.span.bytes) else {
      return "the slot as written is not read"
    }
    return again.encodeUnsigned() == slot.encodeUnsigned() ? nil : "the slot is read differently"
  }

  static func record(_ bytes: [UInt8]) -> String? {
    guard let record = try? CommitRecord(parsing: unsafe bytes.span.bytes) else { return nil }
    return record.encodeBody().elementsEqual(bytes.prefix(record.bodyByteCount))
      ? nil : "the record is written differently"
  }

  static func keyFile(_ bytes: [UInt8]) -> String? {
    for kind in KeyFileText.Kind.allCases {
      guard let text = try? KeyFileText.parse(unsafe bytes.span.bytes, kind: kind) else { continue }
      let encoded = Array(bytes[text.encodedRange])
      let written = KeyFileText.encode(kind: kind, encoded: encoded, check: text.check, comments: ["c"])
      guard let again = try? KeyFileText.parse(unsafe written.span.bytes, kind: kind) else {
        return "the key file as written is not read"
      }
      guard again.check == text.check, written[again.encodedRange].elementsEqual(encoded) else {
        return "the key file is read differently"
      }
    }
    return nil
  }

  static func names(_ bytes: [UInt8]) -> String? {
    _ = (ComponentName(bytes), ItemPath(bytes), ItemPath(sealed: bytes), KeySlot.isFileName(bytes))
    _ = TemporaryName.matches(bytes)
    let slug = Slug.make(String(decoding: bytes, as: UTF8.self))
    guard !slug.isEmpty else { return nil }
    let component = slug + "~" + String(repeating: "a", count: 26)
    return ComponentName(component.utf8) != nil ? nil : "a slug makes no component"
  }
}
