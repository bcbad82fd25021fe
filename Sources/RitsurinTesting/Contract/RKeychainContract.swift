public import Ritsurin

/// The rules every ``/Ritsurin/RKeychainStore`` must keep, as cases that any store can be run through.
///
/// ```swift
/// let contract = RKeychainContract(makeStore: { RInMemoryStore() })
///
/// @Test(arguments: RKeychainContract.cases)
/// func keepsTheContract(_ rule: RKeychainContract.Case) async throws {
///   try await contract.run(rule)
/// }
/// ```
/// It needs no test framework: ``run(_:)`` throws what it found. What not every store can do comes in as
/// closures; cases that need a missing one are skipped, and say so.
public struct RKeychainContract: Sendable {
  /// Something done to a store from outside, as a user, a disk or an attacker would.
  public typealias Action = @Sendable (any RKeychainStore) throws -> Void

  let makeStore: @Sendable () throws -> any RKeychainStore
  let makeStoreWithoutPassphrase: (@Sendable () throws -> any RKeychainStore)?
  let makeStoreWithClock: (@Sendable (@escaping @Sendable () -> Int64) throws -> any RKeychainStore)?
  let restrict: (@Sendable (any RKeychainStore, [String]) throws -> any RKeychainStore)?
  let lock: Action?
  let unlock: Action?
  let lockUntilFirstUnlock: Action?
  let damage: (@Sendable (any RKeychainStore, RKeychainAttributes) throws -> Void)?
  let makeReadOnly: Action?
  let makeUnreachable: Action?
  let makeReachable: Action?

  /// The contract for one kind of store.
  ///
  /// - Parameters:
  ///   - makeStore: a new, empty, unlocked store that may use every group; called once per case.
  ///   - makeStoreWithoutPassphrase: the same without a passphrase.
  ///   - makeStoreWithClock: the same with a clock, in microseconds since 1970 UTC, that goes back in one
  ///     case.
  ///   - restrict: the same items as seen by a store that may only use these groups.
  ///   - lock: locks an unlocked store.
  ///   - unlock: unlocks it again.
  ///   - lockUntilFirstUnlock: puts it into the state before its first unlock.
  ///   - damage: damages one item, so that it does not open any more.
  ///   - makeReadOnly: lets every write to the store fail.
  ///   - makeUnreachable: lets every call to the store fail.
  ///   - makeReachable: undoes `makeUnreachable` and `makeReadOnly`.
  public init(
    makeStore: @escaping @Sendable () throws -> any RKeychainStore,
    makeStoreWithoutPassphrase: (@Sendable () throws -> any RKeychainStore)? = nil,
    makeStoreWithClock: (@Sendable (@escaping @Sendable () -> Int64) throws -> any RKeychainStore)? = nil,
    restrict: (@Sendable (any RKeychainStore, [String]) throws -> any RKeychainStore)? = nil,
    lock: Action? = nil, unlock: Action? = nil, lockUntilFirstUnlock: Action? = nil,
    damage: (@Sendable (any RKeychainStore, RKeychainAttributes) throws -> Void)? = nil,
    makeReadOnly: Action? = nil, makeUnreachable: Action? = nil, makeReachable: Action? = nil
  ) {
    self.makeStore = makeStore
    self.makeStoreWithoutPassphrase = makeStoreWithoutPassphrase
    self.makeStoreWithClock = makeStoreWithClock
    self.restrict = restrict
    self.lock = lock
    self.unlock = unlock
    self.lockUntilFirstUnlock = lockUntilFirstUnlock
    self.damage = damage
    self.makeReadOnly = makeReadOnly
    self.makeUnreachable = makeUnreachable
    self.makeReachable = makeReachable
  }

  /// What became of a case that did not fail.
  public enum Outcome: Hashable, Sendable {
    /// Every expectation was met.
    case passed
    /// The store lacks what the case needs; the text says what.
    case skipped(String)
  }

  /// Runs one case against a new store.
  ///
  /// - Parameter rule: one of ``cases``.
  /// - Returns: whether it passed or was skipped.
  /// - Throws: ``RKeychainContractFailure`` with every expectation that was not met.
  @discardableResult
  public func run(_ rule: Case) async throws(RKeychainContractFailure) -> Outcome {
    var failures: [String] = []
    do {
      let run = try ContractRun(self)
      do {
        try await rule.body(run)
      } catch let skip as ContractRun.Skip {
        return .skipped(skip.reason)
      } catch {
        run.failures.append("threw \(error)")
      }
      failures = run.failures
    } catch {
      failures = ["no store could be made: \(error)"]
    }
    guard failures.isEmpty else { throw RKeychainContractFailure(rule: rule.description, failures: failures) }
    return .passed
  }
}

extension RKeychainContract {
  /// One rule.
  public struct Case: Sendable, CustomStringConvertible {
    /// Its number: that of the project's list of conformance tests, or R and a number for the rules beyond
    /// it.
    public let number: String
    /// What it says.
    public let title: String
    let body: @Sendable (ContractRun) async throws -> Void

    init(_ number: String, _ title: String, _ body: @escaping @Sendable (ContractRun) async throws -> Void) {
      self.number = number
      self.title = title
      self.body = body
    }

    /// Number and title.
    public var description: String { "\(number) \(title)" }
  }

  /// Every rule, by topic.
  public static let cases: [Case] =
    keychainCases + identityCases + updateCases + matchCases + groupCases + lockCases + conditionCases
    + damageCases + argumentCases
}

/// The expectations a store did not meet in one case.
public struct RKeychainContractFailure: Error, Sendable, CustomStringConvertible {
  /// The case's number and title.
  public let rule: String
  /// One sentence for each expectation, with the line of the case.
  public let failures: [String]

  /// All of it.
  public var description: String { "\(rule): \(failures.joined(separator: "; "))" }
}
