// Prints this program's generic-password items as native JSON Lines, for `rvault import`.
//
// Call `exportKeychain()` from a debug build of the app, or from a command-line tool that is signed with the
// app's access groups. What it prints are secrets in plain text.
#if canImport(Security)
  import Foundation
  import Security

  struct KeychainExportFailure: Error { let status: OSStatus }

  func exportKeychain(to output: FileHandle = .standardOutput) throws {
    func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
    func write(_ object: [String: Any]) throws {
      try output.write(contentsOf: JSONSerialization.data(withJSONObject: object, options: .sortedKeys))
      try output.write(contentsOf: Data("\n".utf8))
    }

    // First everything but the data: all items together with their data cannot be asked for on macOS.
    let all: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecUseDataProtectionKeychain as String: true,  // macOS: not the login keychain
      kSecAttrSynchronizable as String: kSecAttrSynchronizableAny,  // both kinds, not local items alone
      kSecMatchLimit as String: kSecMatchLimitAll,
      kSecReturnAttributes as String: true,
      kSecReturnPersistentRef as String: true,
    ]
    var found: CFTypeRef?
    let status = SecItemCopyMatching(all as CFDictionary, &found)
    guard status == errSecSuccess || status == errSecItemNotFound else {
      throw KeychainExportFailure(status: status)
    }

    try write(["format": "keychain-items", "version": 1, "generator": "ExportKeychain.swift"])
    var count = 0
    for item in found as? [[String: Any]] ?? [] {
      func attribute(_ name: CFString) -> Any? { item[name as String] }
      guard let service = text(attribute(kSecAttrService) ?? ""),
        let account = text(attribute(kSecAttrAccount) ?? ""),
        let reference = attribute(kSecValuePersistentRef)
      else {
        note("left out: an item whose names are not UTF-8")
        continue
      }
      // Then the data, item by item: one that is refused does not hide the others.
      let one: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecUseDataProtectionKeychain as String: true,
        kSecValuePersistentRef as String: reference,
        kSecReturnData as String: true,
      ]
      var value: CFTypeRef?
      let status = SecItemCopyMatching(one as CFDictionary, &value)
      guard status == errSecSuccess, let value = value as? Data else {
        note("left out, status \(status): \(service) \(account)")
        continue
      }
      var object: [String: Any] = [
        "service": service, "account": account, "valueBase64": value.base64EncodedString(),
      ]
      object["accessGroup"] = attribute(kSecAttrAccessGroup) as? String
      object["synchronizable"] = (attribute(kSecAttrSynchronizable) as? NSNumber)?.boolValue ?? false
      object["accessibility"] = (attribute(kSecAttrAccessible) as? String).flatMap { accessibilityNames[$0] }
      object["label"] = attribute(kSecAttrLabel).flatMap(text)
      object["comment"] = attribute(kSecAttrComment).flatMap(text)
      object["kind"] = attribute(kSecAttrDescription).flatMap(text)
      object["created"] = (attribute(kSecAttrCreationDate) as? Date).map(time)
      object["modified"] = (attribute(kSecAttrModificationDate) as? Date).map(time)
      object["x-ritsurin-generic"] = (attribute(kSecAttrGeneric) as? Data)?.base64EncodedString()
      object["x-ritsurin-creator"] = (attribute(kSecAttrCreator) as? NSNumber)?.uint32Value
      object["x-ritsurin-type"] = (attribute(kSecAttrType) as? NSNumber)?.uint32Value
      object["x-ritsurin-invisible"] = (attribute(kSecAttrIsInvisible) as? NSNumber)?.boolValue
      object["x-ritsurin-negative"] = (attribute(kSecAttrIsNegative) as? NSNumber)?.boolValue
      try write(object)
      count += 1
    }
    // The trailer counts what was written, so that a cut file is noticed.
    try write(["end": true, "count": count])
  }

  /// Text attributes may come back as data; data that is not UTF-8 is not repaired.
  private func text(_ attribute: Any) -> String? {
    if let text = attribute as? String { return text }
    guard let data = attribute as? Data else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    return Data(text.utf8) == data ? text : nil
  }

  private func time(_ date: Date) -> String {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return formatter.string(from: date)
  }

  private let accessibilityNames = [
    "ak": "whenUnlocked", "ck": "afterFirstUnlock", "dk": "always", "aku": "whenUnlockedThisDeviceOnly",
    "cku": "afterFirstUnlockThisDeviceOnly", "dku": "alwaysThisDeviceOnly",
    "akpu": "whenPasscodeSetThisDeviceOnly",
  ]
#endif
