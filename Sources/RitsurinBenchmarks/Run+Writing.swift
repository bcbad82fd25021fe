import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Run {
  func measureSet() throws {
    for (value, target) in [(64, 1.15), (4_096, nil), (1 << 20, nil)] as [(Int, Double?)] {
      let items = value > 100_000 ? 10 : 1_000
      let fixture = try fixture(items: items, value: value)
      let limit = try Limit(fixture)
      let samples = options.samples(200)
      let size = "\(Text.count(items)) × \(Text.size(value))"
      let values = Values(fixture)
      // Each way replaces other items, and each item by other bytes.
      let replace = try Interleaved.measure(
        samples: samples,
        ours: { index in
          try set(fixture.keys[(2 * index) % items], values.data(index, items), in: fixture)
        },
        limit: { index in
          try limit.set(fixture.keys[(2 * index + 1) % items], values.bytes(index, items), whole: true)
        })
      add("set, replacing", size, replace, target: target)
      guard value < 100_000 else { continue }
      let new = try Interleaved.measure(
        samples: samples,
        ours: { index in try set("ours\(index)", values.data(0, 1), in: fixture) },
        limit: { index in try limit.set("limit\(index)", values.bytes(0, 1), whole: true) })
      add("set, new", size, new, target: target)
      guard value == 64 else { continue }
      let bare = try Interleaved.measure(
        samples: samples,
        ours: { index in
          try set(fixture.keys[(2 * index) % items], values.data(index + items, items), in: fixture)
        },
        limit: { index in
          try limit.set(
            fixture.keys[(2 * index + 1) % items], values.bytes(index + items, items), whole: false)
        })
      add("set, replacing", size, bare, against: "C: file, fsync, rename, fsync")
    }
  }

  private func set(_ key: String, _ value: Data, in fixture: Fixture) throws {
    try fixture.keychain.set(value, forKey: key)
  }

  /// Values made before the clock runs.
  private struct Values {
    private let all: [[UInt8]]
    private let allData: [Data]

    init(_ fixture: Fixture) {
      all = (2..<6).map { fixture.bytes(seed: $0) }
      allData = all.map { Data($0) }
    }

    /// A value for the write of this number, another than the same item got half the items' number of writes ago.
    func bytes(_ index: Int, _ items: Int) -> [UInt8] { all[2 * index / items % 4] }
    func data(_ index: Int, _ items: Int) -> Data { allData[2 * index / items % 4] }
  }

  func measureLarge() throws {
    let value = 16 << 20
    let fixture = try fixture(items: 2, value: value)
    let limit = try Limit(fixture)
    let samples = options.samples(30)
    let reading = try Interleaved.measure(
      samples: samples, ours: { try get(fixture.keys[$0 % 2], from: fixture) },
      limit: { try limit.get(fixture.keys[$0 % 2], expecting: value) })
    add("get", "16 MiB", reading, target: 1.15)
    let values = Values(fixture)
    let writing = try Interleaved.measure(
      samples: samples, ours: { try set(fixture.keys[0], values.data($0, 2), in: fixture) },
      limit: { try limit.set(fixture.keys[1], values.bytes($0, 2), whole: true) })
    add("set, replacing", "16 MiB", writing, target: 1.15)
    forget(items: 2, value: value)
  }

  /// Each sample adds as many items as the one before, to the same vault.
  func measureBulk() throws {
    let count = options.isQuick ? 1_000 : 10_000
    var made: [String] = []
    // ext4 looks for a free number long where many files have just been deleted: nothing is removed in between.
    defer { for path in made { _ = try? Process.run(["rm", "-rf", path]) } }
    for whole in [false, true] {
      let name = whole ? "bulk-whole" : "bulk"
      let fixture = try Fixture(name, in: directory, items: 1, valueCount: 64)
      made.append(fixture.path)
      let limit = try Limit(fixture)
      let bytes = fixture.bytes(seed: 3)
      let pair = try Interleaved.measure(
        samples: 3,
        ours: { _ in try fixture.add(count) },
        limit: { index in
          try limit.bulk(prefix: "limit\(index)-", count: count, bytes, whole: whole)
        })
      let each = Pair(ours: pair.ours / Double(count), limit: pair.limit / Double(count))
      add(
        "import, one commit, each item", Text.count(count), each,
        against: whole ? "C with record and sidecars" : "C: files, one syncfs, renames",
        target: whole ? 2 : nil)
    }
  }
}
