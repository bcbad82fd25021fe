internal import RitsurinSystem

/// The files for git that stand beside the items: Docs/Format.md#companions.
struct Companions {
  static let attributes = ["* -text -merge", "*.sealed -text merge=rvault diff=rvault"]
  static let ignores = [".lock", ".commit", ".tmp-*", "*.meta", "device/"]

  static let all = [(".gitattributes", attributes), (".gitignore", ignores)]

  let placer: FilePlacer

  /// Writes both, or appends the lines that are missing.
  ///
  /// - Throws: `.cannotWrite`, `.cannotRead`.
  func write() throws(VaultError) {
    for (name, lines) in Self.all { try write(lines, to: name) }
  }

  /// Whether a companion has all of its lines.
  ///
  /// - Throws: `.cannotRead`.
  static func areComplete(_ name: String, _ lines: [String], placer: FilePlacer) throws(VaultError) -> Bool {
    let present = try Companions(placer: placer).lines(of: name)
    return lines.allSatisfy { present.contains(Array($0.utf8)) }
  }

  private func write(_ lines: [String], to name: String) throws(VaultError) {
    var bytes = try contents(of: name)
    let present = Self.split(bytes)
    let missing = lines.filter { !present.contains(Array($0.utf8)) }
    guard !missing.isEmpty else { return }
    if let last = bytes.last, last != 0x0a { bytes.append(0x0a) }
    for line in missing { bytes += Array(line.utf8) + [0x0a] }
    try placer.write(bytes, to: name, replacing: true)
  }

  private func lines(of name: String) throws(VaultError) -> [[UInt8]] { Self.split(try contents(of: name)) }

  private func contents(of name: String) throws(VaultError) -> [UInt8] {
    do { return try placer.files.readFile(name, beneath: placer.root, limit: 1 << 20) } catch {
      if error.isAbsent { return [] }
      throw VaultError(reading: error, path: placer.rootPath + "/" + name)
    }
  }

  /// Lines without their ends, LF or CR LF.
  private static func split(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: 0x0a).map { $0.last == 0x0d ? Array($0.dropLast()) : Array($0) }
  }
}
