import Foundation
import Ritsurin
import RitsurinExchange
import Testing

/// Files as other programs write them, and beside each what shall come of it.
enum ForeignFixtures {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures/Imports")

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: root.appendingPathComponent(path)))
  }
}

/// The items of a file, one line of text each, in which everything stands that an import decides.
func described(_ file: RKeychainImport) -> [String] {
  file.entries.map { entry in
    let item = entry.item.item
    let names = [item.service, item.key, item.accessGroup, item.label, item.comment, item.kind]
      .map { $0.map { Array($0.utf8).description } ?? "-" }
    let numbers = [
      item.creator.map { "\($0)" }, item.type.map { "\($0)" }, item.isInvisible.map { "\($0)" },
      item.isNegative.map { "\($0)" }, entry.item.createdMicroseconds.map { "\($0)" },
      entry.item.modifiedMicroseconds.map { "\($0)" }, item.generic.map { Array($0).description },
    ].map { $0 ?? "-" }
    let rest = ["\(item.synchronizable)", item.accessibility.rawValue, Array(item.value).description]
    return (names + numbers + rest).joined(separator: " ")
  }
}

/// Holds the items of a foreign text against native lines, which were written by hand.
func expect(
  _ file: RKeychainImport, gives lines: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let options = RKeychainImportOptions(format: .native)
  let wanted = try lines.isEmpty ? [] : described(RKeychainImport(reading: lines, options: options))
  let found = described(file)
  #expect(found.count == wanted.count, sourceLocation: sourceLocation)
  for (one, other) in zip(found, wanted) { #expect(one == other, sourceLocation: sourceLocation) }
}

/// The same for texts; without a format it must be recognised.
@discardableResult
func expect(
  _ text: String, as format: RKeychainExchangeFormat, asked: Bool = false, gives lines: String,
  _ change: (inout RKeychainImportOptions) -> Void = { _ in },
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> RKeychainImport {
  var options = RKeychainImportOptions(format: asked ? format : nil)
  options.fileStem = "file"
  change(&options)
  let file = try RKeychainImport(reading: text.utf8, options: options)
  #expect(file.format == format, sourceLocation: sourceLocation)
  try expect(file, gives: bytes(lines), sourceLocation: sourceLocation)
  return file
}

/// The lines of the problems of a text that cannot be imported.
func problemLines(
  _ text: String, as format: RKeychainExchangeFormat
) throws -> [Int?] {
  var options = RKeychainImportOptions(format: format)
  options.fileStem = "file"
  do throws(RKeychainImportError) {
    _ = try RKeychainImport(reading: text.utf8, options: options)
    return []
  } catch {
    #expect(!error.description.contains(sentinel))
    return error.problems.map(\.line)
  }
}
