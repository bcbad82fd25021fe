import Ritsurin
import RitsurinExchange

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Bytes of a text.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// One line whose value is a sentinel that no message may hold.
let sentinel = "SeNtInEl-9f3a"

/// An item with its value, fixed dates and any revision.
func exported(
  service: String = "s", key: String = "k", group: String? = nil, synchronizable: Bool = false,
  accessibility: RKeychainAccessibility = .afterFirstUnlock, label: String? = nil, comment: String? = nil,
  kind: String? = nil, generic: Data? = nil, creator: UInt32? = nil, type: UInt32? = nil,
  isInvisible: Bool? = nil, isNegative: Bool? = nil, created: Int64 = 1_700_000_000_000_000,
  modified: Int64 = 1_700_000_000_500_000, value: Data? = Data("v".utf8)
) throws -> RKeychainItem {
  let revision = try RKeychainRevision(bytes: [UInt8](repeating: 1, count: 24)).orThrow
  let attributes = RKeychainAttributes(
    service: service, key: key, accessGroup: group, synchronizable: synchronizable,
    accessibility: accessibility, label: label, comment: comment, kind: kind, generic: generic,
    creator: creator, type: type, isInvisible: isInvisible, isNegative: isNegative,
    createdMicroseconds: created, modifiedMicroseconds: modified, revision: revision)
  return RKeychainItem(attributes: attributes, value: value)
}

struct Missing: Error {}

extension Optional {
  /// The value, or a failed test.
  var orThrow: Wrapped {
    get throws {
      guard let self else { throw Missing() }
      return self
    }
  }
}

/// The error of reading a text; nil where it is read.
func failure(of text: [UInt8], isPartial: Bool = false) -> RKeychainImportError? {
  do throws(RKeychainImportError) {
    _ = try RKeychainImport(reading: text, options: RKeychainImportOptions(isPartial: isPartial))
    return nil
  } catch {
    return error
  }
}

/// The only item of a text.
func single(_ text: String) throws -> RKeychainRestoredItem {
  let file = try RKeychainImport(reading: text.utf8)
  guard file.entries.count == 1 else { throw Missing() }
  return file.entries[0].item
}
