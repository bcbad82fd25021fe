import RitsurinExchange
import Testing

@Suite struct TimestampTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.999999Z", -1),
      ("2024-02-29T23:59:59Z", 1_709_251_199_000_000),
      ("2000-02-29T00:00:00Z", 951_782_400_000_000), ("1900-03-01T00:00:00Z", -2_203_891_200_000_000),
      ("0000-01-01T00:00:00Z", -62_167_219_200_000_000),
      ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
      ("2024-01-01T00:00:00.1Z", 1_704_067_200_100_000),
      ("2024-01-01T00:00:00.000001000Z", 1_704_067_200_000_001),
    ] as [(String, Int64)])
  func readTimes(text: String, microseconds: Int64) {
    let reading = Timestamp.parse(Array(text.utf8))
    #expect(reading?.microseconds == microseconds && reading?.isTruncated == false)
  }

  @Test func sayWhatWasCut() {
    let reading = Timestamp.parse(Array("1969-12-31T23:59:59.999999999Z".utf8))
    #expect(reading?.microseconds == -1 && reading?.isTruncated == true)
  }

  @Test(arguments: [
    "", "Z", "2024-01-01", "2024-01-01T00:00:00", "2024-01-01t00:00:00Z", "2024-01-01T00:00:00z",
    "2024-01-01 00:00:00Z",
    "2024-01-01T00:00:00+00:00", "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z", "2024-04-31T00:00:00Z",
    "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-01-00T00:00:00Z", "2024-01-01T24:00:00Z",
    "2024-01-01T00:60:00Z", "2024-01-01T00:00:60Z", "2024-01-01T00:00:00.Z",
    "2024-01-01T00:00:00.1234567890Z",
    "2024-01-01T00:00:00,1Z", "+024-01-01T00:00:00Z", "2024-1-01T00:00:000Z", "٢٠٢٤-01-01T00:00:00Z",
    "2024-01-01T00:00:00ZZ",
    "2024-01-01T00:00:00.1 Z",
  ])
  func refuseEverythingElse(text: String) {
    #expect(Timestamp.parse(Array(text.utf8)) == nil)
  }

  @Test(
    arguments: Array(
      stride(from: Int64(-62_167_219_200_000_000), through: 253_402_300_799_999_999, by: 973_675_912_345_678))
  )
  func readBackWhatIsWritten(microseconds: Int64) throws {
    let text = try Timestamp.text(microseconds: microseconds).orThrow
    #expect(text.utf8.count == 27)
    #expect(Timestamp.parse(Array(text.utf8))?.microseconds == microseconds)
  }

  @Test(arguments: [Int64.min, Int64.max, -62_167_219_200_000_001, 253_402_300_800_000_000])
  func writeNoYearBeyondFourDigits(microseconds: Int64) {
    #expect(Timestamp.text(microseconds: microseconds) == nil)
  }
}
