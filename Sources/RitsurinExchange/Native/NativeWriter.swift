package import Ritsurin

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Writes the objects of `keychain-items`.
package enum NativeWriter {
  /// Writes an item's object without a line end.
  ///
  /// - Parameters:
  ///   - attributes: Everything beside the value.
  ///   - value: The value; nil leaves it out, as listings do.
  ///   - revision: Whether the revision is added, as an annotation; exports leave it out, so that equal items
  ///     give equal lines.
  ///   - writer: Where it goes.
  package static func write(
    _ attributes: RKeychainAttributes, value: Data?, revision: Bool = false, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("service", attributes.service)
    writer.member("account", attributes.key)
    if let group = attributes.accessGroup { writer.member("accessGroup", group) }
    if attributes.synchronizable { writer.member("synchronizable", true) }
    writer.member("accessibility", attributes.accessibility.rawValue)
    if let label = attributes.label { writer.member("label", label) }
    if let comment = attributes.comment { writer.member("comment", comment) }
    if let kind = attributes.kind { writer.member("kind", kind) }
    if let created = Timestamp.text(microseconds: attributes.createdMicroseconds) {
      writer.member("created", created)
    }
    if let modified = Timestamp.text(microseconds: attributes.modifiedMicroseconds) {
      writer.member("modified", modified)
    }
    if let value { write(value, to: &writer) }
    if let generic = attributes.generic {
      writer.member("x-ritsurin-generic", utf8: Base64Text.encode(generic))
    }
    if let creator = attributes.creator { writer.member("x-ritsurin-creator", creator) }
    if let type = attributes.type { writer.member("x-ritsurin-type", type) }
    if let isInvisible = attributes.isInvisible { writer.member("x-ritsurin-invisible", isInvisible) }
    if let isNegative = attributes.isNegative { writer.member("x-ritsurin-negative", isNegative) }
    if revision { writer.member("x-ritsurin-revision", attributes.revision.description) }
    writer.endObject()
  }

  /// Text stands as text; what is not UTF-8, or holds U+0000, which many readers cut at, as base64.
  private static func write(_ value: Data, to writer: inout JSONWriter) {
    let bytes = Array(value)
    if bytes.contains(0) || UTF8Check.firstInvalid(in: bytes) != nil {
      writer.member("valueBase64", utf8: Base64Text.encode(bytes))
    } else {
      writer.member("value", utf8: bytes)
    }
  }

  /// Writes the header and its line end.
  static func writeHeader(generator: String?, exportedMicroseconds: Int64?, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("format", NativeFormat.name)
    writer.member("version", NativeFormat.version)
    if let generator { writer.member("generator", generator) }
    if let exportedMicroseconds,
      let time = Timestamp.text(microseconds: exportedMicroseconds, hasFraction: false)
    {
      writer.member("exported", time)
    }
    writer.endObject()
    writer.raw("\n")
  }

  /// Writes the trailer and its line end.
  static func writeTrailer(count: Int, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("end", true)
    writer.member("count", count)
    writer.endObject()
    writer.raw("\n")
  }
}
