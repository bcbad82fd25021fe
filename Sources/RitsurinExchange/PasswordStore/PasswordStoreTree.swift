import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A decrypted tree of pass, gopass or passage: a file an entry, the path its name.
enum PasswordStoreTree {
  /// What to do where the files are still encrypted.
  static let loop =
    "rvault import --from pass reads the store itself; or, for text: gopass ls --flat | while IFS= read -r p; "
    + "do gopass show -o \"$p\" </dev/null | jq -Rsc --arg s \"${p%/*}\" --arg a \"${p##*/}\" "
    + "'{service:$s,account:$a,value:rtrimstr(\"\\n\")}'; done | rvault import -"

  /// Reads files.
  ///
  /// - Parameters:
  ///   - files: The files; those below names that begin with a point are passed over.
  ///   - options: How they are read.
  static func read(
    _ files: [RKeychainTreeFile], options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    var builder = ImportBuilder(.pass, unit: .entry)
    var number = 0
    for file in files {
      let parts = file.path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true)
      guard let leaf = parts.last, !parts.contains(where: { $0.first == UInt8(ascii: ".") }) else { continue }
      number += 1
      guard !isEncrypted(leaf, file.bytes) else {
        throw RKeychainImportError(
          .unsupportedFormat, line: number, message: "\(file.path) is encrypted: \(loop)")
      }
      let directory = parts.dropLast().map { Array($0) }.joined(separator: [UInt8(ascii: "/")])
      // Parts of a string's UTF-8, cut at slashes, are UTF-8.
      let name = Name(
        path: file.path, service: String(decoding: Array(directory), as: UTF8.self),
        account: String(decoding: leaf, as: UTF8.self), number: number)
      add(file.bytes, name, options, to: &builder)
    }
    return try builder.finish()
  }

  private struct Name {
    let path: String
    let service: String
    let account: String
    let number: Int
  }

  private static func isEncrypted(_ leaf: some BidirectionalCollection<UInt8>, _ bytes: [UInt8]) -> Bool {
    let isNamed = [".gpg", ".age"].contains { leaf.reversed().starts(with: $0.utf8.reversed()) }
    return isNamed || bytes.begins(with: "age-encryption.org/v1")
      || bytes.begins(with: "-----BEGIN PGP MESSAGE")
      || bytes.begins(with: "-----BEGIN AGE ENCRYPTED FILE")
  }

  private static func add(
    _ bytes: [UInt8], _ name: Name, _ options: RKeychainImportOptions, to builder: inout ImportBuilder
  ) {
    let entry = PasswordStoreEntry(bytes)
    func remark(_ message: String) { builder.remark(line: name.number, "\(name.path): \(message)") }
    var service = name.service
    if service.isEmpty, let given = options.service { service = given }
    var account = name.account
    if let field = entry.field(options.accountFields) {
      guard let text = builder.name(field, of: "account field", line: name.number) else { return }
      account = text
    }
    func add(_ key: String, _ value: [UInt8], comment: String? = nil) {
      builder.add(
        RKeychainNewItem(service: service, key: key, comment: comment, value: Data(value)), line: name.number)
    }
    if options.wholeEntry { return add(account, bytes) }
    if entry.isBinary {
      guard let binary = entry.binary else {
        return builder.report(
          line: name.number,
          "\(name.path): the header says base64, and the rest is none (--value all takes it)")
      }
      return add(account, binary)
    }
    if bytes.begins(with: "GOPASS-SECRET-1.0") {
      guard let password = entry.field(["Password"]) else {
        return builder.report(
          line: name.number, "\(name.path): an older secret of gopass without its password")
      }
      remark("an older secret of gopass; its other headers and its body are not taken over")
      return add(account, password)
    }
    var value = entry.password
    if entry.looksLikeField {
      if options.firstLineAuto { value = [] }
      remark(
        options.firstLineAuto
          ? "the first line is a field; the password is empty"
          : "the first line, which is taken, looks like a field (--first-line auto takes an empty password)")
    } else if value.isEmpty {
      remark("the password is empty")
    }
    if entry.hasCarriageReturn { remark("the first line ends with a carriage return, which is taken off") }
    if value.begins(with: "gopass://") { remark("the reference is kept as it stands") }
    var comment: String?
    if options.bodyAsComment, !entry.body.isEmpty {
      guard let text = builder.name(entry.body, of: "body", line: name.number) else { return }
      comment = text
    } else if entry.bodyLineCount > 0 {
      let count = entry.bodyLineCount
      let lines = count == 1 ? "1 line behind the first is" : "\(count) lines behind the first are"
      remark("\(lines) not taken over (--value all, --body comment)")
    }
    add(account, value, comment: comment)
    guard options.extraItems else { return }
    for (position, seed) in entry.seeds.enumerated() {
      add(account + "#otpauth" + (position == 0 ? "" : "-\(position + 1)"), seed)
    }
  }
}

extension RKeychainImport {
  /// Reads a tree of files: a password store that has been decrypted.
  ///
  /// - Parameters:
  ///   - tree: Its files, in the order in which they shall be reported.
  ///   - options: How it is read; the format must be `pass`, since nothing in such files tells what they are.
  /// - Throws: ``RKeychainImportError`` with everything that is wrong.
  /// - Complexity: linear.
  public init(
    readingTree tree: [RKeychainTreeFile], options: RKeychainImportOptions
  ) throws(RKeychainImportError) {
    guard options.format == .pass else {
      throw RKeychainImportError(
        .unknownFormat, message: "a directory is read only as a decrypted password store: --format pass")
    }
    self = try PasswordStoreTree.read(tree, options: options)
    try ImportRules.apply(options, to: &self)
  }
}
