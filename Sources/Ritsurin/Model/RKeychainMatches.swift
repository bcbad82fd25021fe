/// What a query found, and what it could not open on the way.
public struct RKeychainMatches: Sendable {
  /// The matches, in the fixed order of ``RKeychainStore``, no more than the limit.
  public var items: [RKeychainItem]
  /// Items in the query's reach that could not be opened, and misplaced copies; never served, never hidden.
  public var problems: [RKeychainProblem]

  /// Matches and problems.
  ///
  /// - Parameters:
  ///   - items: the matches, in order.
  ///   - problems: what could not be opened.
  public init(items: [RKeychainItem], problems: [RKeychainProblem] = []) {
    self.items = items
    self.problems = problems
  }
}

/// An item, or a file in an item's place, that a store could not serve.
public struct RKeychainProblem: Sendable {
  /// What is wrong with it.
  public var error: RKeychainError
  /// Where it lies, relative to the store, where the store has places.
  public var path: String?

  /// A problem.
  ///
  /// - Parameters:
  ///   - error: what is wrong.
  ///   - path: where it lies; `nil` takes the error's own path.
  public init(error: RKeychainError, path: String? = nil) {
    self.error = error
    self.path = path ?? error.path
  }
}
