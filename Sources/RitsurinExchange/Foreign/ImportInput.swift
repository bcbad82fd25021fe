import Ritsurin

/// The contents of a file to be imported, as bytes, as text and as JSON.
struct ImportInput {
  /// The file.
  let raw: [UInt8]
  /// The file as UTF-8 without a byte order mark; nil where it is no text.
  let text: [UInt8]?
  private let textError: RKeychainImportError?
  /// The text as one JSON value; nil where it is none.
  let json: JSONValue?
  /// Where the first thing that is wrong with the JSON stands; nil where nothing is.
  let jsonFault: JSONFault?

  /// - Parameters:
  ///   - raw: The file.
  ///   - encoding: What the text is encoded in, where it is said.
  /// - Complexity: linear.
  init(_ raw: [UInt8], encoding: RKeychainTextEncoding?) {
    self.raw = raw
    var text: [UInt8]?
    var textError: RKeychainImportError?
    do throws(RKeychainImportError) {
      text = try InputText(raw, encoding: encoding).bytes
    } catch {
      textError = error
    }
    self.text = text
    self.textError = textError
    var json: JSONValue?
    var jsonFault: JSONFault?
    if let text, let first = text.first(where: { !$0.isBlank && !$0.isLineEnd }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    {
      var parser = JSONParser(text)
      do throws(JSONFault) {
        json = try parser.parseWhole()
      } catch {
        jsonFault = error
      }
    }
    self.json = json
    self.jsonFault = jsonFault
  }

  /// The text.
  ///
  /// - Throws: why the file is no text.
  func requireText() throws(RKeychainImportError) -> [UInt8] {
    if let text { return text }
    throw textError ?? RKeychainImportError(.decodingFailed, message: "the file is no text")
  }

  /// The JSON value.
  ///
  /// - Throws: why the file is no JSON.
  func requireJSON() throws(RKeychainImportError) -> JSONValue {
    _ = try requireText()
    if let json { return json }
    throw RKeychainImportError(
      .decodingFailed, line: jsonFault?.line, message: jsonFault?.message ?? "this is not JSON")
  }
}

extension UInt8 {
  /// Whether this is a space or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }
  /// Whether this is a line feed or a carriage return.
  var isLineEnd: Bool { self == 0x0A || self == 0x0D }
  /// Whether this is a letter of ASCII.
  var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
  }
  /// Whether this is a digit of ASCII.
  var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  /// The value of a hexadecimal digit of either case; nil for other bytes.
  var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Collection where Element == UInt8 {
  /// The part without spaces and tabs at its ends.
  var trimmingBlanks: SubSequence {
    var part = self[...]
    while let first = part.first, first.isBlank { part = part.dropFirst() }
    return part.trimmingBlanksAtEnd
  }

  private var trimmingBlanksAtEnd: SubSequence {
    var count = 0
    var blanks = 0
    for byte in self {
      count += 1
      blanks = byte.isBlank ? blanks + 1 : 0
    }
    return prefix(count - blanks)
  }

  /// Whether the bytes are those of a text.
  func isText(_ text: StaticString) -> Bool { elementsEqual(text.description.utf8) }

  /// Whether the bytes are those of a text, letters of ASCII compared without case.
  func isTextIgnoringCase(_ text: StaticString) -> Bool {
    map(\.asciiLowercase).elementsEqual(text.description.utf8.map(\.asciiLowercase))
  }
}

extension UInt8 {
  /// The small letter of a capital one of ASCII; any other byte as it is.
  var asciiLowercase: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
