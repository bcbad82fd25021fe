#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Another program that is run to its end (`posix_spawn`), and what it wrote.
///
/// No shell is involved. The child has the environment that it is given and no other, and of this process's
/// descriptors the standard streams alone.
package struct ChildProgram: Sendable {
  /// What the child reads.
  package enum Input: Sendable {
    /// Nothing.
    case nothing
    /// What this process reads: a terminal that the child may ask on.
    case inherited
  }

  /// How the child ended, and what it wrote.
  package struct Outcome: Sendable {
    /// The exit status; 128 and the signal's number where a signal ended it.
    package let status: Int32
    /// Standard output, unchanged.
    package let output: [UInt8]
    /// The beginning of standard error, up to 64 KiB.
    package let error: [UInt8]

    /// An outcome.
    package init(status: Int32, output: [UInt8], error: [UInt8]) {
      self.status = status
      self.output = output
      self.error = error
    }
  }

  /// How much of standard error is kept, in bytes.
  private static let errorLimit = 65_536

  /// The program's path.
  package var path: String
  /// Its arguments, its own name not included; no secret belongs here.
  package var arguments: [String]
  /// Its whole environment.
  package var environment: [String: String]
  /// What it reads.
  package var input: Input
  /// How much it may write, in bytes.
  package var outputLimit: Int

  /// A program to be run.
  package init(
    _ path: String, arguments: [String], environment: [String: String], input: Input = .nothing,
    outputLimit: Int
  ) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
    self.input = input
    self.outputLimit = outputLimit
  }

  /// The path of a program that is looked for in the directories of a `PATH`.
  ///
  /// - Parameters:
  ///   - name: The program's name.
  ///   - searchPath: Directories between colons; relative ones are passed over.
  /// - Returns: nil where none of them has an executable file of the name.
  package static func find(_ name: String, in searchPath: String, _ files: FileSystem = FileSystem())
    -> String?
  {
    for directory in searchPath.utf8.split(separator: UInt8(ascii: ":"))
    where directory.first == UInt8(ascii: "/") {
      let path = joinedPath(String(decoding: Array(directory), as: UTF8.self), name)
      guard let status = try? files.status(path: path), status.kind == .regular else { continue }
      if status.mode & 0o111 != 0 { return path }
    }
    return nil
  }

  /// Runs the program and waits for its end.
  ///
  /// - Throws: the error of the call; `EFBIG` where it writes more than it may, and then it was ended.
  package func run() throws(SystemError) -> Outcome {
    let output = try Self.pipe(path)
    defer { close(output.read) }
    let error: (read: Int32, write: Int32)
    do throws(SystemError) {
      error = try Self.pipe(path)
    } catch let failure {
      close(output.write)
      throw failure
    }
    defer { close(error.read) }
    let child = spawn(output: output.write, error: error.write)
    close(output.write)
    close(error.write)
    guard child > 0 else {
      throw SystemError(call: .posixSpawn, errno: Int32(truncatingIfNeeded: -child), path: path)
    }
    var written: [UInt8] = []
    var said: [UInt8] = []
    let failure = collect(output.read, error.read, &written, &said)
    if failure != 0 { kill(pid_t(child), SIGKILL) }
    let status = try wait(pid_t(child))
    guard failure == 0 else { throw SystemError(call: .read, errno: failure, path: path) }
    return Outcome(status: status, output: written, error: said)
  }

  private static func pipe(_ path: String) throws(SystemError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let result = unsafe Darwin.pipe(&ends)
    #elseif canImport(Glibc)
      let result = unsafe Glibc.pipe(&ends)
    #else
      let result = unsafe Musl.pipe(&ends)
    #endif
    for end in ends where result == 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    guard result == 0 else { throw SystemError(call: .pipe, errno: errno, path: path) }
    return (ends[0], ends[1])
  }

  /// Starts the child; gives its process id, or the negative error number.
  private func spawn(output: Int32, error: Int32) -> Int {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    if case .nothing = input {
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO)
    // Descriptors that the caller of this process handed over, such as a passphrase's, are not close-on-exec.
    for descriptor in Self.openDescriptors() where descriptor > STDERR_FILENO {
      unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    // A child that inherits ignored or blocked signals could not be interrupted.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    #if canImport(Darwin)
      flags |= Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #endif
    unsafe posix_spawnattr_setflags(&attributes, flags)
    let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
    let texts = [[path] + arguments, variables]
    guard !texts.joined().contains(where: { $0.utf8.contains(0) }) else { return -Int(EINVAL) }
    var words = unsafe texts[0].map { unsafe strdup($0) } + [nil]
    var settings = unsafe texts[1].map { unsafe strdup($0) } + [nil]
    defer { unsafe (words + settings).forEach { unsafe free($0) } }
    var child: pid_t = 0
    let result = unsafe withCPath(path) { program in
      unsafe Int(posix_spawn(&child, program, &actions, &attributes, &words, &settings))
    }
    return result == 0 ? Int(child) : -abs(result)
  }

  /// The numbers of this process's descriptors, where the system tells; closing one that is gone by then does
  /// no harm.
  private static func openDescriptors() -> [Int32] {
    #if os(Linux)
      let files = FileSystem()
      guard let directory = try? files.openDirectory("/proc/self/fd"),
        let entries = try? files.list(directory)
      else { return [] }
      return entries.compactMap { Int32(String(decoding: $0.name, as: UTF8.self)) }
    #else
      // Darwin closes them all by POSIX_SPAWN_CLOEXEC_DEFAULT.
      return []
    #endif
  }

  /// Reads both streams to their ends; gives an error number, or 0.
  private func collect(
    _ output: Int32, _ error: Int32, _ written: inout [UInt8], _ said: inout [UInt8]
  ) -> Int32 {
    var streams = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: error, events: Int16(POLLIN), revents: 0),
    ]
    var part = [UInt8](repeating: 0, count: 65_536)
    defer { unsafe part.withUnsafeMutableBytes { unsafe wipe($0) } }
    while streams.contains(where: { $0.fd >= 0 }) {
      guard unsafe poll(&streams, nfds_t(streams.count), -1) >= 0 else {
        if errno == EINTR { continue }
        return errno
      }
      for position in streams.indices where streams[position].fd >= 0 && streams[position].revents != 0 {
        let count = unsafe read(streams[position].fd, &part, part.count)
        if count < 0 {
          if errno == EINTR || errno == EAGAIN { continue }
          return errno
        }
        if count == 0 {
          streams[position].fd = -1
        } else if position == 0 {
          guard written.count + count <= outputLimit else { return EFBIG }
          written.append(contentsOf: part[..<count])
        } else {
          said.append(contentsOf: part[..<min(count, Self.errorLimit - said.count)])
        }
      }
    }
    return 0
  }

  private func wait(_ child: pid_t) throws(SystemError) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemError(call: .waitpid, errno: errno, path: path) }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
