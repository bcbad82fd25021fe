public import Ritsurin

extension RKeychainExport {
  /// The items as a `.env` file, and those that it cannot hold.
  ///
  /// Only key and value are written. An item is left out whose key is no name of a variable, or is that of an
  /// item before it, or whose value is no text or holds U+0000.
  ///
  /// - Returns: The file's bytes, which depend on the items alone, and what is left out.
  /// - Complexity: linear.
  public func dotenv() -> (file: [UInt8], leftOut: [RKeychainAttributes]) {
    var file: [UInt8] = []
    var leftOut: [RKeychainAttributes] = []
    var names: Set<[UInt8]> = []
    for item in items {
      let name = Array(item.attributes.key.utf8)
      let value = item.value.map(Array.init) ?? []
      guard Self.isVariable(name), !names.contains(name), !value.contains(0),
        UTF8Check.firstInvalid(in: value) == nil
      else {
        leftOut.append(item.attributes)
        continue
      }
      names.insert(name)
      file += name + [UInt8(ascii: "=")] + Self.quoted(value) + [0x0A]
    }
    return (file, leftOut)
  }

  private static func isVariable(_ name: [UInt8]) -> Bool {
    guard let first = name.first, !first.isASCIIDigit else { return false }
    return name.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
  }

  /// A value in the plainest form that every reader takes for the same bytes, as far as there is one.
  private static func quoted(_ value: [UInt8]) -> [UInt8] {
    let plain = "_./:@%+,=-".utf8
    if value.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || plain.contains($0) }) { return value }
    let isLiteral = !value.contains { $0 == UInt8(ascii: "'") || $0.isLineEnd || $0 == UInt8(ascii: "\\") }
    if isLiteral { return [UInt8(ascii: "'")] + value + [UInt8(ascii: "'")] }
    var text = [UInt8(ascii: "\"")]
    for byte in value {
      switch byte {
      case 0x0A: text += "\\n".utf8
      case 0x0D: text += "\\r".utf8
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      default: text.append(byte)
      }
    }
    return text + [UInt8(ascii: "\"")]
  }
}
