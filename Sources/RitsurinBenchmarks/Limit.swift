import CRitsurinLimit
import RitsurinSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The C side, on a vault that the library made.
@safe final class Limit: @unchecked Sendable {
  // Unchecked: the C side only reads what the pointer leads to, once it is open.
  private let vault: OpaquePointer

  init(_ fixture: Fixture) throws(Failure) {
    guard let vault = unsafe limit_open(fixture.path, fixture.keyFile, Fixture.service) else {
      throw Failure("the C side cannot open \(fixture.path)")
    }
    unsafe self.vault = vault
  }

  deinit { unsafe limit_close(vault) }

  /// Gets a value as a caller would, and gives its memory back.
  func get(_ key: String, variants: Int32 = 2, expecting count: Int) throws(Failure) {
    var memory: UnsafeMutablePointer<UInt8>?
    var value: UnsafeMutablePointer<UInt8>?
    let found = unsafe limit_get(vault, key, variants, &memory, &value)
    unsafe free(memory)
    guard found == count else { throw Failure("the C side did not find \(key)") }
  }

  func probe(_ key: String) throws(Failure) {
    guard unsafe limit_probe(vault, key) == 1 else { throw Failure("the C side did not see \(key)") }
  }

  func contains(_ key: String) throws(Failure) {
    guard unsafe limit_contains(vault, key, 2) == 1 else { throw Failure("the C side did not open \(key)") }
  }

  func list(keys: Bool, expecting count: Int) throws(Failure) {
    let found = unsafe limit_list(vault, keys ? 1 : 0)
    guard found == count else { throw Failure("the C side listed \(found) items, not \(count)") }
  }

  func set(_ key: String, _ value: [UInt8], whole: Bool) throws(Failure) {
    guard unsafe limit_set(vault, key, value, value.count, whole ? 1 : 0) == 0 else {
      throw Failure("the C side could not write \(key)")
    }
  }

  func bulk(prefix: String, count: Int, _ value: [UInt8], whole: Bool) throws(Failure) {
    guard unsafe limit_bulk(vault, prefix, count, value, value.count, whole ? 1 : 0) == 0 else {
      throw Failure("the C side could not write \(count) items")
    }
  }
}
