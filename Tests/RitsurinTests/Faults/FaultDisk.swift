import Foundation
import RitsurinSystem

/// A disk that counts a store's calls, and fails one of them or all from one on.
final class FaultDisk: SystemCallObserver {
  /// Which calls fail, and with what.
  struct Fault: Sendable {
    let index: Int
    let errno: Int32
    /// Whether every later call for which the error is plausible fails too.
    var isLasting = false
  }

  private struct State: Sendable {
    var isWatching = false
    var fault: Fault?
    var events: [SystemCallEvent] = []
    var signatures: [String] = []
    var open: Set<Int32> = []
    /// The names that descriptors were opened by.
    var origins: [Int32: String] = [:]
  }

  private let state = Locked(State())

  /// Counts the calls of `body`, and makes the fault happen among them.
  func watch<R>(_ fault: Fault? = nil, _ body: () -> R) -> R {
    state.withLock { $0 = State(isWatching: true, fault: fault ?? $0.fault, origins: $0.origins) }
    defer {
      state.withLock {
        $0.isWatching = false
        $0.fault = nil
      }
    }
    return body()
  }

  /// Makes the fault happen in the next `watch`.
  func prepare(_ fault: Fault) { state.withLock { $0.fault = fault } }

  /// The calls of the last `watch`.
  var events: [SystemCallEvent] { state.withLock { $0.events } }

  /// What each of these calls is about, all items of one kind of place being alike.
  var signatures: [String] { state.withLock { $0.signatures } }

  /// Descriptors that were opened in the last `watch` and never closed.
  var openDescriptors: Set<Int32> { state.withLock { $0.open } }

  func willCall(_ event: SystemCallEvent) throws(SystemError) {
    let code: Int32? = state.withLock { state in
      guard state.isWatching else { return nil }
      let index = state.events.count
      state.events.append(event)
      let origin = state.origins[event.descriptor ?? event.directory ?? -1] ?? ""
      state.signatures.append("\(event.call) \(origin) \(Self.kind(event.path ?? "")) \(event.flags)")
      guard let fault = state.fault, fault.index == index || fault.isLasting && fault.index < index,
        event.plausibleErrors.contains(fault.errno)
      else { return nil }
      // A failed close gives the descriptor up all the same.
      if event.call == .close, let descriptor = event.descriptor { state.open.remove(descriptor) }
      return fault.errno
    }
    if let code { throw SystemError(call: event.call, errno: code, path: event.path ?? "") }
  }

  /// A path with its hashes and random numbers cut short.
  private static func kind(_ path: String) -> String {
    path.split(separator: "/").map { $0.utf8.count > 20 ? "*" + $0.suffix(7) : String($0) }
      .map { $0.hasPrefix("*-") || $0.utf8.count == 8 ? "*" : $0 }.joined(separator: "/")
  }

  func didCall(_ event: SystemCallEvent, result: Int) {
    state.withLock { state in
      // The number is free again after a close, whenever the descriptor was opened.
      switch event.call {
      case .close, .closedir: state.open.remove(event.descriptor ?? -1)
      case .open, .openat, .openat2:
        guard result >= 0 else { break }
        let descriptor = Int32(truncatingIfNeeded: result)
        state.origins[descriptor] = Self.kind(event.path ?? "")
        if state.isWatching { state.open.insert(descriptor) }
      default: break
      }
    }
  }
}

extension SystemCallEvent {
  /// The error numbers that this call can give while nobody but the system is to blame.
  ///
  /// `closedir` is not among the calls: it only fails for a descriptor that is not open.
  var plausibleErrors: [Int32] {
    let path = [EIO, EACCES, EPERM, ENOMEM, ELOOP, ENOTDIR, ESTALE, EINTR]
    let change = [ENOSPC, EDQUOT, EROFS]
    switch call {
    case .open, .openat, .openat2:
      return path + [EMFILE, ENFILE] + (flags & (O_WRONLY | O_RDWR | O_CREAT) == 0 ? [] : change)
    case .close: return [EIO, ENOSPC, EDQUOT, EINTR]
    case .read, .pread: return [EIO, ENOMEM, ESTALE, EINTR]
    case .write, .pwrite, .fsync, .syncfs: return [EIO, ENOMEM, EPERM, ESTALE, EINTR] + change
    case .renameat, .renameat2, .linkat, .mkdirat: return path + change
    case .unlinkat: return path + [EROFS]
    case .fstat: return [EIO, ENOMEM, ESTALE]
    case .fstatat, .stat, .readlinkat, .realpath: return path
    case .fstatfs: return [EIO, ENOMEM, ESTALE, EINTR]
    case .fdopendir: return [ENOMEM, EMFILE]
    case .readdir: return [EIO, ESTALE]
    case .flock: return [ENOLCK, EIO, ESTALE, EINTR]
    case .fchmod, .fchmodat: return [EIO, EPERM, EROFS, ESTALE]
    // What no store calls.
    case .closedir, .tcgetattr, .tcsetattr, .poll, .pipe, .posixSpawn, .waitpid: return []
    }
  }
}
