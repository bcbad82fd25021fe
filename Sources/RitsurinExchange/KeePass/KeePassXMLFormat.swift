import Ritsurin

/// The XML export of KeePass 2 and KeePassXC.
enum KeePassXMLFormat: ForeignFormat {
  static let format = RKeychainExchangeFormat.keepassXML

  static func recognizes(_ input: ImportInput) -> Bool {
    input.xmlRoot?.isText("KeePassFile") ?? false
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    let root = try input.requireXML(root: "KeePassFile")
    var reading = Reading(recycleBin: recycleBin(of: root), options: options)
    for group in root["Root"]?.children ?? [] where group.tag.isNamed("Group") {
      reading.take(group, folder: [])
    }
    return try reading.finish()
  }

  /// The id of the group of deleted entries; nil where there is none.
  private static func recycleBin(of root: XMLElement) -> [UInt8]? {
    guard let meta = root["Meta"], let id = meta["RecycleBinUUID"]?.text, !id.isEmpty else { return nil }
    if let enabled = meta["RecycleBinEnabled"]?.text, enabled.isTextIgnoringCase("false") { return nil }
    return id
  }

  private struct Reading {
    let recycleBin: [UInt8]?
    var logins: LoginCollector
    var deleted = 0
    var old = 0

    init(recycleBin: [UInt8]?, options: RKeychainImportOptions) {
      self.recycleBin = recycleBin
      logins = LoginCollector(format, options: options)
    }

    mutating func take(_ group: XMLElement, folder: [[UInt8]]) {
      if let recycleBin, let id = group["UUID"]?.text, id == recycleBin {
        deleted += Self.entryCount(group)
        return
      }
      let path = folder + [group["Name"]?.text ?? []]
      for child in group.children {
        if child.tag.isNamed("Group") {
          take(child, folder: path)
        } else if child.tag.isNamed("Entry") {
          add(child, folder: path)
        }
      }
    }

    private static func entryCount(_ group: XMLElement) -> Int {
      group.children.reduce(0) { count, child in
        count + (child.tag.isNamed("Entry") ? 1 : child.tag.isNamed("Group") ? entryCount(child) : 0)
      }
    }

    private mutating func add(_ entry: XMLElement, folder: [[UInt8]]) {
      let line = entry.tag.line
      var login = Login(line: line)
      login.folder = Array(folder.joined(separator: [UInt8(ascii: "/")]))
      var (fields, hasReference) = (0, false)
      for string in entry.children where string.tag.isNamed("String") {
        guard let key = string["Key"]?.text, let value = string["Value"] else {
          logins.report(line: string.tag.line, "a string lacks its key or value")
          continue
        }
        if let flag = value.tag["Protected"], flag.isTextIgnoringCase("true") {
          logins.report(
            line: value.tag.line,
            "the value is encrypted: this is the inside of a database, not an export; export it as XML or CSV"
          )
          continue
        }
        hasReference = hasReference || value.text.holds("{REF:")
        if key.isText("Title") {
          login.title = Self.some(value.text)
        } else if key.isText("UserName") {
          login.username = Self.some(value.text)
        } else if key.isText("Password") {
          login.password = value.text
        } else if key.isText("URL") {
          if !value.text.isEmpty { login.urls.insert(value.text, at: 0) }
        } else if key.isText("Notes") {
          login.notes = Self.some(value.text)
        } else if key.isText("otp") {
          login.codes = Self.some(value.text)
        } else if Self.isSecret(key, value) {
          login.fields.append((key, value.text))
        } else {
          fields += 1
        }
      }
      login.created = time(entry, "CreationTime")
      login.modified = time(entry, "LastModificationTime")
      old += entry["History"]?.children.count ?? 0
      logins.add(login)
      if fields > 0 { logins.remark(line: line, "\(fields) further fields are not taken over") }
      if hasReference { logins.remark(line: line, "a {REF:…} is kept as it stands") }
      let files = entry.children.count { $0.tag.isNamed("Binary") }
      if files > 0 { logins.remark(line: line, "\(files) attachments are not taken over") }
    }

    private static func some(_ text: [UInt8]) -> [UInt8]? { text.isEmpty ? nil : text }

    /// Whether a field that is none of the usual is a secret: one that is protected, or the seed of one-time
    /// codes.
    private static func isSecret(_ key: [UInt8], _ value: XMLElement) -> Bool {
      if let flag = value.tag["ProtectInMemory"], flag.isTextIgnoringCase("true") { return true }
      return key.begins(with: "TimeOtp-") || key.begins(with: "HmacOtp-")
        || key.isText("TOTP Seed")
    }

    /// A time as ISO 8601, or as base64 of the seconds since the year 1, lowest byte first.
    private mutating func time(_ entry: XMLElement, _ name: StaticString) -> Int64? {
      guard let element = entry["Times"]?[name], !element.text.isEmpty else { return nil }
      if let time = Timestamp.parse(element.text) { return time.microseconds }
      if let bytes = Base64Text.decode(element.text), bytes.count == 8 {
        let seconds = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let (since1970, overflow) = Int64(bitPattern: seconds).subtractingReportingOverflow(62_135_596_800)
        if !overflow, let time = LooseTimes.seconds(since1970) { return time }
      }
      logins.remark(line: element.tag.line, "\(name) is no time, and left out")
      return nil
    }

    mutating func finish() throws(RKeychainImportError) -> RKeychainImport {
      if deleted > 0 { logins.remark(line: nil, "entries in the recycle bin that are left out: \(deleted)") }
      if old > 0 { logins.remark(line: nil, "old states of entries that are left out: \(old)") }
      return try logins.finish()
    }
  }
}
