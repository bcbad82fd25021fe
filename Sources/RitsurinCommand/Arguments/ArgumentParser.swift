/// The command line, taken apart.
///
/// No message repeats an argument: what somebody took for an option may have been a secret.
struct ArgumentParser {
  /// What the command line asks for.
  enum Request {
    case run(Verb, operands: [String], values: OptionValues)
    case help(Verb?)
    case version
  }

  private var verb: Verb.Name?
  private var operands: [String] = []
  private var values = OptionValues()
  private var isHelp = false

  /// Reads arguments.
  ///
  /// - Parameter arguments: Those after the program's name.
  /// - Throws: `.usage`.
  static func parse(_ arguments: [[UInt8]]) throws(ToolFailure) -> Request {
    var parser = ArgumentParser()
    var position = 0
    var isEnded = false
    while position < arguments.count {
      let argument = arguments[position]
      position += 1
      if isEnded || !isOption(argument) {
        try parser.takeOperand(argument, position)
      } else if argument.elementsEqual("--".utf8) {
        isEnded = true
      } else {
        try parser.takeOption(argument, arguments, &position)
      }
    }
    return try parser.finish()
  }

  /// A lone `-` is an operand: standard input.
  private static func isOption(_ argument: [UInt8]) -> Bool {
    argument.count > 1 && argument[0] == UInt8(ascii: "-")
  }

  private static func text(_ bytes: some Collection<UInt8>, _ position: Int) throws(ToolFailure) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    // Repaired text no longer has the bytes it was made of.
    guard text.utf8.elementsEqual(bytes) else { throw .usage("argument \(position) is not UTF-8 text") }
    return text
  }

  private mutating func takeOperand(_ argument: [UInt8], _ position: Int) throws(ToolFailure) {
    let text = try Self.text(argument, position)
    if let verb {
      guard operands.count < verb.verb.operands.count else {
        throw .usage("argument \(position): \(verb.rawValue) takes no more arguments; a value never is one")
      }
      operands.append(text)
    } else if text.utf8.elementsEqual("help".utf8) {
      isHelp = true
    } else {
      guard let found = Verb.Name(typed: text) else {
        let hint = NearestWord.hint(for: argument, among: Verb.Name.allCases.map(\.rawValue))
        throw .usage("argument \(position) is no command\(hint)")
      }
      verb = found
    }
  }

  private mutating func takeOption(
    _ argument: [UInt8], _ arguments: [[UInt8]], _ position: inout Int
  ) throws(ToolFailure) {
    let place = position
    let equals = argument.firstIndex(of: UInt8(ascii: "="))
    let spelling = argument[..<(equals ?? argument.count)]
    let isShortHelp = argument.elementsEqual("-h".utf8)
    guard let option = isShortHelp ? .help : Option.spelled(spelling) else {
      let hint = NearestWord.hint(for: spelling, among: Option.allCases.map(\.spelling))
      throw .usage("argument \(place) is no option\(hint); a name that begins with - stands after --")
    }
    var value = ""
    if option.valueName == nil {
      guard equals == nil else { throw .usage("\(option.spelling) takes no value") }
    } else if let equals {
      value = try Self.text(argument[(equals + 1)...], place)
    } else {
      guard position < arguments.count else { throw .usage("\(option.spelling) lacks its value") }
      position += 1
      value = try Self.text(arguments[position - 1], position)
    }
    guard values[option] == nil || Option.repeatable.contains(option) else {
      throw .usage("\(option.spelling) is given twice")
    }
    values.append(value, to: option)
  }

  private func finish() throws(ToolFailure) -> Request {
    if isHelp || values[.help] != nil { return .help(verb?.verb) }
    if values[.version] != nil { return .version }
    guard let verb = verb?.verb else { throw .usage("a command is missing") }
    let refused = values.options.filter { !Option.global.contains($0) && !verb.options.contains($0) }
    if !refused.isEmpty {
      // The first in the order of the table, so that equal command lines give equal messages.
      for option in Option.allCases where refused.contains(option) {
        throw .usage("\(verb.name) takes no \(option.spelling)")
      }
    }
    let required = verb.operands.filter(\.isRequired)
    guard operands.count >= required.count else {
      throw .usage("\(verb.name) lacks \(required[operands.count].name)")
    }
    let credentials = Option.credentials.filter { values[$0] != nil }
    guard credentials.count <= 1 else {
      throw .usage("\(credentials[0].spelling) and \(credentials[1].spelling) exclude each other")
    }
    return .run(verb, operands: operands, values: values)
  }
}
