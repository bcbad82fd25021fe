import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The shared credentials file of AWS; nothing that it names is run.
enum AWSFormat: ForeignFormat {
  static let format = RKeychainExchangeFormat.aws

  static func recognizes(_ input: ImportInput) -> Bool {
    guard let bytes = input.text, input.json == nil else { return false }
    let text = LineText(bytes)
    var hasSection = false
    for line in text.lines {
      let content = text[line].trimmingBlanks
      if content.first == UInt8(ascii: "[") {
        hasSection = true
      } else if hasSection {
        let key = content.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ":") }.trimmingBlanks
        if key.isTextIgnoringCase("aws_access_key_id") || key.isTextIgnoringCase("aws_secret_access_key") {
          return true
        }
      }
    }
    return false
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    let reader = AWSProfileReader(try input.requireText())
    var builder = ImportBuilder(format)
    for fault in reader.faults { builder.report(line: fault.line, fault.message) }
    for remark in reader.remarks { builder.remark(line: remark.line, remark.message) }
    for profile in reader.profiles { add(profile, options, to: &builder) }
    return try builder.finish()
  }

  private static func add(
    _ profile: AWSProfile, _ options: RKeychainImportOptions, to builder: inout ImportBuilder
  ) {
    let line = profile.line
    // The text of the file was checked.
    let name = String(decoding: profile.name, as: UTF8.self)
    if !profile.references.isEmpty {
      let list = profile.references.joined(separator: ", ")
      let message = "\(name): what \(list) refers to is left out; nothing is run or asked for"
      if profile.secret == nil {
        builder.skip(line: line, message)
      } else {
        builder.remark(line: line, message)
      }
    }
    guard let keyID = profile.keyID, !keyID.value.isEmpty else {
      if let secret = profile.secret {
        builder.report(line: secret.line, "\(name): there is a secret key without its access key id")
      } else if let token = profile.sessionToken {
        builder.report(line: token.line, "\(name): there is a session token without an access key id")
      } else if profile.references.isEmpty {
        builder.skip(line: line, "\(name): there is no secret")
      }
      return
    }
    guard let secret = profile.secret else {
      if profile.references.isEmpty { builder.skip(line: line, "\(name): there is no secret key") }
      return
    }
    let service = options.asEnvironment ? options.service ?? "aws:" + name : "aws:" + name
    let account = String(decoding: keyID.value, as: UTF8.self)
    func add(_ key: String, _ value: (value: [UInt8], line: Int)) {
      builder.add(RKeychainNewItem(service: service, key: key, value: Data(value.value)), line: value.line)
    }
    if options.asEnvironment {
      add("AWS_ACCESS_KEY_ID", keyID)
      add("AWS_SECRET_ACCESS_KEY", secret)
    } else {
      add(account, secret)
    }
    guard let token = profile.sessionToken else { return }
    add(options.asEnvironment ? "AWS_SESSION_TOKEN" : account + "#session_token", token)
    builder.remark(line: token.line, "\(name): a session token lives for a few hours only")
  }
}
