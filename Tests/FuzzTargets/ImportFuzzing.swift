import Ritsurin
import RitsurinExchange

/// Files to be imported.
enum ImportFuzzing {
  /// Every format with a reader for single files; never reordered, since fuzzed files begin with an index.
  static let formats: [RKeychainExchangeFormat] = [
    .native, .dotenv, .gitCredentials, .netrc, .docker, .aws, .secretTool, .secretServiceJSON, .keyring,
    .keepassXML, .kwallet, .pythonKeyring, .objection, .keychainDumper, .chainbreaker, .security,
    .securityValue, .securityItem, .secItem, .keychainAccess, .csvKeychain, .applePasswords, .chrome,
    .firefox, .bitwardenCSV, .bitwarden, .keepassXC, .keepass1, .onePassword, .lastPass, .protonPass,
  ]

  static func read(_ bytes: [UInt8]) -> String? { read(bytes, RKeychainImportOptions()) }

  static func readAsOneFormat(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 2 else { return nil }
    var options = RKeychainImportOptions(format: formats[Int(bytes[0]) % formats.count])
    let flags = bytes[1]
    options.fileStem = "stem"
    options.isPartial = flags & 1 != 0
    options.extraItems = flags & 2 != 0
    options.unwrap = flags & 4 != 0
    options.include = flags & 8 != 0 ? Set(RKeychainImportOptions.Inclusion.allCases) : []
    options.groupFromFolder = flags & 16 != 0
    options.isText = flags & 32 != 0
    options.asEnvironment = flags & 64 != 0
    options.serviceFrom = flags & 128 != 0 ? .path : nil
    return read(Array(bytes.dropFirst(2)), options)
  }

  /// Reads a file; what it gives must come through an export and another import unchanged.
  private static func read(_ bytes: [UInt8], _ options: RKeychainImportOptions) -> String? {
    let file: RKeychainImport
    do throws(RKeychainImportError) {
      file = try RKeychainImport(reading: bytes, options: options)
    } catch {
      let isTold = !error.problems.isEmpty && error.problemCount >= error.problems.count
      return isTold ? nil : "an error says nothing"
    }
    do throws(RKeychainError) {
      let store = RInMemoryStore()
      let report = try file.restore(into: store, onConflict: .skip)
      guard report.rows.count == file.entries.count else { return "a row has no outcome" }
      guard !file.entries.isEmpty else { return nil }
      let lines = try export(store).lines()
      for written in [lines, try export(store).array(), try export(store).propertyList()] {
        let again: RKeychainImport
        do throws(RKeychainImportError) {
          again = try RKeychainImport(reading: written)
        } catch {
          return "an export is not read: \(error)"
        }
        let other = RInMemoryStore()
        _ = try again.restore(into: other)
        guard try export(other).lines() == lines else { return "an export is read differently" }
      }
      return nil
    } catch {
      // A store may refuse what is too long for it; an importer is to know that first, as it names rows.
      return error.kind == .interactionNotAllowed ? nil : "a store refuses what was read: \(error.kind)"
    }
  }

  private static func export(_ store: RInMemoryStore) throws(RKeychainError) -> RKeychainExport {
    let found = try store.copyMatching(
      RKeychainQuery(synchronizable: .any), returning: .both, limit: .all)
    return RKeychainExport(found.items, includingThisDeviceOnly: true)
  }
}
