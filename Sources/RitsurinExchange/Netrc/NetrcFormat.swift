import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `.netrc`: machines with login and password.
enum NetrcFormat: ForeignFormat {
  static let format = RKeychainExchangeFormat.netrc

  private struct Machine {
    /// nil for `default`.
    let name: [UInt8]?
    let line: Int
    var login: [UInt8]?
    var password: [UInt8]?
    var account: [UInt8]?
    var hasPort = false
  }

  private static let keywords: [StaticString] = [
    "machine", "default", "login", "user", "password", "account", "macdef", "port", "protocol",
  ]

  static func recognizes(_ input: ImportInput) -> Bool {
    guard let text = input.text, input.json == nil else { return false }
    var tokens = NetrcTokenizer(text)
    guard let first = try? tokens.next() else { return false }
    if first.bytes.isText("machine") {
      guard (try? tokens.next()) != nil else { return false }
    } else {
      guard first.bytes.isText("default") else { return false }
    }
    guard let next = try? tokens.next() else { return false }
    return keywords.contains { next.bytes.isText($0) }
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    var reading = Reading(text: try input.requireText(), options: options)
    reading.run()
    return try reading.builder.finish()
  }

  private struct Reading {
    var tokens: NetrcTokenizer
    let options: RKeychainImportOptions
    var builder = ImportBuilder(format)
    var machine: Machine?

    init(text: [UInt8], options: RKeychainImportOptions) {
      tokens = NetrcTokenizer(text)
      self.options = options
    }

    /// The next token; faults are reported and passed over.
    mutating func next() -> NetrcTokenizer.Token? {
      while true {
        do throws(NetrcTokenizer.Fault) {
          return try tokens.next()
        } catch {
          builder.report(line: error.line, error.message)
        }
      }
    }

    mutating func run() {
      while let token = next() {
        if token.isQuoted {
          builder.report(line: token.line, "a quoted text stands where a keyword must")
        } else if token.bytes.isText("machine") {
          finishMachine()
          guard let name = next() else {
            return builder.report(line: token.line, "machine lacks its name")
          }
          note(name, "machine")
          machine = Machine(name: name.bytes, line: token.line)
        } else if token.bytes.isText("default") {
          finishMachine()
          machine = Machine(name: nil, line: token.line)
        } else if token.bytes.isText("macdef") {
          builder.remark(line: token.line, "a macro is left out")
          tokens.skipMacro()
        } else {
          takeField(token)
        }
      }
      finishMachine()
    }

    private mutating func note(_ token: NetrcTokenizer.Token, _ what: String) {
      if let remark = token.remark { builder.remark(line: token.line, "\(what): \(remark)") }
    }

    private mutating func takeField(_ keyword: NetrcTokenizer.Token) {
      let known: [(StaticString, WritableKeyPath<Machine, [UInt8]?>?)] = [
        ("login", \.login), ("user", \.login), ("password", \.password), ("account", \.account),
        ("port", nil), ("protocol", nil),
      ]
      guard let (name, path) = known.first(where: { keyword.bytes.isText($0.0) }) else {
        return builder.report(line: keyword.line, "a word is no keyword of netrc")
      }
      guard let value = next() else { return builder.report(line: keyword.line, "\(name) lacks its value") }
      note(value, "\(name)")
      guard machine != nil else {
        return builder.report(line: keyword.line, "\(name) stands before the first machine")
      }
      if let path { machine?[keyPath: path] = value.bytes } else { machine?.hasPort = true }
    }

    private mutating func finishMachine() {
      guard let ended = machine else { return }
      machine = nil
      if ended.name == nil, !options.include.contains(.netrcDefault) {
        return builder.skip(line: ended.line, "the default entry is left out (--include default takes it)")
      }
      guard let password = ended.password else {
        return builder.skip(line: ended.line, "there is no password")
      }
      guard let service = builder.name(ended.name ?? Array("default".utf8), of: "machine", line: ended.line),
        let account = builder.name(ended.login ?? [], of: "login", line: ended.line)
      else { return }
      if ended.hasPort { builder.remark(line: ended.line, "port or protocol is not taken over") }
      builder.add(
        RKeychainNewItem(service: service, key: account, value: Data(password)), line: ended.line)
      guard let extra = ended.account else { return }
      if options.extraItems {
        builder.add(
          RKeychainNewItem(service: service, key: account + "#account", value: Data(extra)), line: ended.line)
      } else {
        builder.remark(line: ended.line, "the account password is left out (--extra items takes it)")
      }
    }
  }
}
