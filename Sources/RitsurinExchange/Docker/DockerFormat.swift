import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Docker's `config.json`, Podman's `auth.json`, and the older `.dockercfg`.
enum DockerFormat: ForeignFormat {
  static let format = RKeychainExchangeFormat.docker

  /// What stands for the account of a token.
  private static let tokenAccount = "<token>"
  private static let noUser = Array("00000000-0000-0000-0000-000000000000".utf8)

  static func recognizes(_ input: ImportInput) -> Bool {
    guard case .object(let root)? = input.json, !root.members.isEmpty else { return false }
    if case .object = root["auths"] { return true }
    if case .string = root["credsStore"] { return true }
    if case .object = root["credHelpers"] { return true }
    return root.members.allSatisfy { member in
      guard case .object(let entry) = member.value else { return false }
      return entry["auth"] != nil
    }
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    guard case .object(let root) = try input.requireJSON() else {
      throw RKeychainImportError(.decodingFailed, message: "the file is no JSON object")
    }
    var builder = ImportBuilder(format)
    var registries = root
    if let auths = root["auths"] {
      guard case .object(let object) = auths else {
        throw RKeychainImportError(.decodingFailed, line: root.line, message: "\"auths\" must be an object")
      }
      registries = object
    } else if root["credsStore"] != nil || root["credHelpers"] != nil {
      registries = JSONObject(line: root.line, members: [])
    }
    let hasStore = root.members.contains { $0.name.begins(with: "cred") }
    for (name, value) in registries.members {
      guard case .object(let entry) = value else {
        builder.report(line: registries.line, "the entry of a registry is no object")
        continue
      }
      // JSON strings of a checked text are UTF-8.
      add(entry, registry: String(decoding: name, as: UTF8.self), hasStore, options, to: &builder)
    }
    noteHelpers(root, registries, &builder)
    return try builder.finish()
  }

  /// The registries whose secrets are elsewhere.
  private static func noteHelpers(
    _ root: JSONObject, _ registries: JSONObject, _ builder: inout ImportBuilder
  ) {
    if case .object(let helpers) = root["credHelpers"] {
      for (name, _) in helpers.members where !registries.members.contains(where: { $0.name == name }) {
        builder.skip(
          line: helpers.line,
          "\(String(decoding: name, as: UTF8.self)): its secret is kept by a credential helper")
      }
    }
    if case .string = root["credsStore"], registries.members.isEmpty {
      builder.skip(line: root.line, "the secrets are kept by a credential store, not in this file")
    }
  }

  private static func add(
    _ entry: JSONObject, registry: String, _ hasStore: Bool, _ options: RKeychainImportOptions,
    to builder: inout ImportBuilder
  ) {
    let line = entry.line
    func text(_ name: StaticString) -> [UInt8]? {
      guard case .string(let bytes)? = entry[name], !bytes.isEmpty else { return nil }
      return bytes
    }
    var credential: (user: [UInt8], password: [UInt8])?
    if let auth = text("auth") {
      guard let decoded = Base64Text.decode(auth.filter { !$0.isLineEnd }) else {
        return builder.report(line: line, "\(registry): \"auth\" is no base64")
      }
      guard let (user, password) = decoded.split(atFirst: UInt8(ascii: ":")) else {
        return builder.report(line: line, "\(registry): \"auth\" holds no colon")
      }
      credential = (Array(user), Array(password))
    }
    if case .string(let user)? = entry["username"], case .string(let password)? = entry["password"],
      !user.isEmpty || !password.isEmpty
    {
      if let credential, credential.user != user || credential.password != password {
        builder.remark(line: line, "\(registry): \"auth\" is taken; user name and password beside it differ")
      } else {
        credential = (user, password)
      }
    }
    let identityToken = text("identitytoken")
    var found = false
    var account = ""
    if let (user, password) = credential,
      identityToken == nil || !(password.isEmpty && (user == noUser || user.isEmpty))
    {
      guard let name = builder.name(user, of: "user name", line: line) else { return }
      account = name
      builder.add(RKeychainNewItem(service: registry, key: name, value: Data(password)), line: line)
      found = true
    }
    if let identityToken {
      builder.add(
        RKeychainNewItem(service: registry, key: tokenAccount, value: Data(identityToken)), line: line)
      found = true
    }
    if let token = text("registrytoken") {
      if options.extraItems {
        builder.add(
          RKeychainNewItem(service: registry, key: account + "#registrytoken", value: Data(token)),
          line: line)
      } else {
        builder.remark(line: line, "\(registry): the registry token is left out (--extra items takes it)")
      }
      found = true
    }
    guard !found else { return }
    builder.skip(
      line: line,
      hasStore
        ? "\(registry): its secret is kept by a credential store or helper"
        : "\(registry): there is no secret")
  }
}
