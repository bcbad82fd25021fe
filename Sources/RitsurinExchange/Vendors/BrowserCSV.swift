/// The CSV of Chrome, Edge and Brave: `name,url,username,password` and in newer versions `note`.
enum ChromeCSV: CSVFormat {
  static let format = RKeychainExchangeFormat.chrome
  static let neededColumns: [StaticString] = ["name", "url", "username", "password"]

  static func matches(_ header: CSVHeader) -> Bool {
    header.hasAll(neededColumns) && header.hasOnly(neededColumns + ["note"])
  }

  static func add(_ record: CSVRecord, to logins: inout LoginCollector) {
    var login = Login(line: record.line)
    login.title = record.text("name")
    login.urls = record.text("url").map { [$0] } ?? []
    login.username = record.text("username")
    login.password = record["password"]
    login.notes = record.text("note")
    logins.add(login)
  }
}

/// The CSV of Firefox, with times in milliseconds, and those of firefox_decrypt (`url;user;password`) and
/// ffpass (`url,username,password`).
enum FirefoxCSV: CSVFormat {
  static let format = RKeychainExchangeFormat.firefox
  static let neededColumns: [StaticString] = ["url", "password"]

  static func matches(_ header: CSVHeader) -> Bool {
    header.hasAll(["url", "username", "password"]) && header.hasAny(["guid", "formactionorigin"])
      || header.hasAll(["url", "password"]) && header.hasAny(["user", "username"]) && header.names.count == 3
  }

  static func add(_ record: CSVRecord, to logins: inout LoginCollector) {
    let url = record.text("url")
    if let url, url.isText("chrome://FirefoxAccounts") {
      return logins.skip(line: record.line, "the key of a Firefox account, of use to Firefox alone")
    }
    var login = Login(line: record.line)
    login.title = record.text("httprealm")
    login.urls = url.map { [$0] } ?? []
    login.username = record.text(anyOf: ["username", "user"])
    login.password = record["password"]
    login.created = logins.time(record.text("timecreated"), "time of creation", record.line) {
      ForeignTime.since1970(digits: $0, unit: 1_000)
    }
    login.modified = logins.time(record.text("timepasswordchanged"), "time of change", record.line) {
      ForeignTime.since1970(digits: $0, unit: 1_000)
    }
    logins.add(login)
  }
}

/// The CSV of Apple's Passwords and of Safari: `Title,URL,Username,Password,Notes,OTPAuth`.
enum ApplePasswordsCSV: CSVFormat {
  static let format = RKeychainExchangeFormat.applePasswords
  static let neededColumns: [StaticString] = ["title", "url", "username", "password"]

  static func matches(_ header: CSVHeader) -> Bool {
    header.hasAll(neededColumns + ["otpauth"]) && !header.hasAny(["favorite", "tags", "archived"])
  }

  static func add(_ record: CSVRecord, to logins: inout LoginCollector) {
    var login = Login(line: record.line)
    login.title = record.text("title")
    login.urls = record.text("url").map { [$0] } ?? []
    login.username = record.text("username")
    login.password = record["password"]
    login.notes = record.text("notes")
    login.codes = record.text("otpauth")
    logins.add(login)
  }
}
