internal import RitsurinSystem

/// The files for git that stand beside the items: Docs/Format.md#companions.
struct Companions {
  static let attributes = ["* -text -merge", "*.sealed -text merge=rvault diff=rvault"]
  static let ignores = [".lock", ".commit", ".tmp-*", "*.meta", "device/"]

  let placer: FilePlacer

  /// Writes both, or appends the lines that are missing.
  ///
  /// - Throws: `.cannotWrite`, `.cannotRead`.
  func write() throws(VaultError) {
    try write(Self.attributes, to: ".gitattributes")
    try write(Self.ignores, to: ".gitignore")
  }

  private func write(_ lines: [String], to name: String) throws(VaultError) {
    var bytes: [UInt8]
    do { bytes = try placer.files.readFile(name, beneath: placer.root, limit: 1 << 20) } catch {
      guard error.isAbsent else { throw VaultError(reading: error, path: placer.rootPath + "/" + name) }
      bytes = []
    }
    let present = bytes.split(separator: 0x0a).map { $0.last == 0x0d ? Array($0.dropLast()) : Array($0) }
    let missing = lines.filter { !present.contains(Array($0.utf8)) }
    guard !missing.isEmpty else { return }
    if let last = bytes.last, last != 0x0a { bytes.append(0x0a) }
    for line in missing { bytes += Array(line.utf8) + [0x0a] }
    try placer.write(bytes, to: name, replacing: true)
  }
}
