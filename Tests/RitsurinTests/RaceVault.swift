import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinVault

/// The vault of a race.
enum RaceVault {
  /// How many items the service `many` has.
  static let manyCount = 1_000

  static func make(_ directory: String) throws -> RVault {
    try RVault.create(
      at: directory + "/test.vault", credentials: [.newKeyFile(directory + "/test.key")],
      environment: environment(directory), files: FileSystem())
  }

  /// Opens the vault.
  ///
  /// - Parameter number: Whose: the clocks of the first two are a day slow and a day fast.
  static func open(_ directory: String, number: Int = 7) throws -> RVault {
    let skew: Int64 = number == 0 ? -86_400_000_000 : number == 1 ? 86_400_000_000 : 0
    let vault = try RVault(
      at: directory + "/test.vault", environment: environment(directory), files: FileSystem(locks: locks),
      policy: ReadPolicy(), clock: { Int64(Date().timeIntervalSince1970 * 1_000_000) + skew })
    try vault.unlock(with: .keyFile(directory + "/test.key"))
    return vault
  }

  private static var locks: LockSource {
    switch ProcessInfo.processInfo.environment[RaceVariable.locks] {
    case "none": .none
    case "pretended": .pretended
    default: .kernel
    }
  }

  static func note(_ text: String, in directory: String, _ name: String) throws {
    let path = directory + "/" + name
    try Data(text.utf8).write(to: URL(filePath: path + ".new"))
    try FileManager.default.moveItem(atPath: path + ".new", toPath: path)
  }

  private static func environment(_ directory: String) -> RVaultEnvironment {
    RVaultEnvironment(["HOME": directory])
  }
}
