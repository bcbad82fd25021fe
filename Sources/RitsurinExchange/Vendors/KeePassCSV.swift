/// The CSV of KeePassXC: ten columns, in older versions six.
///
/// Backslashes and `#` are data.
enum KeePassXCCSV: CSVFormat {
  static let format = RKeychainExchangeFormat.keepassXC
  static let neededColumns: [StaticString] = ["group", "title", "username", "password"]

  static func matches(_ header: CSVHeader) -> Bool {
    header.hasAll(neededColumns + ["url"]) && header.position(of: "group") == 0
  }

  static func add(_ record: CSVRecord, to logins: inout LoginCollector) {
    var login = Login(line: record.line)
    login.folder = record.text("group")
    login.title = record.text("title")
    login.urls = record.text("url").map { [$0] } ?? []
    login.username = record.text("username")
    login.password = record["password"]
    login.notes = record.text("notes")
    login.codes = record.text("totp")
    login.created = logins.time(record.text("created"), "time of creation", record.line, ForeignTime.iso)
    login.modified = logins.time(record.text("last modified"), "time of change", record.line, ForeignTime.iso)
    logins.add(login)
  }
}

/// The CSV of KeePass 1, which escapes quotes and backslashes with a backslash.
enum KeePass1CSV: CSVFormat {
  static let format = RKeychainExchangeFormat.keepass1
  static let escape = CSVParser.Escape.backslash
  static let neededColumns: [StaticString] = ["account", "login name", "password"]

  static func matches(_ header: CSVHeader) -> Bool {
    header.hasAll(neededColumns) && header.hasAny(["web site", "comments"])
  }

  static func add(_ record: CSVRecord, to logins: inout LoginCollector) {
    var login = Login(line: record.line)
    login.title = record.text("account")
    login.urls = record.text("web site").map { [$0] } ?? []
    login.username = record.text("login name")
    login.password = record["password"]
    login.notes = record.text("comments")
    logins.add(login)
  }
}
