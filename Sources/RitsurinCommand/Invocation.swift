import Ritsurin
import RitsurinSystem

/// One command with its arguments, under way.
struct Invocation: Sendable {
  let verb: Verb
  let operands: [String]
  let environment: CommandEnvironment
  private let values: OptionValues

  init(_ verb: Verb, operands: [String], values: OptionValues, environment: CommandEnvironment) {
    self.verb = verb
    self.operands = operands
    self.values = values
    self.environment = environment
  }

  // MARK: Arguments

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { values[option] != nil }

  /// The value of an option; nil where it was not given.
  func value(_ option: Option) -> String? { values[option]?.last }

  /// Every value of an option that may be given more than once, in their order.
  func values(_ option: Option) -> [String] { values[option] ?? [] }

  /// The value of an option that must not be empty.
  func path(_ option: Option) throws(ToolFailure) -> String? {
    guard let path = values[option]?.last else { return nil }
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .usage("\(option.spelling) is empty") }
    return path
  }

  // MARK: Output

  /// Writes to standard output.
  func print(_ bytes: [UInt8]) throws(ToolFailure) {
    do throws(SystemError) {
      try environment.streams.write(bytes, to: .output)
    } catch {
      throw ToolFailure(error)
    }
  }

  /// A name as standard output gets it: escaped on a terminal, else as it is.
  func shown(_ name: String) -> String {
    environment.streams.isTerminal(.output) ? DisplayText.escaped(name) : name
  }

  /// Says something beside the result, on standard error; escaped, since names may be in it.
  func note(_ message: String) {
    Tool.say(message, environment.streams)
  }

  // MARK: Calls

  /// Makes a call of the library.
  func call<R>(_ body: () throws(RKeychainError) -> R) throws(ToolFailure) -> R {
    do throws(RKeychainError) { return try body() } catch { throw ToolFailure(error) }
  }

  /// Makes a call of the file system.
  func system<R>(_ body: () throws(SystemError) -> R) throws(ToolFailure) -> R {
    do throws(SystemError) { return try body() } catch { throw ToolFailure(error) }
  }

  /// Reports items that could not be opened.
  ///
  /// - Throws: after all were reported, so that what could be opened has been served before.
  func report(_ problems: [RKeychainProblem]) throws(ToolFailure) {
    for problem in problems {
      let path = problem.error.path == nil ? problem.path.map { ": \($0)" } ?? "" : ""
      note("left out: " + ToolFailure.text(of: problem.error) + path)
    }
    // A misplaced copy takes nothing away: the item itself is served, or reported, at its own place.
    let missing = problems.filter { $0.error.kind != .misplaced }
    guard let first = missing.first else { return }
    let count = missing.count == 1 ? "1 item was" : "\(missing.count) items were"
    throw ToolFailure(ExitStatus(first.error.kind), "\(count) left out")
  }
}
