import RitsurinTestSupport

/// The states that a power loss can leave.
extension DiskModel {
  /// Something that may be one way or another: the last option is the newest.
  private struct Doubt {
    enum Subject {
      case entry(directory: Int, name: String)
      case bytes(Int)
      case mode(Int)
    }
    let subject: Subject
    let count: Int
  }

  /// Which option each thing in doubt has, by its place; what is not mentioned is the newest.
  private struct Choice {
    var entries: [Int: [String: Int?]] = [:]
    var bytes: [Int: [UInt8]] = [:]
    var modes: [Int: UInt32] = [:]
  }

  /// What is there while the machine keeps running.
  var visible: DiskTree { tree(Choice()) }

  /// The trees that a power loss can leave: all of them if they are few, else a choice among them.
  ///
  /// The choice, in this order until there are enough: the newest and the oldest of everything; each thing in
  /// doubt differing alone from either; each two of them; and random ones.
  ///
  /// - Parameters:
  ///   - limit: how many trees are wanted at most.
  ///   - seed: what order and randomness come from.
  func afterPowerLoss(limit: Int, seed: UInt64) -> [DiskTree] {
    let doubts = self.doubts
    var seen: Set<DiskTree> = []
    return Self.options(doubts, limit: limit, seed: seed).map { tree(choice(doubts, $0)) }
      .filter { seen.insert($0).inserted }
  }

  private static func options(_ doubts: [Doubt], limit: Int, seed: UInt64) -> [[Int]] {
    var product = 1
    for doubt in doubts where product <= limit { product *= doubt.count }
    guard product > limit else { return every(doubts) }
    let newest = doubts.map { $0.count - 1 }
    let oldest = doubts.map { _ in 0 }
    var generator = SeededGenerator(seed: seed)
    var chosen = [newest, oldest]
    let single = [newest, oldest].flatMap { variants(of: $0, doubts) }.shuffled(using: &generator)
    chosen += single.prefix(limit - 2)
    if chosen.count < limit {
      let pairs = single.flatMap { variants(of: $0, doubts) }.shuffled(using: &generator)
      chosen += pairs.prefix((limit - chosen.count) * 3 / 4)
    }
    while chosen.count < limit {
      chosen.append(doubts.map { Int.random(in: 0..<$0.count, using: &generator) })
    }
    return chosen
  }

  private static func every(_ doubts: [Doubt]) -> [[Int]] {
    doubts.reduce([[]]) { lists, doubt in
      lists.flatMap { list in (0..<doubt.count).map { list + [$0] } }
    }
  }

  /// Everything as in `base` but one thing.
  private static func variants(of base: [Int], _ doubts: [Doubt]) -> [[Int]] {
    base.indices.flatMap { position in
      (0..<doubts[position].count).compactMap { option in
        guard option != base[position] else { return nil }
        var options = base
        options[position] = option
        return options
      }
    }
  }

  private var doubts: [Doubt] {
    var doubts: [Doubt] = []
    for (node, content) in nodes.enumerated() {
      switch content {
      case .directory(let directory):
        for name in directory.others.keys.sorted() {
          let count = options(of: name, in: directory).count
          if count > 1 { doubts.append(Doubt(subject: .entry(directory: node, name: name), count: count)) }
        }
      case .file(let file):
        if !file.otherBytes.isEmpty {
          doubts.append(Doubt(subject: .bytes(node), count: file.otherBytes.count + 1))
        }
        if !file.otherModes.isEmpty {
          doubts.append(Doubt(subject: .mode(node), count: file.otherModes.count + 1))
        }
      }
    }
    let reachable = reachableNodes
    return doubts.filter { doubt in
      switch doubt.subject {
      case .entry(let node, _), .bytes(let node), .mode(let node): reachable.contains(node)
      }
    }
  }

  /// What a name may stand for, oldest first.
  private func options(of name: String, in directory: Directory) -> [Int?] {
    let now = directory.entries[name]
    return (directory.others[name] ?? []).filter { $0 != now } + [now]
  }

  /// What some name stands for, or stood for and may again.
  private var reachableNodes: Set<Int> {
    var found: Set<Int> = [0]
    var open = [0]
    while let node = open.popLast() {
      guard case .directory(let directory) = nodes[node] else { continue }
      let below = Array(directory.entries.values) + directory.others.values.joined().compactMap { $0 }
      for next in below where found.insert(next).inserted { open.append(next) }
    }
    return found
  }

  private func choice(_ doubts: [Doubt], _ options: [Int]) -> Choice {
    var choice = Choice()
    for (doubt, option) in zip(doubts, options) where option < doubt.count - 1 {
      switch doubt.subject {
      case .entry(let node, let name):
        guard case .directory(let directory) = nodes[node] else { continue }
        choice.entries[node, default: [:]][name] = .some(self.options(of: name, in: directory)[option])
      case .bytes(let node):
        guard case .file(let file) = nodes[node] else { continue }
        choice.bytes[node] = file.otherBytes[option]
      case .mode(let node):
        guard case .file(let file) = nodes[node] else { continue }
        choice.modes[node] = file.otherModes[option]
      }
    }
    return choice
  }

  private func tree(_ choice: Choice) -> DiskTree {
    var tree = DiskTree()
    func add(_ node: Int, _ path: String) {
      switch nodes[node] {
      case .file(let file):
        tree.entries[path] = .file(
          inode: node, bytes: choice.bytes[node] ?? file.bytes, mode: choice.modes[node] ?? file.mode)
      case .directory(let directory):
        if !path.isEmpty { tree.entries[path] = .directory }
        var entries = directory.entries
        for (name, node) in choice.entries[node] ?? [:] { entries[name] = node }
        for move in directory.moves where entries[move.from] != move.node {
          let options = options(of: move.to, in: directory)
          let isOlder =
            (options.firstIndex(of: entries[move.to]) ?? 0) < (options.firstIndex(of: move.node) ?? 0)
          if isOlder { entries[move.to] = move.node }
        }
        for (name, next) in entries { add(next, path.isEmpty ? name : path + "/" + name) }
      }
    }
    add(0, "")
    return tree
  }
}
