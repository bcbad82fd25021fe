#if canImport(Darwin)
  import Darwin
#endif

/// Where the program of this process lies.
package enum ExecutablePath {
  /// Its absolute path, links resolved (`/proc/self/exe`, `_NSGetExecutablePath`); nil where the system does not tell.
  package static func current(_ files: FileSystem = FileSystem()) -> String? {
    #if canImport(Darwin)
      var count: UInt32 = 4096
      var buffer = [CChar](repeating: 0, count: Int(count))
      guard unsafe _NSGetExecutablePath(&buffer, &count) == 0 else { return nil }
      let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return validated(bytes).flatMap { try? files.realPath($0) }
    #else
      return try? files.realPath("/proc/self/exe")
    #endif
  }
}
