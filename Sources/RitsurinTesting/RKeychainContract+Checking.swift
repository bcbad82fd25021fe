public import Ritsurin

extension RKeychainContract {
  /// Runs every case against one kind of store: the whole contract in one line of any test library.
  ///
  /// ```swift
  /// @Test func keepsTheContract() async throws { try await RKeychainContract.check { MyStore() } }
  /// ```
  /// Cases that need more than making stores are skipped; ``check()`` of a contract with closures runs those too.
  ///
  /// - Parameter makeStore: a new, empty, unlocked store that may use every group; called once per case.
  /// - Throws: ``RKeychainContractFailure`` with everything that was not met.
  public static func check(
    _ makeStore: @escaping @Sendable () throws -> any RKeychainStore
  ) async throws(RKeychainContractFailure) {
    try await RKeychainContract(makeStore: makeStore).check()
  }

  /// Runs every case.
  ///
  /// - Returns: how many cases were skipped because the store lacks something.
  /// - Throws: ``RKeychainContractFailure`` with everything that was not met.
  @discardableResult
  public func check() async throws(RKeychainContractFailure) -> Int {
    var failures: [String] = []
    var skipped = 0
    for rule in Self.cases {
      do {
        if case .skipped = try await run(rule) { skipped += 1 }
      } catch {
        failures.append(error.description)
      }
    }
    guard failures.isEmpty else {
      throw RKeychainContractFailure(
        rule: "\(failures.count) of \(Self.cases.count) cases", failures: failures)
    }
    return skipped
  }
}

extension RKeychainContract.Case {
  /// Runs this case against one kind of store, for a test with an argument for each case.
  ///
  /// ```swift
  /// @Test(arguments: RKeychainContract.cases)
  /// func keeps(_ rule: RKeychainContract.Case) async throws { try await rule.check { MyStore() } }
  /// ```
  ///
  /// - Parameter makeStore: a new, empty, unlocked store that may use every group; called once.
  /// - Throws: ``RKeychainContractFailure`` with every expectation that was not met.
  public func check(
    _ makeStore: @escaping @Sendable () throws -> any RKeychainStore
  ) async throws(RKeychainContractFailure) {
    try await RKeychainContract(makeStore: makeStore).run(self)
  }
}
