import Ritsurin
import RitsurinExchange
import Testing

/// Holds a sample file against the native lines beside it; without a format it must be recognised.
@discardableResult
func expectSample(
  _ path: String, as format: RKeychainExchangeFormat, gives lines: String? = nil,
  _ change: (inout RKeychainImportOptions) -> Void = { _ in },
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> RKeychainImport {
  var options = RKeychainImportOptions()
  change(&options)
  let file = try RKeychainImport(reading: ForeignFixtures.bytes(path), options: options)
  #expect(file.format == format, sourceLocation: sourceLocation)
  var stem = path
  while let last = stem.popLast(), last != "." {}
  try expect(
    file, gives: lines.map(bytes) ?? ForeignFixtures.bytes("\(stem).expected.jsonl"),
    sourceLocation: sourceLocation)
  return file
}

/// Reads every prefix of a file, and the file with bytes changed everywhere: no trap, and no message that holds
/// one of its secrets.
func expectSurvival(
  of file: [UInt8], as format: RKeychainExchangeFormat?, secrets: [String],
  replacements: [UInt8] = [0x00, 0x0A, 0x22, 0x30, 0x3C, 0x80, 0xFF],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  func read(_ bytes: [UInt8]) {
    do throws(RKeychainImportError) {
      let read = try RKeychainImport(reading: bytes, options: RKeychainImportOptions(format: format))
      for remark in read.notices + read.skipped { check(remark.description) }
    } catch {
      check(error.description)
    }
  }
  func check(_ message: String) {
    for secret in secrets { #expect(!message.contains(secret), sourceLocation: sourceLocation) }
  }
  for count in file.indices { read(Array(file[..<count])) }
  for position in file.indices {
    var changed = file
    for byte in replacements + [file[position] ^ 0x01, file[position] ^ 0x20] {
      changed[position] = byte
      read(changed)
    }
  }
}
