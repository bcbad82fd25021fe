import Ritsurin
import RitsurinSystem

extension Run {
  func measureGet() throws {
    for (items, value, target) in [
      (10, 64, nil), (1_000, 64, 1.15), (10_000, 64, nil), (100_000, 64, nil), (1_000, 4_096, nil),
      (10, 1 << 20, nil),
    ] as [(Int, Int, Double?)] {
      if options.isQuick && items > 10_000 { continue }
      let fixture = try fixture(items: items, value: value)
      let limit = try Limit(fixture)
      let key = keys(of: fixture)
      let isLarge = value > 100_000
      let pair = try Interleaved.measure(
        samples: options.samples(isLarge ? 200 : 1_000), batch: isLarge ? 1 : 40,
        ours: { try get(key($0), from: fixture) },
        limit: { try limit.get(key($0), expecting: value) })
      add("get by key", "\(Text.count(items)) × \(Text.size(value))", pair, target: target)
    }
    try measureOneVariant()
  }

  /// A query for one variant looks at one path; a key without more is two paths, one for each variant.
  private func measureOneVariant() throws {
    let fixture = try fixture(items: 1_000)
    let limit = try Limit(fixture)
    let key = keys(of: fixture)
    let pair = try Interleaved.measure(
      samples: options.samples(1_000), batch: 40,
      ours: { index in
        let query = RKeychainQuery(service: Fixture.service, key: key(index), synchronizable: .no)
        let found = try fixture.vault.copyMatching(query, returning: .value, limit: .one)
        guard found.items.first?.value?.count == 64 else { throw Failure("an item was not found") }
      }, limit: { try limit.get(key($0), variants: 1, expecting: 64) })
    add("get of one variant", "1,000 × 64 B", pair)
  }

  func get(_ key: String, from fixture: Fixture) throws {
    guard let data = try fixture.keychain.data(forKey: key), data.count == fixture.valueCount else {
      throw Failure("\(key) was not found")
    }
  }

  func measureSizes() throws {
    let few = try fixture(items: 10)
    let items = options.isQuick ? 10_000 : 100_000
    let many = try fixture(items: items)
    let (fewKey, manyKey) = (keys(of: few), keys(of: many))
    let pair = try Interleaved.measure(
      samples: options.samples(1_000), batch: 40,
      ours: { try get(manyKey($0), from: many) }, limit: { try get(fewKey($0), from: few) })
    add("get among many", "\(Text.count(items)) × 64 B", pair, against: "ours at 10 items", target: 1.2)
    let (fewLimit, manyLimit) = (try Limit(few), try Limit(many))
    let inC = try Interleaved.measure(
      samples: options.samples(1_000), batch: 40,
      ours: { try manyLimit.get(manyKey($0), expecting: 64) },
      limit: { try fewLimit.get(fewKey($0), expecting: 64) })
    add("the same in C", "\(Text.count(items)) × 64 B", inC, against: "C at 10 items")
  }

  func measureThreads() throws {
    let fixture = try fixture(items: 1_000)
    let limit = try Limit(fixture)
    let key = keys(of: fixture)
    // In turns, because how far a machine lets two threads go changes with what else it does.
    let rounds = try (0..<5).map { _ in
      (
        ours: try throughput { try self.get(key($0), from: fixture) },
        inC: try throughput { try limit.get(key($0), expecting: 64) }
      )
    }.sorted { $0.ours.ours / $0.ours.limit < $1.ours.ours / $1.ours.limit }
    let (ours, inC) = rounds[rounds.count / 2]
    for (name, pair, target) in [("get", ours, 1.8), ("the same in C", inC, nil)] as [(String, Pair, Double?)]
    {
      report.rows.append(
        Row(
          name: "\(name), 2 threads", size: "1,000 × 64 B", ours: pair.ours, limit: pair.limit, unit: .plain,
          against: "gets/µs of 1 thread", target: target, isFloor: true))
    }
  }

  /// Gets per microsecond of two threads and of one, alternately.
  private func throughput(_ body: @escaping (Int) throws -> Void) throws -> Pair {
    let count = 4_000
    nonisolated(unsafe) let work = body
    let failed = Locked(false)
    let part: @Sendable (Int) -> Void = { thread in
      for index in 0..<count {
        do { try unsafe work(index * 2 + thread) } catch { failed.withLock { $0 = true } }
      }
    }
    let pair = try Interleaved.measure(
      samples: options.samples(40),
      ours: { _ in try Threads.run(2, part) }, limit: { _ in try Threads.run(1, part) })
    if failed.withLock({ $0 }) { throw Failure("a get on two threads failed") }
    return Pair(
      ours: Double(2 * count) / (pair.ours / 1_000), limit: Double(count) / (pair.limit / 1_000))
  }

  func measureContains() throws {
    let fixture = try fixture(items: 1_000)
    let limit = try Limit(fixture)
    let key = keys(of: fixture)
    let ours: (Int) throws -> Void = { index in
      guard try fixture.keychain.contains(key(index)) else { throw Failure("an item was not found") }
    }
    let probe = try Interleaved.measure(
      samples: options.samples(1_000), batch: 40, ours: ours, limit: { try limit.probe(key($0)) })
    add("contains", "1,000 × 64 B", probe, against: "C faccessat", target: 1.3)
    let opening = try Interleaved.measure(
      samples: options.samples(1_000), batch: 40, ours: ours, limit: { try limit.contains(key($0)) })
    add("contains", "1,000 × 64 B", opening, against: "C, attributes opened")
  }

  func measureListing() throws {
    for items in [10, 1_000, 10_000, 100_000] {
      if options.isQuick && items > 10_000 { continue }
      let fixture = try fixture(items: items)
      let limit = try Limit(fixture)
      let samples = items > 10_000 ? 5 : options.samples(items < 10_000 ? 100 : 20)
      let attributes = try Interleaved.measure(
        samples: samples,
        ours: { _ in
          guard try fixture.keychain.items().count == items else { throw Failure("a listing is short") }
        }, limit: { _ in try limit.list(keys: false, expecting: items) })
      let target = items == 10_000 ? 1.3 : nil
      add("attributes of all items", Text.count(items), attributes, target: target)
      let keys = try Interleaved.measure(
        samples: samples,
        ours: { _ in
          guard try fixture.keychain.allKeys().count == items else { throw Failure("a listing is short") }
        }, limit: { _ in try limit.list(keys: true, expecting: items) })
      add("allKeys", Text.count(items), keys, target: target)
    }
  }
}

extension Text {
  /// 1,000 for 1000.
  static func count(_ number: Int) -> String {
    let digits = Array(String(number))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// A number of bytes.
  static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1_024: "\(bytes) B"
    case ..<(1 << 20): "\(bytes >> 10) KiB"
    default: "\(bytes >> 20) MiB"
    }
  }
}
