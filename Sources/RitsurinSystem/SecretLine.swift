#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The keys that edit a line, as the terminal has them set (`termios`); 0 where a key is switched off.
struct EditingKeys: Sendable {
  var erase: UInt8 = 0x7F
  var kill: UInt8 = 0x15
  var endOfFile: UInt8 = 0x04
}

/// A line that is typed without being shown.
///
/// The terminal does not collect it: that would cut a line at 4,096 bytes on Linux, and at 1,024 on macOS.
/// Its
/// memory is set aside at once, so that growing leaves no copies behind, and wiped where the line is given
/// up.
final class SecretLine {
  /// The greatest length in bytes.
  static let limit = 65_536

  enum Step: Equatable {
    case more
    case complete
    case cancelled
    case tooLong
  }

  private let keys: EditingKeys
  private var bytes: [UInt8] = []

  init(keys: EditingKeys = EditingKeys()) {
    self.keys = keys
    bytes.reserveCapacity(Self.limit)
  }

  deinit { erase() }

  /// Takes one byte from the terminal.
  func feed(_ byte: UInt8) -> Step {
    switch byte {
    case 0x0A, 0x0D:
      return .complete
    case 0:
      return append(byte)
    case keys.endOfFile:
      return bytes.isEmpty ? .cancelled : .complete
    case keys.erase, 0x08, 0x7F:
      eraseCharacter()
      return .more
    case keys.kill:
      erase()
      return .more
    default:
      return append(byte)
    }
  }

  /// Gives the line away; empty afterwards.
  func take() -> [UInt8] {
    var line: [UInt8] = []
    swap(&line, &bytes)
    return line
  }

  /// Empties and wipes the line.
  func erase() {
    unsafe bytes.withUnsafeMutableBytes { unsafe wipe($0) }
    bytes.removeAll(keepingCapacity: true)
  }

  private func append(_ byte: UInt8) -> Step {
    guard bytes.count < Self.limit else { return .tooLong }
    bytes.append(byte)
    return .more
  }

  /// Removes the last code point: its continuation bytes and the byte that leads them.
  private func eraseCharacter() {
    var isContinuation = true
    while isContinuation, let last = bytes.last {
      isContinuation = last & 0xC0 == 0x80
      bytes[bytes.count - 1] = 0
      bytes.removeLast()
    }
  }
}
