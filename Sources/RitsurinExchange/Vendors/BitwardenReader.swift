import Ritsurin

/// The unencrypted JSON of Bitwarden, for persons and for organisations.
enum BitwardenReader: ForeignFormat {
  static let format = RKeychainExchangeFormat.bitwarden

  static func recognizes(_ input: ImportInput) -> Bool {
    guard case .object(let root)? = input.json, root["encrypted"] != nil else { return false }
    return root["items"] != nil || root["passwordProtected"] != nil || root["data"] != nil
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    guard case .object(let root) = try input.requireJSON() else { throw notBitwarden }
    if case .bool(true)? = root["encrypted"] { throw encrypted }
    if case .bool(true)? = root["passwordProtected"] { throw encrypted }
    guard case .array(let items)? = root["items"] else { throw notBitwarden }
    let folders = names(root["folders"]).merging(names(root["collections"])) { first, _ in first }
    var reader = BitwardenItems(logins: LoginCollector(format, options: options), folders: folders)
    for (position, item) in items.enumerated() {
      guard case .object(let item) = item else {
        reader.logins.report(line: position + 1, "an item must be an object, not \(item.kindName)")
        continue
      }
      reader.add(item)
    }
    return try reader.finish()
  }

  private static let encrypted = RKeychainImportError(
    .unsupportedFormat, message: "the export is encrypted: export as unencrypted JSON")
  private static let notBitwarden = RKeychainImportError(
    .unknownFormat, message: "this is no export of Bitwarden: it has no items")

  private static func names(_ folders: JSONValue?) -> [[UInt8]: [UInt8]] {
    guard case .array(let folders)? = folders else { return [:] }
    var names: [[UInt8]: [UInt8]] = [:]
    for case .object(let folder) in folders {
      if case .string(let id)? = folder["id"], case .string(let name)? = folder["name"] { names[id] = name }
    }
    return names
  }
}

/// The items of an export of Bitwarden.
struct BitwardenItems {
  var logins: LoginCollector
  /// The names of folders and collections.
  let folders: [[UInt8]: [UInt8]]
  private var historyCount = 0
  private var passkeyCount = 0

  init(logins: LoginCollector, folders: [[UInt8]: [UInt8]]) {
    self.logins = logins
    self.folders = folders
  }

  /// Takes one item.
  mutating func add(_ item: JSONObject) {
    if Self.isSet(item["deletedDate"]) { return logins.skip(line: item.line, "a deleted item") }
    if Self.isSet(item["archivedDate"]), !logins.options.include.contains(.archived) {
      return logins.skip(line: item.line, "an archived item; --include archived imports it")
    }
    var login = Login(line: item.line)
    login.title = Self.text(item["name"])
    login.folder = folder(of: item)
    login.fields = fields(of: item)
    login.created = time(item["creationDate"], "time of creation", item.line)
    login.modified = time(item["revisionDate"], "time of change", item.line)
    if case .array(let history)? = item["passwordHistory"] { historyCount += history.count }
    guard case .integer(let type)? = item["type"] else {
      return logins.report(line: item.line, "an item has no type")
    }
    switch type {
    case 1: addLogin(item, login)
    case 2: logins.add(login, value: Self.text(item["notes"]), else: "a note without text")
    case 3: logins.skip(line: item.line, "a card, which has no password")
    case 4: logins.skip(line: item.line, "an identity, which has no password")
    case 5:
      var key: [UInt8]?
      if case .object(let details)? = item["sshKey"] { key = Self.text(details["privateKey"]) }
      logins.add(login, value: key, else: "an SSH key without a private key")
    default: logins.skip(line: item.line, "an item of a type that is not known here")
    }
  }

  private mutating func addLogin(_ item: JSONObject, _ blank: Login) {
    var login = blank
    login.notes = Self.text(item["notes"])
    if case .object(let details)? = item["login"] {
      login.username = Self.text(details["username"])
      if case .string(let password)? = details["password"] { login.password = password }
      login.codes = Self.text(details["totp"])
      if case .array(let passkeys)? = details["fido2Credentials"] { passkeyCount += passkeys.count }
      if case .array(let addresses)? = details["uris"] {
        for case .object(let address) in addresses {
          if let text = Self.text(address["uri"]) { login.urls.append(text) }
        }
      }
    }
    logins.add(login)
  }

  /// What was collected.
  ///
  /// - Throws: the problems, where there are any.
  mutating func finish() throws(RKeychainImportError) -> RKeychainImport {
    if historyCount > 0 { logins.remark(line: nil, "left out: \(historyCount) earlier passwords") }
    if passkeyCount > 0 { logins.remark(line: nil, "left out: \(passkeyCount) passkeys") }
    return try logins.finish()
  }

  // MARK: Members

  private static func isSet(_ value: JSONValue?) -> Bool {
    if case .string? = value { return true }
    return false
  }

  /// Text that is not empty.
  private static func text(_ value: JSONValue?) -> [UInt8]? {
    guard case .string(let text)? = value, !text.isEmpty else { return nil }
    return text
  }

  private mutating func time(_ value: JSONValue?, _ what: String, _ line: Int) -> Int64? {
    switch value {
    case nil, .null: nil
    case .string(let text): logins.time(text, what, line, ForeignTime.iso)
    default: logins.time([], what, line) { _ in nil }
    }
  }

  private func folder(of item: JSONObject) -> [UInt8]? {
    if let id = Self.text(item["folderId"]) { return folders[id] }
    guard case .array(let ids)? = item["collectionIds"] else { return nil }
    for case .string(let id) in ids {
      if let name = folders[id] { return name }
    }
    return nil
  }

  /// Fields of the item's own, without those that only point at others.
  private func fields(of item: JSONObject) -> [(name: [UInt8], value: [UInt8])] {
    guard case .array(let values)? = item["fields"] else { return [] }
    var fields: [(name: [UInt8], value: [UInt8])] = []
    for case .object(let field) in values {
      guard let value = Self.text(field["value"]) else { continue }
      fields.append((Self.text(field["name"]) ?? [], value))
    }
    return fields
  }
}
