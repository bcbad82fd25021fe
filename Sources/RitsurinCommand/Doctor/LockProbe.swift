import RitsurinSystem

/// Tries whether the locks of a directory's file system keep anybody out: some mounts grant every lock.
struct LockProbe {
  private let invocation: Invocation
  private let path: String
  private var files: FileSystem { invocation.environment.files }

  init(_ invocation: Invocation, path: String) {
    self.invocation = invocation
    self.path = path
  }

  /// Takes the lock and lets a second descriptor and a second process try.
  func run() -> [DoctorFinding] {
    do throws(SystemError) {
      let held = try files.openDirectory(path)
      guard try files.lock(held, .exclusive, wait: .upTo(milliseconds: 1_000)) else {
        return [DoctorFinding(.note, "lockHeld", "somebody holds the vault's lock, so it was not tried")]
      }
      defer { try? files.unlock(held) }
      guard try !isGranted() else { return [Self.useless("a second descriptor")] }
      return secondProcess()
    } catch {
      if error.isLockingUnsupported {
        return [
          DoctorFinding(
            .problem, "lockingUnsupported", "the file system takes no locks: nothing can be written")
        ]
      }
      return [DoctorFinding(.problem, "lockUnknown", error.reason)]
    }
  }

  /// Whether a lock is granted to a descriptor of its own at once.
  func isGranted() throws(SystemError) -> Bool {
    let directory = try files.openDirectory(path)
    return try files.lock(directory, .exclusive, wait: .no)
  }

  private func secondProcess() -> [DoctorFinding] {
    guard let program = invocation.environment.program() else { return [] }
    let child = ChildProgram(
      program, arguments: ["--vault", path, "doctor", "probe"], environment: [:], outputLimit: 1 << 16)
    do throws(SystemError) {
      switch try invocation.environment.run(child).status {
      case ExitStatus.conflict.rawValue: return []
      case ExitStatus.done.rawValue: return [Self.useless("a second process")]
      default: return [DoctorFinding(.note, "lockUnknown", "a second process could not try the lock")]
      }
    } catch {
      return [DoctorFinding(.note, "lockUnknown", "a second process could not try the lock: \(error.reason)")]
    }
  }

  private static func useless(_ who: String) -> DoctorFinding {
    DoctorFinding(
      .problem, "lockIneffective",
      "\(who) is granted a lock that is held: the file system's locks do nothing. Single items stay whole; keep writers "
        + "from running at the same time")
  }
}
