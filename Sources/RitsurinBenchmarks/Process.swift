import RitsurinSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What only the C library can say or do.
enum Process {
  /// A clock that nobody can set.
  static var nanoseconds: Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  /// Runs a program to its end, its output thrown away unless `output` names a file.
  ///
  /// - Returns: Its exit status.
  static func run(_ arguments: [String], output: String = "/dev/null", quiet: Bool = true) throws(Failure)
    -> Int32
  {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    if quiet { unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
    var pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let code = unsafe posix_spawnp(&child, arguments[0], &actions, nil, &pointers, environ)
    guard code == 0 else { throw Failure("\(arguments[0]) could not be started (\(code))") }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw Failure("\(arguments[0]) could not be waited for") }
    }
    return (status & 0x7f) == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }

  /// A program that must succeed.
  static func require(_ arguments: [String], output: String = "/dev/null", quiet: Bool = true) throws(Failure)
  {
    let status = try run(arguments, output: output, quiet: quiet)
    guard status == 0 else { throw Failure("\(arguments.joined(separator: " ")): exit status \(status)") }
  }

  /// The number of a field of `/proc/self/status`, in bytes.
  static func memory(_ field: String) -> Int {
    guard let bytes = try? FileSystem().readFile(path: "/proc/self/status", limit: 1 << 16) else { return 0 }
    for line in bytes.split(separator: 0x0A) where line.starts(with: (field + ":").utf8) {
      let digits = line.filter { (0x30...0x39).contains($0) }
      return (Int(String(decoding: digits, as: UTF8.self)) ?? 0) * 1024
    }
    return 0
  }

  /// Waits until the disk has written what was made before, which would take a part of a core from what is measured.
  static func settle() { sync() }

  /// Makes the peak of the resident set start again from what is resident now.
  static func resetPeak() {
    let file = unsafe open("/proc/self/clear_refs", O_WRONLY)
    guard file >= 0 else { return }
    _ = unsafe write(file, "5", 1)
    close(file)
  }

  /// The path of this program.
  static var path: String { "/proc/self/exe" }
}

/// Ends the process.
func exitProcess(_ status: Int32) -> Never { exit(status) }

/// The stream for people.
enum StandardError {
  static func print(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = unsafe write(2, bytes, bytes.count)
  }
}
