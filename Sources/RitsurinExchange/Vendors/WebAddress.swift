/// The host of a web address, as it is written there.
enum WebAddress {
  private static let usualPorts: [(scheme: StaticString, port: StaticString)] = [
    ("http", "80"), ("https", "443"), ("ftp", "21"), ("ftps", "990"), ("ssh", "22"), ("sftp", "22"),
    ("ws", "80"), ("wss", "443"), ("smb", "445"), ("afp", "548"), ("ldap", "389"), ("ldaps", "636"),
    ("imap", "143"), ("imaps", "993"), ("pop3", "110"), ("smtp", "25"),
  ]

  /// The host, and the port where it is not the scheme's usual one.
  ///
  /// - Parameter address: An address with or without a scheme.
  /// - Returns: nil where it has no host.
  /// - Complexity: linear.
  static func host(of address: [UInt8]) -> [UInt8]? {
    let address = address.trimmingBlanks
    let scheme: ArraySlice<UInt8>
    let rest: ArraySlice<UInt8>
    if let mark = address.firstPosition(of: "://") {
      scheme = address[..<mark]
      rest = address[(mark + 3)...]
      guard !scheme.isEmpty, scheme.allSatisfy(isSchemeByte) else { return nil }
    } else {
      scheme = []
      rest = address
    }
    var authority = rest.prefix { !"/?#\\".utf8.contains($0) }
    if let mark = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(mark + 1)...] }
    guard !authority.isEmpty, !authority.contains(where: { $0 <= 0x20 }) else { return nil }
    let (host, port) = parts(of: authority)
    guard !host.isEmpty, port.allSatisfy(\.isASCIIDigit) else { return nil }
    guard !port.isEmpty, !isUsual(port, scheme) else { return Array(host) }
    return Array(host) + [UInt8(ascii: ":")] + port
  }

  private static func parts(
    of authority: ArraySlice<UInt8>
  ) -> (host: ArraySlice<UInt8>, port: ArraySlice<UInt8>) {
    // An address of IPv6 has colons of its own, in brackets.
    let start = authority.lastIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
    guard let colon = authority[start...].lastIndex(of: UInt8(ascii: ":")) else { return (authority, []) }
    return (authority[..<colon], authority[(colon + 1)...])
  }

  private static func isUsual(_ port: ArraySlice<UInt8>, _ scheme: ArraySlice<UInt8>) -> Bool {
    usualPorts.contains { scheme.isTextIgnoringCase($0.scheme) && port.isText($0.port) }
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "+-.".utf8.contains(byte)
  }
}
