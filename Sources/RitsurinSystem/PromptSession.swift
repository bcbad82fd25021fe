import CRitsurinSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One question on a terminal, from switching the echo off to switching it on again.
struct PromptSession {
  private enum Answer {
    case line([UInt8])
    case signal(Int32)
  }

  let prompt: String
  let settings: TerminalSettings
  let fileSystem: FileSystem

  /// Asks, and asks again after the process was stopped and goes on.
  func run() throws(PromptError) -> [UInt8] {
    while true {
      switch try ask() {
      case .line(let line): return line
      case .signal(let signal):
        ritsurin_signal_raise(signal)
        guard signal == SIGTSTP else { throw .cancelled }
      }
    }
  }

  /// Asks once.
  ///
  /// When it returns or throws, terminal and signals are as they were before.
  private func ask() throws(PromptError) -> Answer {
    let signals = try system { () throws(SystemError) in
      try fileSystem.perform(SystemCallEvent(.pipe), at: settings.terminal.path) {
        outcome(ritsurin_signals_catch())
      }
    }
    defer { ritsurin_signals_release() }
    do throws(PromptError) {
      try system { () throws(SystemError) in try settings.silence(discarding: true) }
      try show(prompt)
      let answer = try collect(signals: Int32(signals))
      try giveBack()
      return answer
    } catch {
      try? giveBack()
      throw error
    }
  }

  private func giveBack() throws(PromptError) {
    try system { () throws(SystemError) in try settings.restore() }
    try show("\n")
  }

  private func collect(signals: Int32) throws(PromptError) -> Answer {
    let line = SecretLine(keys: settings.keys)
    while true {
      let readable = try system { () throws(SystemError) in
        try fileSystem.perform(SystemCallEvent(.poll), at: settings.terminal.path) {
          settings.terminal.withRawValue { outcome(ritsurin_wait_readable(signals, $0)) }
        }
      }
      if readable & 1 != 0, let signal = Self.nextSignal(signals) {
        guard signal == SIGCONT else { return .signal(signal) }
        try system { () throws(SystemError) in try settings.silence(discarding: false) }
      } else if readable & 2 != 0 {
        switch try readByte().map({ line.feed($0) }) ?? .cancelled {
        case .more: continue
        case .complete: return .line(line.take())
        case .cancelled: throw .cancelled
        case .tooLong: throw .tooLong(limit: SecretLine.limit)
        }
      }
    }
  }

  /// Reads one byte, so that what follows the line stays in the terminal for whoever reads next.
  ///
  /// - Returns: nil where the terminal is gone.
  private func readByte() throws(PromptError) -> UInt8? {
    var byte: UInt8 = 0
    let count = try system { () throws(SystemError) in
      try fileSystem.perform(
        SystemCallEvent(.read, descriptor: settings.terminal.rawValue), at: settings.terminal.path
      ) {
        settings.terminal.withRawValue { unsafe outcome(read($0, &byte, 1)) }
      }
    }
    return count == 1 ? byte : nil
  }

  private func show(_ text: String) throws(PromptError) {
    try system { () throws(SystemError) in
      unsafe try fileSystem.write(Array(text.utf8).span.bytes, to: settings.terminal)
    }
  }

  private func system<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(PromptError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .system(error)
    }
  }

  private static func nextSignal(_ signals: Int32) -> Int32? {
    var byte: UInt8 = 0
    return unsafe read(signals, &byte, 1) == 1 ? Int32(byte) : nil
  }
}
