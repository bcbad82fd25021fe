import Ritsurin
import RitsurinSystem

extension Run {
  func measureMemory() throws {
    let items = options.isQuick ? 10_000 : 100_000
    let fixture = try fixture(items: items)
    let output = directory + "/memory"
    try Process.require(
      [Process.path, "--list-and-get", fixture.path, fixture.keyFile], output: output, quiet: false)
    let text = String(decoding: try FileSystem().readFile(path: output, limit: 1 << 16), as: UTF8.self)
    let numbers = text.split(whereSeparator: { $0 == " " || $0 == "\n" }).compactMap { Double($0) }
    guard numbers.count == 4 else { throw Failure("the child said \(text)") }
    report.rows.append(
      Row(
        name: "peak of allKeys", size: Text.count(items), ours: numbers[0], limit: numbers[1], unit: .bytes,
        against: "the keys' bytes", target: 3))
    report.rows.append(
      Row(
        name: "resident after 50,000 more gets", size: Text.count(items), ours: numbers[3],
        limit: numbers[2], unit: .bytes, against: "resident before", target: 1.01))
    let count = options.isQuick ? 1_000 : 10_000
    try Process.require(
      [Process.path, "--import-many", directory, String(count)], output: output, quiet: false)
    let written = String(decoding: try FileSystem().readFile(path: output, limit: 1 << 16), as: UTF8.self)
    let bytes = written.split(whereSeparator: { $0 == " " || $0 == "\n" }).compactMap { Double($0) }
    guard bytes.count == 2 else { throw Failure("the child said \(written)") }
    report.rows.append(
      Row(
        name: "peak of an import", size: Text.count(count), ours: bytes[0], limit: bytes[1], unit: .bytes,
        against: "the items' bytes"))
  }
}

extension MemoryChild {
  /// Prints: peak growth of an import in one commit, and the bytes of its names and values.
  static func importMany(in directory: String, count: Int) throws {
    let fixture = try Fixture("imported", in: directory, items: 1, valueCount: 64)
    let items = fixture.batch(count)
    Process.resetPeak()
    let before = Process.memory("VmRSS")
    _ = try fixture.vault.restore(items, onConflict: .fail, dryRun: false)
    let own = items.reduce(0) { $0 + $1.item.service.utf8.count + $1.item.key.utf8.count + 64 }
    print(Process.memory("VmHWM") - before, own)
  }
}

/// What a child process of its own does, so that nobody else's memory is counted.
enum MemoryChild {
  /// Prints: peak growth of `allKeys`, the keys' bytes, resident bytes before many gets, and after them.
  static func run(vault path: String, keyFile: String) throws {
    let vault = try RVault.open(at: path, with: .keyFile(keyFile))
    let keychain = RKeychain(service: Fixture.service, store: vault)
    // Code, tables and the group's keys are in memory before the count begins.
    _ = try keychain.data(forKey: Fixture.key(0))
    _ = try RKeychain(service: "another", store: vault).allKeys()
    Process.resetPeak()
    let before = Process.memory("VmRSS")
    let keys = try keychain.allKeys()
    let peak = Process.memory("VmHWM") - before
    let own = keys.reduce(0) { $0 + $1.utf8.count }
    for index in 0..<5_000 { _ = try keychain.data(forKey: keys[index % keys.count]) }
    let settled = Process.memory("VmRSS")
    for index in 0..<50_000 { _ = try keychain.data(forKey: keys[index * 7 % keys.count]) }
    print(peak, own, settled, Process.memory("VmRSS"))
  }
}
