import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An entry of a password manager: a login for a web site, or what is kept in the same form.
struct WebLogin {
  var title: [UInt8] = []
  var urls: [[UInt8]] = []
  var username: [UInt8] = []
  /// nil where the source has no field for it.
  var password: [UInt8]?
  var notes: [UInt8] = []
  /// The names of the folders that it lies in, the outermost first.
  var folder: [[UInt8]] = []
  /// Secrets beside the password: seeds of one-time codes, and fields that the source hides.
  var extras: [(name: [UInt8], value: [UInt8])] = []
  var created: Int64?
  var modified: Int64?
  var line: Int

  init(line: Int) {
    self.line = line
  }

  /// Its service, as the caller wants it.
  func service(_ source: RKeychainImportOptions.ServiceSource?) -> [UInt8] {
    let url = urls.first ?? []
    let host = Self.host(of: url)
    switch source {
    case .host, nil: return !host.isEmpty ? host : title.isEmpty ? url : title
    case .url: return url.isEmpty ? title : url
    case .title: return !title.isEmpty ? title : host.isEmpty ? url : host
    case .path: return Array((folder + [title.isEmpty ? url : title]).joined(separator: [UInt8(ascii: "/")]))
    }
  }

  /// The host of a URL, and its port where that is not the usual one; empty where there is no host.
  ///
  /// Nothing is normalized.
  static func host(of url: [UInt8]) -> [UInt8] {
    var rest = url[...]
    var scheme: ArraySlice<UInt8> = []
    if let mark = url.firstPosition(of: "://"), url[..<mark].allSatisfy(isSchemeByte) {
      scheme = url[..<mark]
      rest = url[(mark + 3)...]
    }
    var authority = rest.prefix { !"/?#\\".utf8.contains($0) }
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(at + 1)...] }
    guard let colon = authority.lastIndex(of: UInt8(ascii: ":")) else { return Array(authority) }
    let port = authority[(colon + 1)...]
    guard port.allSatisfy(\.isASCIIDigit) else {
      // Not a port: the colon of an IPv6 address, or of something like mailto:.
      return authority.first == UInt8(ascii: "[") || !scheme.isEmpty ? Array(authority) : []
    }
    let usual: [(StaticString, StaticString)] = [
      ("https", "443"), ("http", "80"), ("ftp", "21"), ("ssh", "22"), ("wss", "443"), ("ws", "80"),
    ]
    let isUsual = usual.contains { scheme.isTextIgnoringCase($0.0) && port.isText($0.1) }
    return Array(port.isEmpty || isUsual ? authority[..<colon] : authority)
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "+-.".utf8.contains(byte)
  }
}

extension ImportBuilder {
  /// Adds a login, and says what of it is not taken over.
  mutating func add(_ login: WebLogin, options: RKeychainImportOptions) {
    let line = login.line
    guard let service = name(login.service(options.serviceFrom), of: "service", line: line),
      let account = name(login.username, of: "user name", line: line),
      let label = name(login.title, of: "title", line: line),
      let comment = name(login.notes, of: "notes", line: line),
      let folder = name(Array(login.folder.joined(separator: [0x2F])), of: "folder", line: line)
    else { return }
    let group = options.groupFromFolder && !folder.isEmpty ? folder : nil
    func item(_ key: String, _ value: [UInt8]) -> RKeychainNewItem {
      RKeychainNewItem(
        service: service, key: key, accessGroup: group, label: label.isEmpty ? nil : label,
        comment: comment.isEmpty ? nil : comment, value: Data(value))
    }
    // An empty password beside a user name is a password; beside nothing it is none.
    if let password = login.password, !password.isEmpty || !login.username.isEmpty {
      add(item(account, password), created: login.created, modified: login.modified, line: line)
    } else if login.extras.isEmpty || !options.extraItems {
      skip(line: line, "there is no password")
    }
    if login.urls.count > 1 {
      remark(line: line, "\(login.urls.count - 1) further URLs are not taken over")
    }
    guard options.extraItems else {
      if !login.extras.isEmpty {
        remark(
          line: line, "\(login.extras.count) further secrets are not taken over (--extra items takes them)")
      }
      return
    }
    for extra in login.extras {
      guard let field = name(extra.name, of: "field name", line: line) else { continue }
      var further = item(account + "#" + field, extra.value)
      further.comment = nil
      add(further, created: login.created, modified: login.modified, line: line)
    }
  }
}
