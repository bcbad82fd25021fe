public import Ritsurin

#if canImport(Testing)
  public import Testing
#endif

/// What a store holds, for `#expect` and `XCTAssertEqual`: compares values, and never prints one.
///
/// ```swift
/// let snapshot = try RKeychainSnapshot(of: store)
/// #expect(snapshot == RKeychainSnapshot([
///   RKeychainNewItem(service: "session", key: "token", value: Data("t".utf8))
/// ]))
/// ```
/// Dates and revisions, which are new at every write, do not count. Printed, equal values carry equal numbers, so a
/// failed expectation shows that a value differs, though not what it is.
public struct RKeychainSnapshot: Sendable {
  /// One item; dates and revision do not count.
  public typealias Entry = RKeychainSnapshotEntry

  /// The items, in the order of their services and keys, by bytes.
  public let entries: [Entry]
  /// The kinds of error of what could not be opened.
  public let problems: [RKeychainError.Kind]

  /// What a store holds now.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - query: Which of its items; by default all, both synchronizable variants.
  ///   - includingValues: Whether values are read; without, a locked store can be looked at.
  /// - Throws: What the store throws, but an empty store is an empty snapshot.
  public init(
    of store: any RKeychainStore, matching query: RKeychainQuery = RKeychainQuery(synchronizable: .any),
    includingValues: Bool = true
  ) throws(RKeychainError) {
    var matches = RKeychainMatches(items: [])
    do {
      matches = try store.copyMatching(query, returning: includingValues ? .both : .attributes, limit: .all)
    } catch {
      guard error.kind == .itemNotFound else { throw error }
    }
    self.init(entries: matches.items.map(Entry.init(item:)), problems: matches.problems.map(\.error.kind))
  }

  /// What a store should hold.
  ///
  /// - Parameter items: The items, in any order.
  public init(_ items: [RKeychainNewItem] = []) {
    self.init(entries: items.map(Entry.init), problems: [])
  }

  private init(entries: [Entry], problems: [RKeychainError.Kind]) {
    self.entries = entries.sorted { $0.item.attributes.identity.precedes($1.item.attributes.identity) }
    self.problems = problems.sorted { $0.description < $1.description }
  }

  /// How this differs from an earlier snapshot.
  ///
  /// - Parameter earlier: The snapshot before.
  /// - Returns: A line for each item that was added (`+`), removed (`-`) or changed (`~`, with the names of what
  ///   changed), in the order of the names.
  public func differences(from earlier: RKeychainSnapshot) -> [String] {
    ItemDifference.between(earlier.entries.map(\.item), and: entries.map(\.item), comparingDates: false)
      .map(\.description)
  }
}

extension RKeychainSnapshot: Equatable {
  /// Whether both hold the same items with the same attributes and values, by bytes.
  public static func == (first: Self, second: Self) -> Bool {
    first.entries == second.entries && first.problems == second.problems
  }
}

extension RKeychainSnapshot: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A line for each item, without values.
  public var description: String {
    guard !entries.isEmpty || !problems.isEmpty else { return "no items" }
    return (entries.map(\.description) + problems.map { "does not open: \($0)" }).joined(separator: "\n")
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Empty, so that `dump` shows no value.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

#if canImport(Testing)
  extension RKeychainSnapshot: CustomTestStringConvertible {
    /// The same as ``description``.
    public var testDescription: String { description }
  }
#endif
