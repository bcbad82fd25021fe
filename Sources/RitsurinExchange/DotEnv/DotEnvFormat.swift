import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Assignments as `.env` files have them; nothing is expanded.
enum DotEnvFormat: ForeignFormat {
  static let format = RKeychainExchangeFormat.dotenv

  /// The weakest of all detectors: nine of ten logical lines assign, and no line is a section.
  static func recognizes(_ input: ImportInput) -> Bool {
    guard let text = input.text, input.json == nil else { return false }
    var scanner = DotEnvScanner(text)
    var (assignments, others) = (0, 0)
    while let line = scanner.next() {
      switch line.content {
      case .assignment(let assignment): if !assignment.isColon { assignments += 1 }
      case .fault:
        if text[line.range].trimmingBlanks.first == UInt8(ascii: "[") { return false }
        others += 1
      }
    }
    return assignments > 0 && assignments >= 9 * others
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    let text = try input.requireText()
    guard let service = options.service ?? options.fileStem else {
      throw RKeychainImportError(
        .decodingFailed, message: "the file names no service; --service does")
    }
    var builder = ImportBuilder(format)
    var scanner = DotEnvScanner(text)
    while let line = scanner.next() {
      switch line.content {
      case .fault(let message): builder.report(line: line.number, message)
      case .assignment(let assignment):
        for remark in assignment.remarks {
          builder.remark(line: line.number, "\(assignment.name): \(remark)")
        }
        builder.add(
          RKeychainNewItem(service: service, key: assignment.name, value: Data(assignment.value)),
          line: line.number)
      }
    }
    return try builder.finish()
  }
}
