#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The process's environment, without Foundation.
///
/// To be used while the process has one thread: C's environment has no lock.
package enum EnvironmentVariable {
  /// The value of a variable (`getenv`).
  ///
  /// - Returns: nil where it is not set; an empty text where its bytes are not UTF-8, so that nothing is ever
  ///   looked for at a repaired path.
  package static func value(of name: String) -> String? {
    guard let bytes = rawValue(of: name) else { return nil }
    return validated(bytes) ?? ""
  }

  /// The bytes of a variable; nil where it is not set.
  package static func rawValue(of name: String) -> [UInt8]? {
    guard let pointer = unsafe getenv(name) else { return nil }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
  }

  /// Removes a variable (`unsetenv`), so that no child process inherits it.
  package static func remove(_ name: String) {
    _ = unsafe unsetenv(name)
  }
}
