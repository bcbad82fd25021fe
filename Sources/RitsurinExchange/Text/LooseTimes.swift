/// Times in the forms that other programs write, as microseconds since 1970 UTC.
enum LooseTimes {
  /// Reads `YYYY-MM-DD HH:MM:SS`, with nothing, `Z` or `+0000` after it, which is UTC in all cases.
  ///
  /// - Returns: nil for any other form.
  static func dateAndTime(_ text: some Collection<UInt8>) -> Int64? {
    var bytes = Array(text)
    for zone in [" +0000", "+00:00", " UTC", "Z"] where bytes.suffix(zone.utf8.count).elementsEqual(zone.utf8)
    {
      bytes.removeLast(zone.utf8.count)
      break
    }
    guard bytes.count >= 19, bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T") else {
      return nil
    }
    bytes[10] = UInt8(ascii: "T")
    return Timestamp.parse(bytes + [UInt8(ascii: "Z")])?.microseconds
  }

  /// Seconds since 1970.
  ///
  /// - Returns: nil outside the years that four digits hold.
  static func seconds(_ seconds: Int64) -> Int64? {
    let (microseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    return overflow || !Timestamp.range.contains(microseconds) ? nil : microseconds
  }
}
