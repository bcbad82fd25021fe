import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Run {
  /// Does one operation of the library again and again, for a profiler to look at.
  func repeatOurs(_ operation: String, count: Int) throws {
    let fixture = try fixture(items: 1_000)
    let key = keys(of: fixture)
    let keychain = fixture.keychain
    let body: (Int) throws -> Void =
      switch operation {
      case "get": { try self.get(key($0), from: fixture) }
      case "attributes": { _ = try keychain.attributes(forKey: key($0)) }
      case "list": { _ in _ = try keychain.items() }
      case "keys": { _ in _ = try keychain.allKeys() }
      case "set": { try keychain.set(Data(fixture.bytes(seed: $0 + 2)), forKey: key($0)) }
      default: throw Failure(Options.usage)
      }
    try body(0)
    let start = Process.nanoseconds
    for index in 0..<count { try body(index) }
    let each = Double(Process.nanoseconds - start) / Double(max(count, 1))
    print("\(operation): \(Text.amount(each, .time)) each")
  }
}
