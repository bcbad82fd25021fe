import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The XML export of KWalletManager.
enum KWalletFormat: ForeignFormat {
  static let format = RKeychainExchangeFormat.kwallet

  static func recognizes(_ input: ImportInput) -> Bool {
    input.xmlRoot?.isText("wallet") ?? false
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    let root = try input.requireXML(root: "wallet")
    var builder = ImportBuilder(format)
    for folder in root.children {
      guard folder.tag.isNamed("folder"), let name = folder.tag["name"] else {
        builder.report(line: folder.tag.line, "a folder with a name must stand here")
        continue
      }
      for entry in folder.children {
        add(entry, service: String(decoding: name, as: UTF8.self), to: &builder)
      }
    }
    return try builder.finish()
  }

  private static func add(_ entry: XMLElement, service: String, to builder: inout ImportBuilder) {
    let line = entry.tag.line
    guard let name = entry.tag["name"] else { return builder.report(line: line, "an entry has no name") }
    // The text of the file was checked, and references only make whole scalars.
    let account = String(decoding: name, as: UTF8.self)
    func add(_ key: String, _ value: [UInt8], _ line: Int) {
      builder.add(RKeychainNewItem(service: service, key: key, value: Data(value)), line: line)
    }
    if entry.tag.isNamed("password") {
      add(account, entry.text, line)
    } else if entry.tag.isNamed("stream") {
      guard let bytes = Base64Text.decode(entry.text.filter { !$0.isBlank && !$0.isLineEnd }) else {
        return builder.report(line: line, "the stream is no base64")
      }
      add(account, bytes, line)
    } else if entry.tag.isNamed("map") {
      if entry.children.isEmpty { builder.skip(line: line, "the map is empty") }
      for part in entry.children {
        guard part.tag.isNamed("mapentry"), let key = part.tag["name"] else {
          builder.report(line: part.tag.line, "an entry of a map with a name must stand here")
          continue
        }
        add(account + "#" + String(decoding: key, as: UTF8.self), part.text, part.tag.line)
      }
    } else {
      builder.report(line: line, "the kind of an entry is not known")
    }
  }
}
