/// The CSV of 1Password 8, and that of version 7, whose columns and order the user chose.
enum OnePasswordCSV: CSVFormat {
  static let format = RKeychainExchangeFormat.onePassword
  static let neededColumns: [StaticString] = ["title"]

  private static let known: [StaticString] = [
    "title", "url", "urls", "website", "websites", "username", "password", "otpauth", "one-time password",
    "favorite", "archived", "tags", "notes", "notesplain", "type", "uuid", "scope", "autosubmit",
  ]

  static func matches(_ header: CSVHeader) -> Bool {
    header.hasAll(["title", "password", "otpauth", "archived"])
      || header.hasAll(["title", "username", "password", "uuid"])
      || header.hasAll(["title", "website", "username", "password"])
      || header.hasAll(["title", "url", "username", "password"])
        && header.hasOnly(["title", "url", "username", "password", "notes"])
      || header.hasAll(["title", "username", "password"]) && header.hasAny(["favorite", "archived"])
        && header.hasAny(["tags", "otpauth"])
  }

  static func add(_ record: CSVRecord, to logins: inout LoginCollector) {
    if let archived = record.text("archived"), archived.isTextIgnoringCase("true") || archived.isText("1"),
      !logins.options.include.contains(.archived)
    {
      return logins.skip(line: record.line, "an archived item; --include archived imports it")
    }
    var login = Login(line: record.line)
    login.title = record.text("title")
    login.urls = record.text(anyOf: ["url", "urls", "website", "websites"]).map { [$0] } ?? []
    login.username = record.text("username")
    login.password = record["password"]
    login.notes = record.text(anyOf: ["notes", "notesplain"])
    login.codes = record.text(anyOf: ["otpauth", "one-time password"])
    for (position, name) in record.header.names.enumerated() where position < record.cells.count {
      let isKnown = known.contains { name.isText($0) } && record.header.names.firstIndex(of: name) == position
      if !isKnown, !record.cells[position].isEmpty { login.fields.append((name, record.cells[position])) }
    }
    logins.add(login)
  }
}

/// The CSV of LastPass; notes stand under the address `http://sn`, folders have rows of their own.
enum LastPassCSV: CSVFormat {
  static let format = RKeychainExchangeFormat.lastPass
  static let neededColumns: [StaticString] = ["url", "username", "password", "extra", "name", "grouping"]

  static func matches(_ header: CSVHeader) -> Bool { header.hasAll(neededColumns) }

  static func add(_ record: CSVRecord, to logins: inout LoginCollector) {
    guard record.cells.contains(where: { !$0.isEmpty }) else { return }
    let url = record.text("url")
    if let url, url.isText("http://group") {
      return logins.remark(line: record.line, "the row of a folder, which holds no item")
    }
    var login = Login(line: record.line)
    login.title = record.text("name")
    login.folder = record.text("grouping")
    login.codes = record.text("totp")
    if let url, url.isText("http://sn") {
      return logins.add(login, value: record.text("extra"), else: "a note without text")
    }
    login.urls = url.map { [$0] } ?? []
    login.username = record.text("username")
    login.password = record["password"]
    login.notes = record.text("extra")
    logins.add(login)
  }
}

/// The CSV of Proton Pass, with times in seconds.
enum ProtonCSV: CSVFormat {
  static let format = RKeychainExchangeFormat.protonPass
  static let neededColumns: [StaticString] = ["name", "url", "username", "password"]

  static func matches(_ header: CSVHeader) -> Bool {
    header.hasAll(neededColumns + ["createtime", "modifytime"])
  }

  static func add(_ record: CSVRecord, to logins: inout LoginCollector) {
    var login = Login(line: record.line)
    login.title = record.text("name")
    login.folder = record.text("vault")
    login.created = logins.time(record.text("createtime"), "time of creation", record.line) {
      ForeignTime.since1970(digits: $0, unit: 1_000_000)
    }
    login.modified = logins.time(record.text("modifytime"), "time of change", record.line) {
      ForeignTime.since1970(digits: $0, unit: 1_000_000)
    }
    let type = record.text("type") ?? Array("login".utf8)
    if type.isText("note") {
      return logins.add(login, value: record.text("note"), else: "a note without text")
    }
    guard type.isText("login") else {
      return logins.skip(line: record.line, "neither a login nor a note: a card, an alias or an identity")
    }
    // Several addresses stand in one cell.
    login.urls = (record.text("url") ?? []).split(separator: UInt8(ascii: ",")).map {
      Array($0.trimmingBlanks)
    }
    login.username = record.text(anyOf: ["username", "email"])
    if record.text("username") != nil, let email = record.text("email") {
      login.fields.append((Array("email".utf8), email))
    }
    login.password = record["password"]
    login.notes = record.text("note")
    login.codes = record.text("totp")
    logins.add(login)
  }
}

/// The CSV of Bitwarden, for persons and for organisations; it holds logins and notes only.
enum BitwardenCSV: CSVFormat {
  static let format = RKeychainExchangeFormat.bitwardenCSV
  static let neededColumns: [StaticString] = ["name", "login_uri", "login_username", "login_password"]

  static func matches(_ header: CSVHeader) -> Bool { header.hasAll(neededColumns + ["type"]) }

  static func add(_ record: CSVRecord, to logins: inout LoginCollector) {
    var login = Login(line: record.line)
    login.title = record.text("name")
    login.folder = record.text(anyOf: ["folder", "collections"])
    login.fields = fields(record.text("fields") ?? [])
    if let date = record.text("archiveddate"), !date.isEmpty, !logins.options.include.contains(.archived) {
      return logins.skip(line: record.line, "an archived item; --include archived imports it")
    }
    let type = record.text("type") ?? Array("login".utf8)
    if type.isText("note") {
      return logins.add(login, value: record.text("notes"), else: "a note without text")
    }
    guard type.isText("login") else { return logins.skip(line: record.line, "neither a login nor a note") }
    login.urls = (record.text("login_uri") ?? []).split(separator: UInt8(ascii: ",")).map { Array($0) }
    login.username = record.text("login_username")
    login.password = record["login_password"]
    login.notes = record.text("notes")
    login.codes = record.text("login_totp")
    logins.add(login)
  }

  /// Lines of `name: value`; a line without a name continues the one before.
  private static func fields(_ text: [UInt8]) -> [(name: [UInt8], value: [UInt8])] {
    var fields: [(name: [UInt8], value: [UInt8])] = []
    for line in TextLines(text) {
      let line = text[line.range]
      if let mark = line.firstPosition(of: ": ") {
        fields.append((Array(line[..<mark]), Array(line[(mark + 2)...])))
      } else if !fields.isEmpty {
        fields[fields.count - 1].value += [0x0A] + line
      } else if !line.isEmpty {
        fields.append(([], Array(line)))
      }
    }
    return fields
  }
}
