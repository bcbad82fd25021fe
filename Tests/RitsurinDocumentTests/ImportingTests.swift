import Foundation
import Ritsurin
import RitsurinExchange
import Testing

/// The code of Docs/Importing.md, compiled and run; write a changed line in both.
@Suite struct ImportingTests {
  @Test func importsFromAProgram() throws {
    let bytes = Array("AWS_REGION=eu\n".utf8)
    let vault = RInMemoryStore()

    var options = RKeychainImportOptions()
    options.service = "envchain-aws"
    let file = try RKeychainImport(reading: bytes, options: options)
    let report = try file.restore(into: vault, onConflict: .newest)

    #expect(report.rows.map(\.service) == ["envchain-aws"])
  }
}
