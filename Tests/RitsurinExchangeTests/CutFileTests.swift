import Ritsurin
import RitsurinExchange
import Testing

/// Whatever happens to a file: no trap, no wrong item without a word, and no secret in a message.
@Suite struct CutFileTests {
  static func file() throws -> [UInt8] {
    RKeychainExport([
      try exported(key: "a", label: "é", value: .init("\(sentinel)\n1".utf8)),
      try exported(key: "b", group: "G", synchronizable: true, value: .init([0, 1, 2])),
      try exported(key: "c", generic: .init([1]), creator: 7, value: .init("\(sentinel)".utf8)),
    ]).lines(generator: "test", exportedMicroseconds: 0)
  }

  @Test func refuseEveryPrefix() throws {
    let file = try Self.file()
    // The last byte is the line end, which may be missing.
    for count in 0..<(file.count - 1) {
      let error = try failure(of: Array(file[..<count])).orThrow
      #expect(!error.description.contains(sentinel))
    }
    #expect(failure(of: file) == nil)
  }

  @Test func readEveryPrefixAsFarAsItGoes() throws {
    let file = try Self.file()
    let whole = try RKeychainImport(reading: file)
    for count in 0..<file.count {
      let part = Array(file[..<count])
      let text = String(decoding: part, as: UTF8.self)
      // Cut within a letter, a text is not UTF-8.
      guard text.utf8.elementsEqual(part) else { continue }
      let read = try RKeychainImport(reading: part, options: .init(isPartial: true))
      #expect(read.entries.count <= whole.entries.count)
      #expect(zip(read.entries, whole.entries).allSatisfy { $0.item.item.value == $1.item.item.value })
      if count > 0, count < file.count - 1 { #expect(!read.notices.isEmpty) }
    }
  }

  @Test(arguments: [0x00, 0x22, 0x5C, 0x7B, 0x0A, 0xFF, 0x5B] as [UInt8])
  func surviveAnyByteAnywhere(byte: UInt8) throws {
    let file = try Self.file()
    for position in file.indices {
      var changed = file
      changed[position] = byte
      if let error = failure(of: changed) { #expect(!error.description.contains(sentinel)) }
      if let error = failure(of: changed, isPartial: true) { #expect(!error.description.contains(sentinel)) }
    }
  }
}
