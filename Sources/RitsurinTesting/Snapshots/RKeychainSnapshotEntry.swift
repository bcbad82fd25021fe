public import Ritsurin
import RitsurinSystem

#if canImport(Testing)
  public import Testing
#endif
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One item of an ``RKeychainSnapshot``.
public struct RKeychainSnapshotEntry: Sendable {
  let item: RKeychainItem

  init(item: RKeychainItem) {
    self.item = item
  }

  /// An item as it should be.
  ///
  /// - Parameter item: The item.
  public init(_ item: RKeychainNewItem) {
    let attributes = RKeychainAttributes(
      service: item.service, key: item.key, accessGroup: item.accessGroup,
      synchronizable: item.synchronizable,
      accessibility: item.accessibility, label: item.label, comment: item.comment, kind: item.kind,
      generic: item.generic, creator: item.creator, type: item.type, isInvisible: item.isInvisible,
      isNegative: item.isNegative, createdMicroseconds: 0, modifiedMicroseconds: 0, revision: .none)
    self.item = RKeychainItem(attributes: attributes, value: item.value)
  }

  /// Everything but the value.
  ///
  /// Dates and revision are those of the store; of an expected item they mean nothing.
  public var attributes: RKeychainAttributes { item.attributes }
}

extension RKeychainSnapshotEntry: Equatable {
  /// Whether both have the same attributes and the same value, by bytes; dates and revision do not count.
  public static func == (first: Self, second: Self) -> Bool {
    first.item.value == second.item.value && first.attributes.describesSame(as: second.attributes)
  }
}

extension RKeychainSnapshotEntry: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Names and attributes; of the value only whether it equals another one's.
  public var description: String {
    var parts = [attributes.identity.description, "\(attributes.accessibility)"]
    for (name, text) in [
      ("label", attributes.label), ("comment", attributes.comment), ("kind", attributes.kind),
    ] {
      if let text { parts.append("\(name): \(text.debugDescription)") }
    }
    if let generic = attributes.generic { parts.append("generic: \(generic.count) bytes") }
    for (name, code) in [("creator", attributes.creator), ("type", attributes.type)] {
      if let code { parts.append("\(name): 0x\(String(code, radix: 16))") }
    }
    if let isInvisible = attributes.isInvisible { parts.append("isInvisible: \(isInvisible)") }
    if let isNegative = attributes.isNegative { parts.append("isNegative: \(isNegative)") }
    let value = item.value.map { "<redacted #\(ValueNumbers.number(of: $0))>" } ?? "not read"
    return (parts + ["value: \(value)"]).joined(separator: ", ")
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Empty, so that `dump` shows no value.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

#if canImport(Testing)
  extension RKeychainSnapshotEntry: CustomTestStringConvertible {
    /// The same as ``description``.
    public var testDescription: String { description }
  }
#endif

/// Numbers for values, in the order in which they are first printed: equal ones share theirs, and it tells nothing else.
private enum ValueNumbers {
  private static let numbers = Locked<[Int: Int]>([:])

  static func number(of value: Data) -> Int {
    // Only a hash under the process's random key is kept.
    var hasher = Hasher()
    hasher.combine(Array(value))
    let hash = hasher.finalize()
    return numbers.withLock { numbers in
      let number = numbers[hash] ?? numbers.count + 1
      numbers[hash] = number
      return number
    }
  }
}
