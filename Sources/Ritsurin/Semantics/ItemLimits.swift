#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What no store takes, checked before a store is touched, so that all stores refuse the same.
package enum ItemLimits {
  /// The largest value, in bytes: 64 MiB.
  package static let valueByteCount = 64 * 1024 * 1024
  /// The most bytes all attributes may take together in the vault's encoding (8 bytes beside each).
  package static let attributesByteCount = 65_535

  /// Checks a value's size.
  ///
  /// - Throws: `.valueTooLarge` above 64 MiB.
  package static func check(value: Data) throws(RKeychainError) {
    guard value.count <= valueByteCount else {
      throw RKeychainError(
        .valueTooLarge, message: "the value has \(value.count) bytes; the limit is \(valueByteCount)")
    }
  }

  /// Checks attributes: no NUL in the group, combinations that exist, and their size.
  ///
  /// - Throws: `.badParameter`.
  package static func check(_ attributes: RKeychainAttributes) throws(RKeychainError) {
    try check(group: attributes.accessGroup)
    if attributes.synchronizable, attributes.accessibility == .whenPasscodeSetThisDeviceOnly {
      throw RKeychainError(
        .badParameter, message: "an item that needs a passcode on this device cannot be synchronizable")
    }
    guard byteCount(attributes) <= attributesByteCount else {
      throw RKeychainError(
        .badParameter,
        message: "the attributes take \(byteCount(attributes)) bytes; the limit is \(attributesByteCount)")
    }
  }

  /// Checks that a group's name could exist; whether it may be used is another question.
  ///
  /// - Throws: `.badParameter` for a NUL.
  package static func check(group: String?) throws(RKeychainError) {
    guard let group, group.utf8.contains(0) else { return }
    throw RKeychainError(.badParameter, message: "an access group cannot contain NUL")
  }

  private static func byteCount(_ attributes: RKeychainAttributes) -> Int {
    let texts = [
      attributes.service, attributes.key, attributes.accessGroup, attributes.label, attributes.comment,
      attributes.kind, attributes.accessibility.code,
    ]
    var count = texts.reduce(0) { $0 + ($1.map { 8 + $0.utf8.count } ?? 0) }
    count += attributes.generic.map { 8 + $0.count } ?? 0
    count += (8 + 1) + 2 * (8 + 8)  // the synchronizable flag and both dates
    count += [attributes.creator, attributes.type].count { $0 != nil } * (8 + 4)
    count += [attributes.isInvisible, attributes.isNegative].count { $0 != nil } * (8 + 1)
    return count
  }
}
