/// One profile of the shared credentials file, with what matters of it.
struct AWSProfile {
  let name: [UInt8]
  let line: Int
  var keyID: (value: [UInt8], line: Int)?
  var secret: (value: [UInt8], line: Int)?
  var sessionToken: (value: [UInt8], line: Int)?
  /// The settings that say that credentials come from elsewhere.
  var references: [String] = []
}

/// Reads the profiles of a shared credentials file.
struct AWSProfileReader {
  private(set) var profiles: [AWSProfile] = []
  private(set) var faults: [(line: Int, message: String)] = []
  private(set) var remarks: [(line: Int, message: String)] = []
  private var current: Int?
  /// Whether indented lines are settings within the last one, which has no value of its own.
  private var hasNested = false

  init(_ text: [UInt8]) {
    let text = LineText(text)
    for line in text.lines { take(text[line], line.number) }
  }

  private mutating func take(_ line: ArraySlice<UInt8>, _ number: Int) {
    let content = line.trimmingBlanks
    guard let first = content.first, first != UInt8(ascii: "#"), first != UInt8(ascii: ";") else { return }
    if first == UInt8(ascii: "[") { return begin(content, number) }
    let isIndented = line.first?.isBlank ?? false
    let separator = content.firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }
    let key = content[..<(separator ?? content.startIndex)].trimmingBlanks
    // Indented lines are settings within a setting, or continue one; only a credential is looked for there.
    if isIndented, hasNested || !Self.isCredential(key) { return }
    guard let separator, !key.isEmpty else {
      faults.append((number, "the line is neither a section nor a setting"))
      return
    }
    guard let current else {
      faults.append((number, "a setting stands before the first section"))
      return
    }
    let value = Self.value(content[(separator + 1)...])
    hasNested = value.isEmpty
    set(key, value, number, in: current)
  }

  private static func isCredential(_ key: ArraySlice<UInt8>) -> Bool {
    key.isTextIgnoringCase("aws_access_key_id") || key.isTextIgnoringCase("aws_secret_access_key")
      || key.isTextIgnoringCase("aws_session_token")
  }

  /// A value ends at the line's end, or at a comment with a blank before it.
  private static func value(_ rest: ArraySlice<UInt8>) -> [UInt8] {
    for position in rest.indices
    where rest[position] == UInt8(ascii: "#") || rest[position] == UInt8(ascii: ";") {
      if position > rest.startIndex, rest[position - 1].isBlank {
        return Array(rest[..<position].trimmingBlanks)
      }
    }
    return Array(rest.trimmingBlanks)
  }

  private mutating func begin(_ content: ArraySlice<UInt8>, _ number: Int) {
    hasNested = false
    guard let end = content.firstIndex(of: UInt8(ascii: "]")) else {
      faults.append((number, "a section lacks its closing bracket"))
      current = nil
      return
    }
    var name = content[(content.startIndex + 1)..<end].trimmingBlanks
    if let after = name.after("profile"), after.first?.isBlank ?? false { name = after.trimmingBlanks }
    if name.count >= 2, name.first == UInt8(ascii: "\""), name.last == UInt8(ascii: "\"") {
      name = name.dropFirst().dropLast()
    }
    let bytes = Array(name)
    if let known = profiles.firstIndex(where: { $0.name == bytes }) {
      current = known
    } else {
      current = profiles.count
      profiles.append(AWSProfile(name: bytes, line: number))
    }
  }

  private mutating func set(_ key: ArraySlice<UInt8>, _ value: [UInt8], _ number: Int, in index: Int) {
    let paths: [(StaticString, WritableKeyPath<AWSProfile, (value: [UInt8], line: Int)?>)] = [
      ("aws_access_key_id", \.keyID), ("aws_secret_access_key", \.secret),
      ("aws_session_token", \.sessionToken),
    ]
    if let (name, path) = paths.first(where: { key.isTextIgnoringCase($0.0) }) {
      if let earlier = profiles[index][keyPath: path], earlier.value != value {
        remarks.append((number, "\(name) takes the place of the one on line \(earlier.line)"))
      }
      if value.first == UInt8(ascii: "\"") {
        remarks.append((number, "\(name) begins with a quote, which is kept as a part of it"))
      }
      profiles[index][keyPath: path] = (value, number)
      return
    }
    let references: [StaticString] = ["credential_process", "role_arn", "web_identity_token_file"]
    if let name = references.first(where: { key.isTextIgnoringCase($0) }) {
      profiles[index].references.append("\(name)")
    } else if key.map(\.asciiLowercase).begins(with: "sso_"),
      !profiles[index].references.contains("sso")
    {
      profiles[index].references.append("sso")
    }
  }
}
