/// The text that headers and slots share: lines `name SP value`, the last one a signature over all before it.
/// Docs/Format.md, "Signed lines".
package struct SignedLines: Sendable {
  /// The largest text, in bytes.
  package static let limit = 1 << 20
  /// `signature SP`, 88 characters, LF.
  private static let signatureLineCount = 99

  /// The value of the first line.
  let format: ArraySlice<UInt8>
  /// The lines between the first and the last, by name; `retired` may stand more than once.
  let fields: [Field]
  /// 64 bytes.
  let signature: [UInt8]
  /// How many bytes the signature covers.
  let signedByteCount: Int

  struct Field: Sendable {
    let name: String
    let value: ArraySlice<UInt8>
  }

  /// Parses text whose first line bears a name.
  ///
  /// - Parameters:
  ///   - bytes: All of it.
  ///   - formatName: The name of the first line.
  ///   - known: The names that must not stand twice.
  /// - Throws: What is wrong, without quoting values.
  static func parse(_ bytes: RawSpan, formatName: String, known: Set<String>) throws(LineFault) -> SignedLines {
    guard bytes.byteCount <= limit else { throw LineFault("it is larger than 1 MiB") }
    guard let text = ValidText.decode(bytes) else { throw LineFault("it is not UTF-8") }
    for scalar in text.unicodeScalars where scalar.value != 0x0a && scalar.properties.generalCategory == .control {
      throw LineFault("it holds a control character")
    }
    let all = bytes.array
    guard all.last == 0x0a else { throw LineFault("its last line has no end") }
    guard all.count > signatureLineCount else { throw LineFault("it has no signature") }
    let signedCount = all.count - signatureLineCount
    guard all[signedCount - 1] == 0x0a else { throw LineFault("its last line is no signature") }
    let last = try field(all[signedCount..<all.count - 1])
    guard last.name == "signature", let signature = Base64.decode(last.value), signature.count == 64 else {
      throw LineFault("its last line is no signature")
    }
    var format: ArraySlice<UInt8>?
    var fields: [Field] = []
    var seen: Set<String> = [formatName, "signature"]
    var start = 0
    while start < signedCount {
      guard let end = all[start..<signedCount].firstIndex(of: 0x0a) else { throw LineFault("a line has no end") }
      let line = try field(all[start..<end])
      start = end + 1
      if format == nil {
        guard line.name == formatName else { throw LineFault("its first line is not \(formatName)") }
        format = line.value
        continue
      }
      if line.name == formatName || line.name == "signature" || known.contains(line.name),
        !seen.insert(line.name).inserted
      {
        throw LineFault("\(line.name) stands twice")
      }
      fields.append(line)
    }
    guard let format else { throw LineFault("it is empty") }
    return SignedLines(format: format, fields: fields, signature: signature, signedByteCount: signedCount)
  }

  private static func field(_ line: ArraySlice<UInt8>) throws(LineFault) -> Field {
    guard let space = line.firstIndex(of: 0x20) else { throw LineFault("a line has no space") }
    let name = line[..<space]
    guard (1...32).contains(name.count), name.allSatisfy({ ASCII.isLower($0) || ASCII.isDigit($0) || $0 == 0x2d }) else {
      throw LineFault("a line has no name")
    }
    return Field(name: String(decoding: name, as: UTF8.self), value: line[(space + 1)...])
  }

  /// The value of a name that must be there.
  func required(_ name: String) throws(LineFault) -> ArraySlice<UInt8> {
    guard let value = optional(name) else { throw LineFault("\(name) is missing") }
    return value
  }

  /// The value of a name that may be there.
  func optional(_ name: String) -> ArraySlice<UInt8>? {
    fields.first { $0.name == name }?.value
  }

  /// The values of a name that may stand any number of times.
  func all(_ name: String) -> [ArraySlice<UInt8>] {
    fields.filter { $0.name == name }.map(\.value)
  }

  /// Text with its signature line.
  ///
  /// - Parameters:
  ///   - signature: 64 bytes over `text`.
  ///   - text: Whole lines.
  package static func appendingSignature(_ signature: [UInt8], to text: [UInt8]) -> [UInt8] {
    text + Array("signature ".utf8) + Base64.encode(signature) + [0x0a]
  }
}

/// Why signed lines do not parse.
struct LineFault: Error, Hashable {
  let what: String
  init(_ what: String) { self.what = what }
}

/// The values that lines hold.
enum LineValue {
  /// `0|[1-9][0-9]*`, below 2^63; nil for anything else.
  static func integer(_ text: ArraySlice<UInt8>) -> Int64? {
    guard let first = text.first, text.count <= 19, text.allSatisfy(ASCII.isDigit), first != 0x30 || text.count == 1
    else { return nil }
    var number: Int64 = 0
    for digit in text {
      let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.addingReportingOverflow(Int64(digit - 0x30))
      guard !overflow, !carry else { return nil }
      number = sum
    }
    return number
  }

  /// `YYYY-MM-DDTHH:MM:SSZ` by its form; it is for people, and no calendar is asked.
  static func time(_ text: ArraySlice<UInt8>) -> String? {
    let form = Array("0000-00-00T00:00:00Z".utf8)
    guard text.count == form.count else { return nil }
    for (byte, model) in zip(text, form) where model == 0x30 ? !ASCII.isDigit(byte) : byte != model { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// Lower-case hexadecimal of a number of bytes.
  static func hex(_ text: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    guard let bytes = Hex.decode(text), bytes.count == count else { return nil }
    return bytes
  }

  /// Strict base64 of a number of bytes, or with nil of any.
  static func base64(_ text: ArraySlice<UInt8>, count: Int?) -> [UInt8]? {
    guard let bytes = Base64.decode(text), count == nil || bytes.count == count else { return nil }
    return bytes
  }

  /// The parts between single spaces; an empty part is a part.
  static func parts(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    text.split(separator: 0x20, omittingEmptySubsequences: false)
  }
}
