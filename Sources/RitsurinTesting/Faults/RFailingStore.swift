public import Ritsurin
import RitsurinSystem

/// A store that fails when it is told to, and remembers what it was asked.
///
/// ```swift
/// let store = RFailingStore(RInMemoryStore())
/// store.fail(.copyMatching, with: .locked, times: 1)
/// let keychain = RKeychain(service: "com.example.app", store: store)
/// ```
/// The next read throws what a locked keychain throws (-25308), the one after it works. The first rule that applies to
/// a call decides. What is recorded never holds a value.
public final class RFailingStore: RKeychainRestoring {
  fileprivate struct State {
    var rules: [ActiveRule] = []
    var calls: [RecordedCall] = []
  }

  fileprivate struct ActiveRule {
    var rule: Rule
    /// How many calls it applied to.
    var matches = 0
  }

  private let store: any RKeychainStore
  private let state = Locked(State())
  private let pause: @Sendable (Duration) -> Void

  /// A store in front of another one.
  ///
  /// - Parameters:
  ///   - store: What answers the calls that no rule makes fail.
  ///   - rules: What fails from the start.
  public convenience init(_ store: any RKeychainStore = RInMemoryStore(), rules: [Rule] = []) {
    self.init(store, rules: rules) { duration in
      let (seconds, attoseconds) = duration.components
      FileSystem().pause(
        milliseconds: Int(clamping: seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
    }
  }

  /// The same with a clock of its own, so that tests of delays do not wait.
  package init(
    _ store: any RKeychainStore, rules: [Rule] = [], pause: @escaping @Sendable (Duration) -> Void
  ) {
    self.store = store
    self.pause = pause
    state.withLock { $0.rules = rules.map { ActiveRule(rule: $0) } }
  }

  // MARK: Rules

  /// Adds a rule, behind those that are there.
  public func add(_ rule: Rule) {
    state.withLock { $0.rules.append(ActiveRule(rule: rule)) }
  }

  /// Makes calls fail.
  ///
  /// - Parameters:
  ///   - calls: Which calls; none named means all.
  ///   - key: Only calls that name this key; `nil` is every call.
  ///   - failure: What they fail with.
  ///   - skipped: How many calls that apply go through first.
  ///   - times: How many fail then; `nil` is all.
  ///   - delay: How long each takes before it fails; the thread waits.
  public func fail(
    _ calls: Call..., forKey key: String? = nil, with failure: Failure, after skipped: Int = 0,
    times: Int? = nil,
    delay: Duration = .zero
  ) {
    add(
      Rule(
        failure, calls: calls.isEmpty ? Set(Call.allCases) : Set(calls), key: key, after: skipped,
        times: times,
        delay: delay))
  }

  /// Forgets all rules: from now on every call goes through.
  public func stopFailing() {
    state.withLock { $0.rules = [] }
  }

  // MARK: What was asked

  /// Every call so far, in order, without values.
  public var calls: [RecordedCall] { state.withLock { $0.calls } }

  /// How often one call was made.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - key: Only where it named this key; `nil` counts all.
  public func count(of call: Call, forKey key: String? = nil) -> Int {
    calls.filter { $0.call == call && (key == nil || ExactText.same($0.key, key)) }.count
  }

  /// Forgets the calls so far.
  public func forgetCalls() {
    state.withLock { $0.calls = [] }
  }

  // MARK: Calls

  /// Adds an item, unless a rule says otherwise; see ``/Ritsurin/RKeychainStore/add(_:)``.
  public func add(_ item: RKeychainNewItem) throws(RKeychainError) -> RKeychainAttributes {
    try perform(.add, [item.names]) { () throws(RKeychainError) in try store.add(item) }
  }

  /// Finds items, unless a rule says otherwise.
  public func copyMatching(
    _ query: RKeychainQuery, returning: RKeychainReturn, limit: RKeychainLimit
  ) throws(RKeychainError) -> RKeychainMatches {
    try perform(.copyMatching, [query.names]) { () throws(RKeychainError) in
      try store.copyMatching(query, returning: returning, limit: limit)
    }
  }

  /// Changes items, unless a rule says otherwise.
  public func update(
    _ query: RKeychainQuery, _ changes: RKeychainChanges
  ) throws(RKeychainError) -> [RKeychainAttributes] {
    try perform(.update, [query.names]) { () throws(RKeychainError) in try store.update(query, changes) }
  }

  /// Deletes items, unless a rule says otherwise.
  public func delete(_ query: RKeychainQuery) throws(RKeychainError) -> Int {
    try perform(.delete, [query.names]) { () throws(RKeychainError) in try store.delete(query) }
  }

  /// Updates or adds an item, unless a rule says otherwise.
  public func set(
    _ item: RKeychainNewItem, if condition: RKeychainCondition
  ) throws(RKeychainError) -> RKeychainAttributes {
    try perform(.set, [item.names]) { () throws(RKeychainError) in try store.set(item, if: condition) }
  }

  /// Restores items, unless a rule says otherwise.
  ///
  /// - Throws: ``/Ritsurin/RKeychainError/Kind/unimplemented`` where the store behind cannot.
  public func restore(
    _ items: [RKeychainRestoredItem], onConflict policy: RKeychainConflictPolicy, dryRun: Bool
  ) throws(RKeychainError) -> [RKeychainRestoreOutcome] {
    try perform(.restore, items.map(\.item.names)) { () throws(RKeychainError) in
      guard let store = store as? any RKeychainRestoring else { throw RKeychainError(.unimplemented) }
      return try store.restore(items, onConflict: policy, dryRun: dryRun)
    }
  }

  /// Makes one call, or lets it fail, and records it.
  private func perform<Result>(
    _ call: Call, _ names: [CallNames], _ body: () throws(RKeychainError) -> Result
  ) throws(RKeychainError) -> Result {
    let rule = state.withLock { $0.rule(for: call, names) }
    var error: RKeychainError?
    defer { record(call, names, error) }
    if let rule, rule.delay > .zero { pause(rule.delay) }
    if let rule, let failure = rule.failure, !rule.isAfterwards {
      error = failure.error
      throw failure.error
    }
    do throws(RKeychainError) {
      let result = try body()
      guard let failure = rule?.failure else { return result }
      throw failure.error
    } catch let thrown {
      error = thrown
      throw thrown
    }
  }

  private func record(_ call: Call, _ names: [CallNames], _ error: RKeychainError?) {
    state.withLock { state in
      for name in names.isEmpty ? [CallNames(service: nil, key: nil, accessGroup: nil)] : names {
        state.calls.append(
          RecordedCall(
            call: call, service: name.service, key: name.key, accessGroup: name.accessGroup,
            failure: error?.kind))
      }
    }
  }
}

extension RFailingStore.State {
  /// The rule that decides about a call, and counts the call for every rule that it applies to until then.
  fileprivate mutating func rule(
    for call: RFailingStore.Call, _ names: [RFailingStore.CallNames]
  ) -> RFailingStore.Rule? {
    for index in rules.indices where rules[index].rule.applies(to: call, names) {
      rules[index].matches += 1
      let number = rules[index].matches - max(0, rules[index].rule.after)
      guard number > 0 else { continue }
      if let times = rules[index].rule.times, number > times { continue }
      return rules[index].rule
    }
    return nil
  }
}

extension RFailingStore: CustomStringConvertible, CustomReflectable {
  /// How many rules and calls there are; no item.
  public var description: String {
    state.withLock { "RFailingStore(\($0.rules.count) rules, \($0.calls.count) calls)" }
  }

  /// Empty, so that `dump` does not look into the store behind.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
