internal import RitsurinSystem

/// Keeps tests away from the vault of the person who runs them.
///
/// In a process that runs tests, a keychain that has neither a store of its own nor one of its task fails at every
/// call. How such a process is recognised: see `TestProcess`.
package enum DefaultStoreGuard {
  /// The variable that takes the guard away.
  package static let variable = "RITSURIN_ALLOW_DEFAULT_STORE_IN_TESTS"

  /// What is said instead of opening the default store; nil where it may be opened.
  package static let refusal = refusal(
    evidence: TestProcess.evidence, permission: EnvironmentVariable.value(of: variable))

  /// What is said instead of opening the default store.
  ///
  /// - Parameters:
  ///   - evidence: What shows that this is a test process.
  ///   - permission: The value of ``variable``; "1" allows.
  package static func refusal(evidence: String?, permission: String?) -> String? {
    guard let evidence, permission != "1" else { return nil }
    return
      "this process runs tests (\(evidence)), and the keychain has no store of its own, so it would use the vault "
      + "of whoever runs them; give the test a store with .vault or .inMemoryKeychain of RitsurinTesting, "
      + "RKeychainStores.with or RKeychain(service:store:), or set \(variable)=1 if you mean the real one"
  }
}
