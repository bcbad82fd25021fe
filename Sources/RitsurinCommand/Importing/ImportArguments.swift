import RitsurinExchange

extension Invocation {
  /// How a file is read, as the options say.
  ///
  /// - Parameter path: The file, whose name may name the service; nil where there is none.
  /// - Throws: `.usage`.
  func importOptions(path: String?) throws(ToolFailure) -> RKeychainImportOptions {
    var options = RKeychainImportOptions(
      format: try format(), isPartial: has(.partial))
    options.encoding = try word(.encoding, RKeychainTextEncoding.self)
    options.service = value(.service)
    options.fileStem = path.flatMap { PathText.stem(of: $0) }
    options.serviceFrom = try word(.serviceFrom, RKeychainImportOptions.ServiceSource.self)
    for rule in values(.groupMap) { options.groupMap.append(try groupRule(rule)) }
    options.groupFromFolder = try flag(.groupFrom, "folder")
    options.extraItems = try flag(.extra, "items")
    options.notes = try word(.notes, RKeychainImportOptions.NotesForm.self) ?? .text
    options.unwrap = has(.unwrap)
    for name in values(.include) {
      guard
        let known = RKeychainImportOptions.Inclusion.allCases.first(where: { Self.same($0.rawValue, name) })
      else { throw wrongWord(.include) }
      options.include.insert(known)
    }
    options.isHexadecimal = has(.hex)
    options.isText = has(.text)
    options.account = value(.account)
    options.isDataBase64 = try flag(.data, "base64")
    options.usesPath = has(.usePath)
    options.asEnvironment = try flag(.asForm, "env")
    options.accountFields = values(.accountField)
    options.bodyAsComment = try flag(.body, "comment")
    options.wholeEntry = try flag(.valuePart, "all")
    options.firstLineAuto = try flag(.firstLine, "auto")
    return options
  }

  private func format() throws(ToolFailure) -> RKeychainExchangeFormat? {
    guard let name = value(.format) else { return nil }
    guard let known = FormatName.readable.first(where: { Self.same($0, name) }) else {
      throw .usage("\(Option.format.spelling) must be one of \(FormatName.readable.joined(separator: ", "))")
    }
    return RKeychainExchangeFormat(rawValue: known)
  }

  private static func same(_ first: String, _ second: String) -> Bool {
    first.utf8.elementsEqual(second.utf8)
  }

  private func wrongWord(_ option: Option) -> ToolFailure {
    .usage("\(option.spelling) must be \(option.valueName ?? "")")
  }

  /// The value of an option that takes one word.
  private func flag(_ option: Option, _ wanted: String) throws(ToolFailure) -> Bool {
    guard let given = value(option) else { return false }
    guard Self.same(given, wanted) else { throw wrongWord(option) }
    return true
  }

  /// The value of an option that takes one of some words.
  private func word<Words: CaseIterable & RawRepresentable>(
    _ option: Option, _ words: Words.Type
  ) throws(ToolFailure) -> Words? where Words.RawValue == String {
    guard let given = value(option) else { return nil }
    guard let known = words.allCases.first(where: { Self.same($0.rawValue, given) }) else {
      let list = words.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("\(option.spelling) must be one of \(list)")
    }
    return known
  }

  private func groupRule(_ rule: String) throws(ToolFailure) -> (old: String, new: String) {
    let bytes = Array(rule.utf8)
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
      throw .usage("\(Option.groupMap.spelling) must be OLD=NEW; an empty name is the default place")
    }
    return (
      String(decoding: bytes[..<equals], as: UTF8.self),
      String(decoding: bytes[(equals + 1)...], as: UTF8.self)
    )
  }
}

extension PathText {
  /// A file's name without what follows its last point; nil for streams.
  static func stem(of path: String) -> String? {
    guard !isStandardInput(path), descriptor(path) == nil else { return nil }
    let name = Array(name(of: path).utf8)
    guard let point = name.lastIndex(of: UInt8(ascii: ".")), point > 0 else {
      return String(decoding: name, as: UTF8.self)
    }
    return String(decoding: name[..<point], as: UTF8.self)
  }
}
