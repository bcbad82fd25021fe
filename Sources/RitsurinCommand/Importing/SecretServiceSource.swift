import RitsurinExchange
import RitsurinSystem

/// The desktop's keyring: `gdbus` lists its items, and `secret-tool` gives the secrets.
///
/// Arguments hold attributes (services, user names), never secrets.
struct SecretServiceSource {
  private static let service = "org.freedesktop.secrets"
  private static let root = "/org/freedesktop/secrets"
  /// How much a listing may have, in bytes.
  private static let listingLimit = 16 << 20
  /// How much a secret may have, in bytes.
  private static let secretLimit = 64 << 20

  private let invocation: Invocation
  private let programs: StorePrograms

  init(_ invocation: Invocation) {
    self.invocation = invocation
    programs = StorePrograms(invocation)
  }

  /// Asks for everything.
  func read(_ options: RKeychainImportOptions) throws(ToolFailure) -> RKeychainImport {
    let gdbus = try programs.find("gdbus", package: "libglib2.0-bin")
    let secretTool = try programs.find("secret-tool", package: "libsecret-tools")
    var items: [SecretServiceItem] = []
    var leftOut: [RKeychainImportRemark] = []
    for collection in try paths(try property(gdbus, Self.root, "Service", "Collections")) {
      let label = try text(try property(gdbus, collection, "Collection", "Label"))
      if case .bool(true) = try property(gdbus, collection, "Collection", "Locked") {
        leftOut.append(
          RKeychainImportRemark(
            line: nil,
            message: "the collection \(String(decoding: label, as: UTF8.self)) is locked; unlock it"))
        continue
      }
      for path in try paths(try property(gdbus, collection, "Collection", "Items")) {
        var item = try item(gdbus, path)
        item.collection = label
        items.append(item)
      }
    }
    let progress = ProgressBar(invocation)
    defer { progress.end() }
    for index in items.indices {
      progress.show(index, of: items.count, "secret-tool")
      try readSecret(of: index, in: &items, secretTool)
    }
    do throws(RKeychainImportError) {
      var file = try RKeychainImport(secretService: items, options: options)
      file.skipped += leftOut
      return file
    } catch {
      throw ToolFailure(error)
    }
  }

  // MARK: The listing

  private func item(_ gdbus: String, _ path: String) throws(ToolFailure) -> SecretServiceItem {
    let all = try call(gdbus, path, "GetAll", ["org.freedesktop.Secret.Item"])
    guard case .map(let pairs)? = all["Attributes"] else { throw Self.notUnderstood }
    var item = SecretServiceItem()
    for pair in pairs {
      guard case .text(let name) = pair.key, case .text(let value) = pair.value else {
        throw Self.notUnderstood
      }
      item.attributes.append((name, value))
    }
    if case .text(let label)? = all["Label"] { item.label = label }
    if case .bool(true)? = all["Locked"] { item.isLocked = true }
    if case .number(let seconds)? = all["Created"] { item.created = seconds }
    if case .number(let seconds)? = all["Modified"] { item.modified = seconds }
    return item
  }

  private func property(
    _ gdbus: String, _ path: String, _ interface: String, _ name: String
  ) throws(ToolFailure) -> GVariantText {
    try call(gdbus, path, "Get", ["org.freedesktop.Secret.\(interface)", name])
  }

  private func call(
    _ gdbus: String, _ path: String, _ method: String, _ arguments: [String]
  ) throws(ToolFailure) -> GVariantText {
    let outcome = try programs.run(
      gdbus,
      [
        "call", "--session", "--dest", Self.service, "--object-path", path, "--method",
        "org.freedesktop.DBus.Properties.\(method)",
      ] + arguments, outputLimit: Self.listingLimit)
    guard outcome.status == 0 else {
      throw ToolFailure(
        .failed, "the desktop's keyring does not answer: \(StorePrograms.message(of: outcome))")
    }
    guard case .list(let results)? = GVariantText(outcome.output), let first = results.first else {
      throw Self.notUnderstood
    }
    return first
  }

  private static let notUnderstood = ToolFailure(
    .failed, "the answer of the desktop's keyring is not understood")

  private func paths(_ value: GVariantText) throws(ToolFailure) -> [String] {
    guard case .list(let elements) = value else { throw Self.notUnderstood }
    var paths: [String] = []
    for element in elements { paths.append(String(decoding: try text(element), as: UTF8.self)) }
    return paths
  }

  private func text(_ value: GVariantText) throws(ToolFailure) -> [UInt8] {
    guard case .text(let text) = value else { throw Self.notUnderstood }
    return text
  }

  // MARK: Secrets

  /// Looks an item up by all of its attributes; one that others match too cannot be told from these.
  private func readSecret(
    of index: Int, in items: inout [SecretServiceItem], _ secretTool: String
  ) throws(ToolFailure) {
    let item = items[index]
    let attributes = item.lookupAttributes
    guard !item.isLocked else { return items[index].problem = "the item is locked" }
    guard !attributes.isEmpty else {
      return items[index].problem = "the item has no attributes to look it up by"
    }
    let matches = items.count { $0.matches(attributes) }
    guard matches == 1 else {
      return items[index].problem =
        "\(matches) items have its attributes, and secret-tool cannot tell them apart"
    }
    var arguments = ["lookup"]
    for (name, value) in attributes {
      arguments += [String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)]
    }
    let outcome = try programs.run(secretTool, arguments, outputLimit: Self.secretLimit)
    guard outcome.status == 0 else {
      return items[index].problem = "secret-tool found no secret: \(StorePrograms.message(of: outcome))"
    }
    items[index].secret = outcome.output
  }
}
