/// Attributes put together by hand, right or wrong.
struct AttributeText {
  /// Codes and values in the order in which they are written.
  var parts: [(code: [UInt8], value: [UInt8])]

  /// The smallest right set.
  static let plain = AttributeText(parts: [
    (Array("acct".utf8), Array("account".utf8)), (Array("cdat".utf8), [1, 0, 0, 0, 0, 0, 0, 0]),
    (Array("mdat".utf8), [2, 0, 0, 0, 0, 0, 0, 0x80]), (Array("pdmn".utf8), Array("ck".utf8)),
    (Array("svce".utf8), Array("service".utf8)), (Array("sync".utf8), [0]),
  ])

  var bytes: [UInt8] { parts.flatMap { Self.part($0.code, $0.value) } }

  static func part(_ code: [UInt8], _ value: [UInt8]) -> [UInt8] {
    let count = value.count
    return code + [UInt8(count & 255), UInt8(count >> 8 & 255), UInt8(count >> 16 & 255), UInt8(count >> 24)]
      + value
  }

  /// The same with a value set, its code put where the order wants it.
  func setting(_ code: String, to value: [UInt8]) -> AttributeText {
    var copy = without(code)
    let key = Array(code.utf8)
    let place = copy.parts.firstIndex { key.lexicographicallyPrecedes($0.code) } ?? copy.parts.endIndex
    copy.parts.insert((key, value), at: place)
    return copy
  }

  func without(_ code: String) -> AttributeText {
    AttributeText(parts: parts.filter { $0.code != Array(code.utf8) })
  }
}
