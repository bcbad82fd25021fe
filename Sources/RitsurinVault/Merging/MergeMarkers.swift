/// What git writes into a text file that it could not merge.
package enum MergeMarkers {
  /// Whether lines of both kinds are there: one that begins a conflict, and one that ends it.
  ///
  /// - Complexity: O(bytes).
  package static func arePresent(in bytes: [UInt8]) -> Bool {
    begins(bytes, with: "<<<<<<< ") && begins(bytes, with: ">>>>>>> ")
  }

  private static func begins(_ bytes: [UInt8], with mark: StaticString) -> Bool {
    let mark = Array("\(mark)".utf8)
    return bytes.starts(with: mark)
      || bytes.indices.contains { bytes[$0] == 0x0A && bytes[($0 + 1)...].starts(with: mark) }
  }
}
