import Foundation
import RitsurinSystem

/// Recorded calls as short lines, with descriptors as the paths they were opened by.
struct Trace {
  let lines: [String]

  /// - Parameters:
  ///   - records: All calls since the vault was opened, so that every descriptor is known.
  ///   - root: The vault's path.
  ///   - replacing: Names that lines show in another way.
  init(_ records: [CallScript.Record], root: String, replacing names: [(String, String)] = []) {
    var open: [Int32: String] = [:]
    var lines: [String] = []
    func path(_ directory: Int32?, _ name: String?) -> String {
      let base = directory.flatMap { open[$0] } ?? ""
      guard let name, name != "." else { return base }
      return base.isEmpty ? name : base + "/" + name
    }
    for record in records {
      let event = record.event
      let target = event.descriptor.map { open[$0] ?? "?" } ?? path(event.directory, event.path)
      var line = "\(event.call.rawValue) \(target)"
      switch event.call {
      case .open, .openat, .openat2:
        if event.flags & O_CREAT != 0 { line += " CREAT" }
        if record.result >= 0 { open[Int32(record.result)] = target }
      case .close, .closedir: if let number = event.descriptor { open[number] = nil }
      case .flock: line += event.flags & LOCK_UN != 0 ? " UN" : event.flags & LOCK_EX != 0 ? " EX" : " SH"
      case .renameat, .renameat2, .linkat: line += " -> \(path(event.directory, event.newPath))"
      case .pwrite, .write: if let bytes = event.bytes, bytes.count == 1 { line += " \(bytes[0])" }
      default: break
      }
      if record.result < 0 { line += " = \(record.result)" }
      line = line.replacing(root + "/", with: "").replacing(root, with: "ROOT")
      for (name, word) in names { line = line.replacing(name, with: word) }
      lines.append(Self.withoutDigits(line))
    }
    self.lines = lines
  }

  /// Shows `.tmp-` names without their random digits.
  private static func withoutDigits(_ line: String) -> String {
    line.split(separator: ".tmp-", omittingEmptySubsequences: false).enumerated().map { index, part in
      index == 0 ? String(part) : ".tmp" + part.dropFirst(16)
    }.joined()
  }
}
