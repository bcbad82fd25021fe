import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes items of logins, by the same rules for every browser and password manager.
struct LoginCollector {
  /// Longer notes do not fit into an item's attributes, which have 65,535 bytes together.
  private static let commentLimit = 60_000

  let options: RKeychainImportOptions
  private var builder: ImportBuilder
  private var folderCount = 0
  private var extraCount = 0
  private var addressCount = 0

  init(_ format: RKeychainExchangeFormat, options: RKeychainImportOptions) {
    self.options = options
    builder = ImportBuilder(format)
  }

  // MARK: Reports

  /// Notes a problem: nothing of the file will be imported.
  mutating func report(line: Int?, _ message: String) { builder.report(line: line, message) }

  /// Notes a row that is left out.
  mutating func skip(line: Int?, _ reason: String) { builder.skip(line: line, reason) }

  /// Notes what was not taken over exactly.
  mutating func remark(line: Int?, _ message: String) { builder.remark(line: line, message) }

  /// The time that a text stands for; one that is none is left out, with a word.
  ///
  /// - Parameters:
  ///   - text: The text; nil where there is none.
  ///   - what: What the time is of.
  ///   - line: Where it stands.
  ///   - reading: Reads the text.
  mutating func time(
    _ text: [UInt8]?, _ what: String, _ line: Int, _ reading: ([UInt8]) -> Int64?
  ) -> Int64? {
    guard let text else { return nil }
    if let time = reading(text) { return time }
    builder.remark(line: line, "the \(what) is not a time and is left out")
    return nil
  }

  // MARK: Items

  /// Adds an item that is no login.
  mutating func add(_ item: RKeychainNewItem, created: Int64?, modified: Int64?, line: Int) {
    builder.add(item, created: created, modified: modified, line: line)
  }

  /// Adds a login: its password, and where that is asked for its further secrets.
  ///
  /// - Parameter login: The login, whose texts are valid UTF-8.
  mutating func add(_ login: Login) {
    let account = Self.text(login.username) ?? ""
    var extras = login.fields
    if let codes = login.codes { extras.insert((Array("totp".utf8), codes), at: 0) }
    if let password = login.password, !password.isEmpty || !account.isEmpty {
      add(login, account: account, value: password, comment: comment(of: login))
      addressCount += max(0, login.urls.count - 1)
    } else if extras.isEmpty || !options.extraItems {
      builder.skip(line: login.line, "a login without a password")
    }
    addExtras(extras, of: login, account: account)
  }

  /// Adds a secret that has a title only: a note, a key.
  ///
  /// - Parameters:
  ///   - secret: Title, folder, dates and further fields.
  ///   - value: The secret; nil where there is none.
  ///   - reason: What the row is, where there is none.
  mutating func add(_ secret: Login, value: [UInt8]?, else reason: String) {
    if let value, !value.isEmpty {
      add(secret, account: "", value: value, comment: nil)
    } else {
      builder.skip(line: secret.line, reason)
    }
    addExtras(secret.fields, of: secret, account: "")
  }

  private mutating func add(_ login: Login, account: String, value: [UInt8], comment: String?) {
    if login.folder != nil, !options.groupFromFolder { folderCount += 1 }
    let item = RKeychainNewItem(
      service: service(of: login), key: account,
      accessGroup: options.groupFromFolder ? Self.text(login.folder) : nil, label: Self.text(login.title),
      comment: comment, value: Data(value))
    builder.add(item, created: login.created, modified: login.modified, line: login.line)
  }

  private mutating func addExtras(
    _ extras: [(name: [UInt8], value: [UInt8])], of login: Login, account: String
  ) {
    guard options.extraItems else {
      extraCount += extras.count
      return
    }
    for (name, value) in extras {
      add(login, account: account + "#" + String(decoding: name, as: UTF8.self), value: value, comment: nil)
    }
  }

  private mutating func comment(of login: Login) -> String? {
    guard let notes = login.notes else { return nil }
    guard notes.count <= Self.commentLimit else {
      builder.remark(line: login.line, "the notes are too long for a comment and are left out")
      return nil
    }
    return Self.text(notes)
  }

  private func service(of login: Login) -> String {
    let host = login.urls.first.flatMap(WebAddress.host)
    let service: [UInt8]? =
      switch options.serviceFrom {
      case .url: login.urls.first ?? login.title
      case .title: login.title ?? host
      case .path: Self.path(of: login) ?? host
      case .host, nil: host ?? login.title ?? login.urls.first
      }
    return Self.text(service) ?? ""
  }

  private static func path(of login: Login) -> [UInt8]? {
    guard let title = login.title else { return login.folder }
    guard let folder = login.folder else { return title }
    return folder + [UInt8(ascii: "/")] + title
  }

  private static func text(_ bytes: [UInt8]?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: The end

  /// What was collected.
  ///
  /// - Throws: the problems, where there are any.
  mutating func finish() throws(RKeychainImportError) -> RKeychainImport {
    if folderCount > 0 {
      builder.remark(
        line: nil, "left out: the folders of \(folderCount) items; --group-from folder makes groups of them")
    }
    if extraCount > 0 {
      builder.remark(
        line: nil,
        "left out: \(extraCount) further secrets (one-time codes, fields); --extra items makes items of them")
    }
    if addressCount > 0 { builder.remark(line: nil, "left out: \(addressCount) addresses beside the first") }
    return try builder.finish()
  }
}
