import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file of `git credential-store`: one URL a line, with user and password in it.
enum GitCredentialsFormat: ForeignFormat {
  static let format = RKeychainExchangeFormat.gitCredentials

  /// A URL, taken apart as git does it.
  private struct Parts {
    let scheme: ArraySlice<UInt8>
    let user: ArraySlice<UInt8>?
    let password: ArraySlice<UInt8>?
    let host: ArraySlice<UInt8>
    /// From the slash that ends the host on.
    let path: ArraySlice<UInt8>

    /// - Returns: nil where there is no `://`.
    init?(_ line: ArraySlice<UInt8>) {
      guard let colon = line.firstPosition(of: "://") else { return nil }
      scheme = line[..<colon]
      let rest = line[(colon + 3)...]
      let marks = "/?#".utf8
      let slash = rest.firstIndex { marks.contains($0) } ?? rest.endIndex
      let authority = rest[..<slash]
      path = rest[slash...]
      guard let (userInfo, host) = authority.split(atFirst: UInt8(ascii: "@")) else {
        (user, password) = (nil, nil)
        self.host = authority
        return
      }
      self.host = host
      if let (user, password) = userInfo.split(atFirst: UInt8(ascii: ":")) {
        (self.user, self.password) = (user, password)
      } else {
        (user, password) = (userInfo, nil)
      }
    }
  }

  private static func isContent(_ line: ArraySlice<UInt8>) -> Bool {
    !line.isEmpty && line.first != UInt8(ascii: "#")
  }

  static func recognizes(_ input: ImportInput) -> Bool {
    guard let bytes = input.text, input.json == nil else { return false }
    let text = LineText(bytes)
    var (whole, others) = (0, 0)
    for line in text.lines where isContent(text[line]) {
      guard let parts = Parts(text[line]), parts.scheme.allSatisfy(isSchemeByte) else { return false }
      if parts.password != nil { whole += 1 } else { others += 1 }
    }
    return whole > 0 && whole >= others
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "+-.".utf8.contains(byte)
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    let text = LineText(try input.requireText())
    var builder = ImportBuilder(format)
    for line in text.lines where isContent(text[line]) {
      if line.range.upperBound < text.bytes.count, text.bytes[line.range.upperBound] == 0x0D {
        builder.remark(
          line: line.number, "the line ends with a carriage return, which is taken off; git would not")
      }
      add(text[line], line: line.number, usesPath: options.usesPath, to: &builder)
    }
    return try builder.finish()
  }

  private static func add(
    _ line: ArraySlice<UInt8>, line number: Int, usesPath: Bool, to builder: inout ImportBuilder
  ) {
    guard let parts = Parts(line), !parts.scheme.isEmpty else {
      return builder.skip(line: number, "there is no scheme; git ignores such lines")
    }
    guard !parts.host.isEmpty else {
      return builder.skip(line: number, "there is no host; git ignores such lines")
    }
    guard let user = parts.user, let password = parts.password else {
      return builder.skip(line: number, "there are not both user and password; git ignores such lines")
    }
    var path = parts.path.drop { $0 == UInt8(ascii: "/") }
    while path.last == UInt8(ascii: "/") { path = path.dropLast() }
    guard let host = PercentText.decode(parts.host), let account = PercentText.decode(user),
      let value = PercentText.decode(password), let pathBytes = PercentText.decode(path)
    else {
      return builder.report(line: number, "a percent sign is not followed by two hexadecimal digits")
    }
    var service = Array(parts.scheme) + "://".utf8 + host
    if usesPath, !pathBytes.isEmpty { service += "/".utf8 + pathBytes }
    guard let serviceText = builder.name(service, of: "host", line: number),
      let accountText = builder.name(account, of: "user", line: number)
    else { return }
    if !usesPath, !pathBytes.isEmpty {
      builder.remark(
        line: number, "the path of the URL is not a part of the service (--use-path makes it one)")
    }
    builder.add(
      RKeychainNewItem(service: serviceText, key: accountText, value: Data(value)), line: number)
  }
}
