import Ritsurin
import RitsurinCommand
import RitsurinSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a test says to a command, and what it hears.
final class TestStreams: CommandStreams {
  struct State {
    var terminals: Set<Int32> = []
    var descriptors: [Int32: [UInt8]] = [:]
    /// What is typed, prompt by prompt; nil ends the input.
    ///
    /// Without any there is no terminal.
    var typed: [[UInt8]?] = []
    var prompts: [String] = []
    var output: [UInt8] = []
    var error: [UInt8] = []
    /// The error number that writing to standard output fails with.
    var outputFailure: Int32?
  }

  let state = Locked(State())

  func isTerminal(_ stream: StandardStream) -> Bool {
    state.withLock { $0.terminals.contains(stream.rawValue) }
  }

  func readAll(descriptor: Int32, limit: Int) throws(SystemError) -> [UInt8] {
    guard let bytes = state.withLock({ $0.descriptors[descriptor] }) else {
      throw SystemError(call: .read, errno: 9, path: "descriptor \(descriptor)")
    }
    guard bytes.count <= limit else { throw SystemError(call: .read, errno: 27, path: "input") }
    return bytes
  }

  func write(_ bytes: [UInt8], to stream: StandardStream) throws(SystemError) {
    let failure = state.withLock { state -> Int32? in
      if stream == .error {
        state.error += bytes
        return nil
      }
      if let failure = state.outputFailure { return failure }
      state.output += bytes
      return nil
    }
    if let failure { throw SystemError(call: .write, errno: failure, path: "standard output") }
  }

  func readSecret(prompt: String) throws(PromptError) -> [UInt8] {
    let line = state.withLock { state -> [UInt8]?? in
      state.prompts.append(prompt)
      return state.typed.isEmpty ? nil : .some(state.typed.removeFirst())
    }
    guard let line else { throw .noTerminal }
    guard let line else { throw .cancelled }
    return line
  }
}

/// A vault in memory that one passphrase opens.
final class TestVault: ToolVault {
  struct State {
    var isUnlocked = false
    var failure: RKeychainError?
    var credentials: [ToolCredential] = []
    var notices: [String] = []
    /// What the short way answers.
    var direct: Data?
  }

  let store = RInMemoryStore()
  let state = Locked(State())
  let id = "00112233445566778899aabbccddeeff"
  let passphrase = Array("open sesame".utf8)

  func unlock(_ credential: ToolCredential) throws(RKeychainError) {
    state.withLock { $0.credentials.append(credential) }
    guard case .passphrase(let bytes) = credential, bytes != passphrase else {
      state.withLock { $0.isUnlocked = true }
      return
    }
    throw RKeychainError(.wrongCredential)
  }

  func valueDirectly(service: String, key: String, group: String?) -> Data? {
    state.withLock { $0.direct }
  }

  func notices() -> [String] { state.withLock { $0.notices } }

  private func check() throws(RKeychainError) {
    let (isUnlocked, failure) = state.withLock { ($0.isUnlocked, $0.failure) }
    if let failure { throw failure }
    guard isUnlocked else { throw RKeychainError(.interactionNotAllowed) }
  }

  func add(_ item: RKeychainNewItem) throws(RKeychainError) -> RKeychainAttributes {
    try check()
    return try store.add(item)
  }

  func copyMatching(
    _ query: RKeychainQuery, returning: RKeychainReturn, limit: RKeychainLimit
  ) throws(RKeychainError) -> RKeychainMatches {
    try check()
    return try store.copyMatching(query, returning: returning, limit: limit)
  }

  func update(
    _ query: RKeychainQuery, _ changes: RKeychainChanges
  ) throws(RKeychainError) -> [RKeychainAttributes] {
    try check()
    return try store.update(query, changes)
  }

  func delete(_ query: RKeychainQuery) throws(RKeychainError) -> Int {
    try check()
    return try store.delete(query)
  }

  func set(
    _ item: RKeychainNewItem, if condition: RKeychainCondition
  ) throws(RKeychainError) -> RKeychainAttributes {
    try check()
    return try store.set(item, if: condition)
  }

  /// Adds what is not there; every other item is a conflict, whatever its value.
  func restore(
    _ items: [RKeychainRestoredItem], onConflict policy: RKeychainConflictPolicy, dryRun: Bool
  ) throws(RKeychainError) -> [RKeychainRestoreOutcome] {
    try check()
    var outcomes: [RKeychainRestoreOutcome] = []
    for restored in items {
      let item = restored.item
      let query = RKeychainQuery(
        service: item.service, key: item.key, accessGroup: item.accessGroup, synchronizable: .any)
      let isThere = (try? store.copyMatching(query)) != nil
      switch policy {
      case _ where !isThere: outcomes.append(.imported)
      case .fail: outcomes.append(.conflict)
      case .skip, .newest: outcomes.append(.skipped)
      case .replace: outcomes.append(.replaced)
      }
    }
    guard !dryRun, !outcomes.contains(.conflict) else { return outcomes }
    for (restored, outcome) in zip(items, outcomes) where outcome == .imported || outcome == .replaced {
      _ = try store.set(restored.item)
    }
    return outcomes
  }
}

/// The vaults of one test.
final class TestVaults: CommandVaults {
  struct State {
    var vaults: [String: TestVault] = [:]
    var failure: RKeychainError?
    var created: [(path: String, isReadable: Bool, credentials: [NewToolCredential])] = []
    var isOpenedByVariables = true
  }

  let state = Locked(State())

  func defaultPath(_ variables: [String: String]) throws(RKeychainError) -> String {
    guard let path = variables["RITSURIN_VAULT"] else { throw RKeychainError(.noDefaultStore) }
    guard !path.isEmpty else { throw RKeychainError(.badParameter, message: "RITSURIN_VAULT is empty") }
    return path
  }

  func keyFilePath(vault id: String, _ variables: [String: String]) throws(RKeychainError) -> String {
    "/config/\(id).key"
  }

  func open(at path: String, _ variables: [String: String]) throws(RKeychainError) -> any ToolVault {
    let (vault, failure) = state.withLock { ($0.vaults[path], $0.failure) }
    if let failure { throw failure }
    guard let vault else { throw RKeychainError(.noSuchVault, path: path) }
    return vault
  }

  func unlock(_ vault: any ToolVault, _ variables: [String: String]) throws(RKeychainError) -> Bool {
    guard let vault = vault as? TestVault, state.withLock({ $0.isOpenedByVariables }) else { return false }
    vault.state.withLock { $0.isUnlocked = true }
    return true
  }

  func create(
    at path: String, isReadable: Bool, credentials: [NewToolCredential], _ variables: [String: String]
  ) throws(RKeychainError) -> any ToolVault {
    let vault = TestVault()
    vault.state.withLock { $0.isUnlocked = true }
    let isNew = state.withLock { state in
      guard state.vaults[path] == nil else { return false }
      state.vaults[path] = vault
      state.created.append((path, isReadable, credentials))
      return true
    }
    guard isNew else { throw RKeychainError(.vaultExists, path: path) }
    return vault
  }
}

/// What a command did.
struct Outcome {
  let status: Int32
  let output: [UInt8]
  let error: String

  var text: String { String(decoding: output, as: UTF8.self) }
}

/// A place where commands run without a process.
struct Bench {
  let vaults = TestVaults()
  let vault: TestVault
  var variables: [String: String] = ["RITSURIN_VAULT": "/default"]

  /// A bench whose default vault exists and is opened by the variables.
  init() {
    let vault = TestVault()
    vaults.state.withLock { $0.vaults["/default"] = vault }
    self.vault = vault
  }

  /// Runs a command.
  func run(_ arguments: String..., streams: TestStreams = TestStreams()) -> Outcome {
    run(bytes: arguments.map { Array($0.utf8) }, streams: streams)
  }

  /// Runs a command with an input.
  func run(_ arguments: String..., input: [UInt8], streams: TestStreams = TestStreams()) -> Outcome {
    streams.state.withLock { $0.descriptors[0] = input }
    return run(bytes: arguments.map { Array($0.utf8) }, streams: streams)
  }

  /// Runs a command whose arguments need not be text.
  func run(bytes arguments: [[UInt8]], streams: TestStreams) -> Outcome {
    let environment = CommandEnvironment(
      arguments: arguments, variables: variables, streams: streams, vaults: vaults,
      now: { 1_700_000_000_000_000 })
    let status = Tool.run(environment)
    let (output, error) = streams.state.withLock { ($0.output, $0.error) }
    return Outcome(status: status, output: output, error: String(decoding: error, as: UTF8.self))
  }
}

/// Streams of which some are terminals.
func terminal(_ streams: StandardStream..., typing typed: [String?] = []) -> TestStreams {
  let test = TestStreams()
  test.state.withLock { state in
    state.terminals = Set(streams.map(\.rawValue))
    state.typed = typed.map { $0.map { Array($0.utf8) } }
  }
  return test
}

/// A secret that no message may hold.
let sentinel = "SeNtInEl-9f3a"
