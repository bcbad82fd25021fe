import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport
import RitsurinTesting
import RitsurinVault
import Testing

@Suite struct RVaultContractTests {
  static let contract = RKeychainContract(
    makeStore: { try ContractVault.make().vault },
    makeStoreWithoutPassphrase: { try ContractVault.make(hasPassphrase: false).vault },
    makeStoreWithClock: { clock in try ContractVault.make(clock: clock).vault },
    restrict: { store, groups in try vault(store).restricted(to: groups) },
    lock: { try vault($0).lock() },
    unlock: { try vault($0).unlock(with: .keyFile(vault($0).path + ".key")) },
    lockUntilFirstUnlock: { try vault($0).forget() },
    damage: { store, item in try ContractVault.damage(item, in: vault(store)) },
    makeReadOnly: { try ContractVault.disk(of: vault($0)).set(.readOnly) },
    makeUnreachable: { try ContractVault.disk(of: vault($0)).set(.unreachable) },
    makeReachable: { try ContractVault.disk(of: vault($0)).set(.working) })

  static func vault(_ store: any RKeychainStore) throws -> RVault {
    try #require(store as? RVault)
  }

  @Test(arguments: RKeychainContract.cases)
  func keepsTheContract(_ rule: RKeychainContract.Case) async throws {
    #expect(try await Self.contract.run(rule) == .passed)
  }
}

/// Vaults for the contract, each in a directory of its own on a disk that can be made to fail.
private enum ContractVault {
  /// The disks of vaults that are still in use; the disk keeps the directory, and the vault the disk.
  private static let disks = Locked<[String: Weak]>([:])

  private struct Weak: Sendable {
    weak let disk: FailingDisk?
  }

  static func make(
    hasPassphrase: Bool = true, clock: (@Sendable () -> Int64)? = nil
  ) throws -> (vault: RVault, disk: FailingDisk) {
    let directory = try ScratchDirectory()
    let disk = FailingDisk(directory)
    let path = directory.path("test.vault")
    var credentials: [RVaultNewCredential] = [.newKeyFile(path + ".key")]
    if hasPassphrase { credentials.append(.passphrase("passphrase", cost: .testing)) }
    let environment = RVaultEnvironment(["HOME": directory.path("home")])
    try FileManager.default.createDirectory(atPath: directory.path("home"), withIntermediateDirectories: true)
    var policy = ReadPolicy()
    policy.rereadPause = 0
    let vault = try RVault.create(
      at: path, credentials: credentials, environment: environment, files: FileSystem(observer: disk),
      policy: policy,
      clock: clock ?? { WallClock.microseconds })
    disks.withLock { $0[path] = Weak(disk: disk) }
    return (vault, disk)
  }

  static func disk(of vault: RVault) throws -> FailingDisk {
    try #require(disks.withLock { $0[vault.path]?.disk })
  }

  /// Flips one bit in the last byte of the item's file.
  static func damage(_ item: RKeychainAttributes, in vault: RVault) throws {
    let path = try vault.path + "/" + vault.sealedPath(of: item)
    var bytes = try Data(contentsOf: URL(filePath: path))
    let last = try #require(bytes.indices.last)
    bytes[last] ^= 1
    // And one in the attributes, so that the item is damaged for listings too.
    bytes[100] ^= 1
    try bytes.write(to: URL(filePath: path))
  }
}

/// Stands for a mount that is read-only, or gone.
private final class FailingDisk: SystemCallObserver {
  enum State: Sendable { case working, readOnly, unreachable }

  private let state = Locked(State.working)
  private let directory: ScratchDirectory

  init(_ directory: ScratchDirectory) { self.directory = directory }

  func set(_ state: State) { self.state.withLock { $0 = state } }

  func willCall(_ event: SystemCallEvent) throws(SystemError) {
    let path = event.path ?? ""
    switch state.withLock({ $0 }) {
    case .working: return
    case .readOnly:
      let writes: Set<SystemCall> = [
        .write, .pwrite, .renameat, .renameat2, .unlinkat, .mkdirat, .linkat, .fchmod,
      ]
      let opensForWriting = event.flags & (O_WRONLY | O_RDWR | O_CREAT) != 0
      guard writes.contains(event.call) || event.call == .openat && opensForWriting else { return }
      throw SystemError(call: event.call, errno: EROFS, path: path)
    case .unreachable:
      guard [.open, .openat, .openat2, .stat, .fstatat].contains(event.call) else { return }
      throw SystemError(call: event.call, errno: EACCES, path: path)
    }
  }

  func didCall(_ event: SystemCallEvent, result: Int) {}
}
