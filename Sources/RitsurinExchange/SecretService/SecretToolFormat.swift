import Ritsurin

/// What `secret-tool search --all` prints, standard error included.
///
/// Secrets stand there without any frame: one that looks like the lines that follow it is refused.
enum SecretToolFormat: ForeignFormat {
  static let format = RKeychainExchangeFormat.secretTool

  static func recognizes(_ input: ImportInput) -> Bool {
    guard let bytes = input.text, input.json == nil else { return false }
    let text = LineText(bytes)
    return text.lines.indices.contains { isStart($0, text) }
  }

  /// Whether an item begins at a line: `[path]`, and then its label.
  private static func isStart(_ index: Int, _ text: LineText) -> Bool {
    let line = text[text.lines[index]]
    guard line.first == UInt8(ascii: "["), line.last == UInt8(ascii: "]"), index + 1 < text.lines.count else {
      return false
    }
    return text[text.lines[index + 1]].begins(with: "label = ")
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    let text = LineText(try input.requireText())
    let starts = text.lines.indices.filter { isStart($0, text) }
    guard let first = starts.first else {
      throw RKeychainImportError(.decodingFailed, message: "there is no item of secret-tool")
    }
    guard text.lines.contains(where: { text[$0].begins(with: "attribute.") }) else {
      throw RKeychainImportError(
        .decodingFailed,
        message: "there are no attributes: secret-tool writes them to standard error, so add 2>&1")
    }
    var builder = ImportBuilder(format)
    for line in text.lines[..<first] where !text[line].isEmpty {
      builder.skip(line: line.number, "the line stands before the first item")
    }
    for (position, start) in starts.enumerated() {
      let end = position + 1 < starts.count ? starts[position + 1] : text.lines.count
      add(start..<end, of: text, to: &builder)
    }
    return try builder.finish()
  }

  private static func add(_ block: Range<Int>, of text: LineText, to builder: inout ImportBuilder) {
    let number = text.lines[block.lowerBound].number
    let label = text[text.lines[block.lowerBound + 1]].dropFirst("label = ".utf8.count)
    // `created`, `modified` and `schema` follow each other; the secret is all that stands before them.
    let ends = block.dropFirst(2).filter { index in
      index + 1 < block.upperBound && text[text.lines[index]].begins(with: "created = ")
        && text[text.lines[index + 1]].begins(with: "modified = ")
    }
    guard let end = ends.first, ends.count == 1 else {
      return builder.report(
        line: number,
        ends.isEmpty
          ? "the item has no dates after its secret; the text is cut, or the secret looks like another item"
          : "the secret looks like the lines that follow it, so that nobody can say where it ends")
    }
    var attributes = SecretServiceAttributes()
    for index in (end + 2)..<max(block.upperBound, end + 2) {
      let line = text[text.lines[index]]
      if let schema = line.after("schema = ") {
        attributes.schema = Array(schema)
      } else if let pair = line.after("attribute."), let equals = pair.firstPosition(of: " = ") {
        attributes.pairs.append((Array(pair[..<equals]), Array(pair[(equals + 3)...])))
      } else if !line.isEmpty {
        return builder.report(
          line: text.lines[index].number,
          "the line is no attribute; an attribute of several lines is not read")
      }
    }
    guard end > block.lowerBound + 2 else {
      return builder.skip(line: number, "there is no secret; the item was locked")
    }
    let secretLine = text.lines[block.lowerBound + 2]
    guard text[secretLine].begins(with: "secret = ") else {
      return builder.report(line: secretLine.number, "the label has several lines, which are not read")
    }
    let start = secretLine.range.lowerBound + "secret = ".utf8.count
    let value = text.bytes[start..<text.lines[end - 1].range.upperBound]
    builder.add(
      label: Array(label), attributes: attributes, value: Array(value),
      created: time(text.lines[end], "created = ", text, &builder),
      modified: time(text.lines[end + 1], "modified = ", text, &builder), line: number)
  }

  private static func time(
    _ line: TextLines.Line, _ prefix: StaticString, _ text: LineText, _ builder: inout ImportBuilder
  ) -> Int64? {
    let date = (text[line].after(prefix) ?? []).trimmingBlanks
    guard !date.isEmpty else { return nil }
    let time = LooseTimes.dateAndTime(date)
    if time == nil { builder.remark(line: line.number, "the date is none, and left out") }
    return time
  }
}
