extension ItemAttributes {
  /// The attributes as they are sealed, before padding: codes ascending.
  ///
  /// - Complexity: O(bytes).
  package func encode() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(160 + account.utf8.count + service.utf8.count)
    // Known codes in their order; unknown ones are put between them.
    var rest = unknown.sorted { $0.code.lexicographicallyPrecedes($1.code) }[...]
    func flush(before code: StaticString?) {
      while let next = rest.first {
        if let code, !next.code.lexicographicallyPrecedes(Self.characters(code)) { return }
        append(next.code, next.bytes, to: &bytes)
        rest = rest.dropFirst()
      }
    }
    func put(_ code: StaticString, _ value: some Collection<UInt8>) {
      flush(before: code)
      append(Self.characters(code), value, to: &bytes)
    }
    put("acct", account.utf8)
    if let group { put("agrp", group.utf8) }
    put("cdat", Self.littleEndian(created))
    if let creator { put("crtr", Self.littleEndian(creator)) }
    if let kind { put("desc", kind.utf8) }
    if let generic { put("gena", generic) }
    if let comment { put("icmt", comment.utf8) }
    if let isInvisible { put("invi", [isInvisible ? 1 : 0]) }
    if let label { put("labl", label.utf8) }
    put("mdat", Self.littleEndian(modified))
    if let isNegative { put("nega", [isNegative ? 1 : 0]) }
    put("pdmn", accessibility.rawValue.utf8)
    put("svce", service.utf8)
    put("sync", [synchronizable ? 1 : 0])
    if let type { put("type", Self.littleEndian(type)) }
    flush(before: nil)
    return bytes
  }

  private func append(_ code: [UInt8], _ value: some Collection<UInt8>, to bytes: inout [UInt8]) {
    bytes += code
    bytes.append(littleEndian: UInt32(clamping: value.count))
    bytes += value
  }

  private static func characters(_ code: StaticString) -> [UInt8] {
    code.withUTF8Buffer { unsafe [UInt8]($0) }
  }

  private static func littleEndian(_ number: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: number)
    return bytes
  }

  private static func littleEndian(_ number: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: number)
    return bytes
  }
}
