import Ritsurin

/// Reads `keychain-items`: JSON Lines, or the same objects in one JSON array.
struct NativeReader {
  /// The part of the file between a header and its trailer.
  private enum Segment {
    case none
    /// A part is under way, in which `count` items stood so far.
    case open(hasHeader: Bool, line: Int, count: Int)
  }

  private let isPartial: Bool
  private var segment = Segment.none
  private var hasContent = false
  private var entries: [RKeychainImport.Entry] = []
  private var notices: [RKeychainImportRemark] = []
  private var problems: [RKeychainImportRemark] = []
  private var problemCount = 0

  /// Reads a whole text.
  ///
  /// - Parameters:
  ///   - text: Valid UTF-8 without a byte order mark.
  ///   - isPartial: Whether a cut text is read as far as it goes.
  /// - Throws: every problem of the text.
  static func read(_ text: [UInt8], isPartial: Bool) throws(RKeychainImportError) -> RKeychainImport {
    var reader = NativeReader(isPartial: isPartial)
    if text.first(where: { !isBlank($0) }) == UInt8(ascii: "[") {
      try reader.readArray(text)
    } else {
      try reader.readLines(text)
    }
    return try reader.finish()
  }

  private init(isPartial: Bool) {
    self.isPartial = isPartial
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  // MARK: The two forms

  private mutating func readLines(_ text: [UInt8]) throws(RKeychainImportError) {
    for line in TextLines(text) where !text[line.range].allSatisfy(Self.isBlank) {
      hasContent = true
      var parser = JSONParser(text, range: line.range, line: line.number)
      let value: JSONValue
      do throws(JSONFault) {
        value = try parser.parseWhole()
      } catch {
        // Only the last line can be half of one, and then no line end follows.
        reportCut(
          line: line.number, error.message, isCut: error.isUnfinished && !line.isEnded,
          partial: "the last line is incomplete; it is left out")
        continue
      }
      try take(value, line: line.number)
    }
  }

  private mutating func readArray(_ text: [UInt8]) throws(RKeychainImportError) {
    hasContent = true
    var parser = JSONParser(text)
    do throws(JSONFault) {
      try parser.beginArray()
    } catch {
      report(line: error.line, error.message)
    }
    var isFirst = true
    while let value = nextElement(&parser, isFirst: isFirst) {
      isFirst = false
      try take(value, line: parser.line)
    }
  }

  /// The next element; nil at the array's end, and where the array goes wrong.
  private mutating func nextElement(_ parser: inout JSONParser, isFirst: Bool) -> JSONValue? {
    do throws(JSONFault) {
      return try parser.nextElement(isFirst: isFirst)
    } catch {
      reportCut(
        line: error.line, error.message, isCut: error.isUnfinished,
        partial: "the array does not end; what is whole of it is read")
      return nil
    }
  }

  // MARK: Objects

  private mutating func take(_ value: JSONValue, line: Int) throws(RKeychainImportError) {
    guard case .object(let object) = value else {
      report(line: line, "an object must stand here, not \(value.kindName)")
      return
    }
    if object["format"] != nil {
      try beginSegment(object)
    } else if object["end"] != nil {
      endSegment(object)
    } else {
      takeItem(object)
    }
  }

  private mutating func takeItem(_ object: JSONObject) {
    switch segment {
    case .none: segment = .open(hasHeader: false, line: object.line, count: 1)
    case .open(let hasHeader, let line, let count):
      segment = .open(hasHeader: hasHeader, line: line, count: count + 1)
    }
    do throws(NativeFault) {
      let item = try NativeItem(object)
      entries.append(RKeychainImport.Entry(item: try item.item(), line: object.line))
      for notice in item.notices { remark(line: object.line, notice) }
    } catch {
      report(line: object.line, error.message)
    }
  }

  // MARK: Header and trailer

  private mutating func beginSegment(_ object: JSONObject) throws(RKeychainImportError) {
    checkCut(before: "the header on line \(object.line)")
    segment = .open(hasHeader: true, line: object.line, count: 0)
    guard case .string(let name) = object["format"], name.elementsEqual(NativeFormat.name.utf8) else {
      throw RKeychainImportError(
        .unknownFormat, line: object.line, message: "the header does not say \(NativeFormat.name)")
    }
    guard case .integer(let version) = object["version"] else {
      report(line: object.line, "the header has no version, or one that is no whole number")
      return
    }
    guard version == NativeFormat.version else {
      throw RKeychainImportError(
        .unsupportedFormat, line: object.line,
        message: "version \(version) of the format is not known here, only \(NativeFormat.version)")
    }
    for name in ["generator", "exported"] as [StaticString] {
      if let value = object[name], case .string = value { continue } else if object[name] == nil { continue }
      report(line: object.line, "\"\(name)\" of the header must be a string")
    }
    checkNames(of: object, ["format", "version", "generator", "exported"], "header")
  }

  private mutating func endSegment(_ object: JSONObject) {
    let read: Int =
      switch segment {
      case .none: 0
      case .open(_, _, let count): count
      }
    segment = .none
    checkNames(of: object, ["end", "count"], "trailer")
    guard case .bool(true) = object["end"] else {
      report(line: object.line, "\"end\" of the trailer must be true")
      return
    }
    guard case .integer(let count) = object["count"] else {
      report(line: object.line, "the trailer has no count, or one that is no whole number")
      return
    }
    if count != read {
      let message = "the trailer counts \(count) items, and \(read) stand before it"
      reportCut(line: object.line, message, isCut: true, partial: message)
    }
  }

  private mutating func checkNames(of object: JSONObject, _ known: [StaticString], _ what: String) {
    let known = known.map { Array("\($0)".utf8) }
    for (name, _) in object.members where !known.contains(name) && !NativeFormat.isAnnotation(name) {
      report(line: object.line, "a name in the \(what) is not known")
    }
  }

  /// Looks whether the part under way lacks its trailer.
  private mutating func checkCut(before what: String) {
    guard case .open(hasHeader: true, let line, _) = segment else { return }
    let message = "the trailer of the part that begins here is missing before \(what): the file was cut"
    reportCut(line: line, message, isCut: true, partial: message)
  }

  private mutating func finish() throws(RKeychainImportError) -> RKeychainImport {
    checkCut(before: "the end of the file")
    if !hasContent, !isPartial {
      throw RKeychainImportError(
        .decodingFailed, message: "the file is empty: not even a header stands in it")
    }
    guard problems.isEmpty else {
      throw RKeychainImportError(.decodingFailed, problems: problems, count: problemCount)
    }
    return RKeychainImport(entries: entries, notices: notices, format: .native)
  }

  // MARK: Reports

  private mutating func report(line: Int, _ message: String) {
    problemCount += 1
    guard problems.count < RKeychainImportError.problemLimit else { return }
    problems.append(RKeychainImportRemark(line: line, message: message))
  }

  private mutating func remark(line: Int, _ message: String) {
    notices.append(RKeychainImportRemark(line: line, message: message))
  }

  /// Reports what a cut file looks like: a problem, or with `isPartial` a notice.
  private mutating func reportCut(line: Int, _ message: String, isCut: Bool, partial: String) {
    if isCut && isPartial {
      remark(line: line, partial)
    } else {
      report(line: line, message)
    }
  }
}
