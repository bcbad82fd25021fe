/// Times in the forms that other programs write, as microseconds since 1970 UTC.
enum ForeignTime {
  /// Reads `YYYYMMDDhhmmss`, UTC.
  ///
  /// - Returns: nil for anything else.
  static func compact(_ text: some Collection<UInt8>) -> Int64? {
    let digits = Array(text)
    guard digits.count == 14, digits.allSatisfy(\.isASCIIDigit) else { return nil }
    var iso: [UInt8] = []
    for (part, mark) in [
      (0..<4, "-"), (4..<6, "-"), (6..<8, "T"), (8..<10, ":"), (10..<12, ":"), (12..<14, "Z"),
    ] {
      iso += digits[part] + Array(mark.utf8)
    }
    return Timestamp.parse(iso)?.microseconds
  }

  /// Reads an RFC 3339 time in UTC or with an offset from it; a blank may stand for the `T`.
  ///
  /// - Returns: nil for anything else, times without an offset too.
  static func iso(_ text: some Collection<UInt8>) -> Int64? {
    var text = Array(text)
    guard text.count >= 20 else { return nil }
    if text[10] == 0x20 { text[10] = UInt8(ascii: "T") }
    if text.last == UInt8(ascii: "Z") { return Timestamp.parse(text)?.microseconds }
    guard let sign = text.lastIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }), sign >= 19
    else { return nil }
    let offset = text[(sign + 1)...].filter { $0 != UInt8(ascii: ":") }
    guard offset.count == 4, offset.allSatisfy(\.isASCIIDigit) else { return nil }
    let digits = offset.map { Int64($0 - UInt8(ascii: "0")) }
    let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
    var head = Array(text[..<sign])
    if head.last == 0x20 { head.removeLast() }
    guard hours < 24, minutes < 60, let local = Timestamp.parse(head + [UInt8(ascii: "Z")])?.microseconds
    else {
      return nil
    }
    let microseconds = (hours * 60 + minutes) * 60_000_000
    return text[sign] == UInt8(ascii: "+") ? local - microseconds : local + microseconds
  }

  /// A time in whole units since 1970.
  ///
  /// - Parameters:
  ///   - count: How many units; 0 and less is what programs write that know no time.
  ///   - unit: The unit, in microseconds.
  /// - Returns: nil where no year of four digits holds it.
  static func since1970(_ count: Int64, unit: Int64) -> Int64? {
    let (product, isTooGreat) = count.multipliedReportingOverflow(by: unit)
    guard count > 0, !isTooGreat, Timestamp.range.contains(product) else { return nil }
    return product
  }

  /// Reads decimal digits as a time in whole units since 1970.
  ///
  /// - Returns: nil for anything else.
  static func since1970(digits: some Collection<UInt8>, unit: Int64) -> Int64? {
    guard 1...18 ~= digits.count, digits.allSatisfy(\.isASCIIDigit) else { return nil }
    return since1970(digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }, unit: unit)
  }
}
