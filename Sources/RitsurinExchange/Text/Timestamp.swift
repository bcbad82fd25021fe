/// Times as RFC 3339 writes them in UTC, to and from microseconds since 1970.
package enum Timestamp {
  /// A time that was read.
  package struct Reading: Equatable, Sendable {
    /// Microseconds since 1970 UTC; digits beyond them are cut off.
    package let microseconds: Int64
    /// Whether a digit other than zero was cut off.
    package let isTruncated: Bool
  }

  /// The times that a four-digit year can hold.
  package static let range: ClosedRange<Int64> = -62_167_219_200_000_000...253_402_300_799_999_999

  /// Reads `YYYY-MM-DDTHH:MM:SS[.f…]Z` with at most nine digits of fraction.
  ///
  /// - Parameter text: The bytes of the text.
  /// - Returns: nil for any other form, and for days and hours that no calendar has.
  package static func parse(_ text: [UInt8]) -> Reading? {
    guard text.count >= 20, text.last == UInt8(ascii: "Z") else { return nil }
    for (position, mark) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")] as [(Int, Unicode.Scalar)] {
      guard text[position] == UInt8(ascii: mark) else { return nil }
    }
    guard let year = number(text[0..<4]), let month = number(text[5..<7]), let day = number(text[8..<10]),
      let hour = number(text[11..<13]), let minute = number(text[14..<16]),
      let second = number(text[17..<19]),
      1...12 ~= month, day >= 1, day <= daysOfMonth(month, year: year), hour < 24, minute < 60, second < 60,
      let fraction = fraction(text[19..<(text.count - 1)])
    else { return nil }
    let seconds = ((days(year: year, month: month, day: day) * 24 + hour) * 60 + minute) * 60 + second
    return Reading(
      microseconds: seconds * 1_000_000 + fraction.microseconds, isTruncated: fraction.isTruncated)
  }

  /// Writes a time with six digits of fraction, or with none.
  ///
  /// - Parameters:
  ///   - microseconds: Microseconds since 1970 UTC.
  ///   - hasFraction: Whether the fraction is written; without it, it is cut off.
  /// - Returns: nil outside ``range``.
  package static func text(microseconds: Int64, hasFraction: Bool = true) -> String? {
    guard range.contains(microseconds) else { return nil }
    let (seconds, fraction) = floorDivided(microseconds, 1_000_000)
    let (day, secondOfDay) = floorDivided(seconds, 86_400)
    let date = date(ofDay: day)
    let clock = [secondOfDay / 3_600, secondOfDay / 60 % 60, secondOfDay % 60].map { padded($0, 2) }
    return padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2) + "T"
      + clock[0] + ":" + clock[1] + ":" + clock[2] + (hasFraction ? "." + padded(fraction, 6) : "") + "Z"
  }

  // MARK: Digits

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    var value: Int64 = 0
    for digit in digits {
      guard case UInt8(ascii: "0")...UInt8(ascii: "9") = digit else { return nil }
      value = value * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return value
  }

  /// Reads nothing, or a point and one to nine digits.
  private static func fraction(_ text: ArraySlice<UInt8>) -> (microseconds: Int64, isTruncated: Bool)? {
    guard let point = text.first else { return (0, false) }
    let digits = text.dropFirst()
    guard point == UInt8(ascii: "."), 1...9 ~= digits.count, var value = number(digits) else { return nil }
    for _ in digits.count..<9 { value *= 10 }
    return (value / 1_000, value % 1_000 != 0)
  }

  private static func padded(_ number: Int64, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }

  private static func floorDivided(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  // MARK: The proleptic Gregorian calendar

  private static func daysOfMonth(_ month: Int64, year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days from 1970-01-01; years are counted from March, so that the leap day is the last of its year.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = floorDivided(marchYear, 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(ofDay days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = floorDivided(days + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}
