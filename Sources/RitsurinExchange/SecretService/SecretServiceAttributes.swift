import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The attributes of a Secret Service item, and what programs mean by them.
struct SecretServiceAttributes {
  /// Names and values, in the order of the source.
  var pairs: [(name: [UInt8], value: [UInt8])] = []
  /// The schema's name; empty where there is none.
  var schema: [UInt8] = []

  /// The value of an attribute; nil where there is none.
  subscript(name: StaticString) -> [UInt8]? {
    pairs.first { $0.name.isText(name) }?.value
  }

  /// Service and account of the item.
  ///
  /// - Parameters:
  ///   - label: Its label, which is the service where no known program's attributes are there.
  /// - Returns: The names, and the names of the attributes that are not in them.
  func names(label: [UInt8]) -> (service: [UInt8], account: [UInt8], left: [[UInt8]]) {
    let known: [(StaticString, StaticString)] = [
      ("service", "username"),  // Python's keyring, go-keyring
      ("service", "account"),  // keytar
      ("name", "key"),  // envchain
      ("signon_realm", "username_value"),  // Chrome
    ]
    for (service, account) in known {
      guard let first = self[service], let second = self[account] else { continue }
      return (first, second, left(without: [service, account]))
    }
    guard let server = self["server"], let user = self["user"] else {
      return (label, [], left(without: []))
    }
    // git says which protocol the password is for; for other network passwords that is beside the point.
    guard let scheme = self["protocol"], !schema.isText("org.gnome.keyring.NetworkPassword") else {
      return (server, user, left(without: ["server", "user"]))
    }
    var service = scheme + "://".utf8 + server
    var used: [StaticString] = ["server", "user", "protocol"]
    if let port = self["port"], !port.isEmpty, !port.isText("0") {
      service += ":".utf8 + port
      used.append("port")
    }
    return (service, user, left(without: used))
  }

  private func left(without used: [StaticString]) -> [[UInt8]] {
    pairs.map(\.name).filter { name in
      !name.isText("xdg:schema") && !used.contains { name.isText($0) }
    }
  }
}

extension ImportBuilder {
  /// Adds an item of a Secret Service.
  mutating func add(
    label: [UInt8], attributes: SecretServiceAttributes, value: [UInt8], group: String? = nil,
    created: Int64?,
    modified: Int64?, line: Int
  ) {
    let names = attributes.names(label: label)
    guard let service = name(names.service, of: "service", line: line),
      let account = name(names.account, of: "account", line: line),
      let title = name(label, of: "label", line: line)
    else { return }
    if !names.left.isEmpty {
      // Names of attributes are chosen by programs, not by people.
      let list = names.left.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
      remark(line: line, "attributes that are not taken over: \(list)")
    }
    add(
      RKeychainNewItem(
        service: service, key: account, accessGroup: group, label: title.isEmpty ? nil : title,
        value: Data(value)),
      created: created, modified: modified, line: line)
  }
}
