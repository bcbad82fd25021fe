/// The text that headers and slots share: Docs/Format.md#signed-lines.
///
/// Lines `name SP value`, the first of them format and version, the last a signature over all before it.
package struct SignedLines: Sendable {
  /// The largest text, in bytes.
  package static let limit = 1 << 20
  /// The length of the last line, in bytes: `signature SP`, 88 characters of base64, LF.
  static let signatureLineCount = 99
  /// The only version.
  static let version: Int64 = 1

  /// Which names a text may hold.
  struct Grammar {
    /// The name of the first line.
    let format: String
    /// The names of which each stands at most once: a few, so that a list finds them as fast as a set.
    let single: [String]
    /// The name that may stand any number of times, if there is one.
    let repeated: String?
  }

  /// A line whose name this version does not know.
  package struct Unknown: Hashable, Sendable {
    /// `[a-z0-9-]{1,32}`.
    package let name: String
    /// Any text without control characters, as UTF-8.
    package let value: [UInt8]

    /// The line as it stands in a file, with its LF.
    var bytes: [UInt8] { Array("\(name) ".utf8) + value + [0x0a] }
  }

  /// The lines of known names that stand at most once.
  ///
  /// A list: for a `Set` or `Dictionary` of these the runtime looks through every conformance in the
  /// program, which takes longer than all lookups in the files of one start.
  struct Single: Sendable {
    /// One line; a tuple would be a type that the runtime has to make.
    private struct Line {
      let name: String
      let value: ArraySlice<UInt8>
    }

    private var lines: [Line] = []

    /// The value of a name.
    ///
    /// - Complexity: O(names of the grammar).
    subscript(name: String) -> ArraySlice<UInt8>? { lines.first { $0.name == name }?.value }

    /// Adds a line.
    ///
    /// - Returns: False where the name stands already.
    mutating func insert(_ name: String, _ value: ArraySlice<UInt8>) -> Bool {
      guard self[name] == nil else { return false }
      lines.append(Line(name: name, value: value))
      return true
    }
  }

  /// The lines of known names that stand at most once.
  let single: Single
  /// The values of the name that may be repeated, in their order.
  let repeated: [ArraySlice<UInt8>]
  /// All other lines, in their order.
  let unknown: [Unknown]
  /// The signature, 64 bytes.
  let signature: [UInt8]
  /// How many bytes it covers, from the first on.
  let signedByteCount: Int

  /// The value of a name that must be there, as what it stands for.
  ///
  /// - Throws: `.malformed` where the name is missing or `read` gives nil.
  func value<T>(_ name: String, _ read: (ArraySlice<UInt8>) -> T?) throws(LineFault) -> T {
    guard let text = single[name] else { throw .malformed("\(name) is missing") }
    guard let value = read(text) else { throw .malformed("the value of \(name)") }
    return value
  }

  /// Text with its signature line.
  ///
  /// - Parameters:
  ///   - signature: 64 bytes, over `text`.
  ///   - text: Whole lines.
  /// - Complexity: O(bytes).
  package static func appendingSignature(_ signature: [UInt8], to text: [UInt8]) -> [UInt8] {
    text + Array("signature \(Base64.encode(signature))\n".utf8)
  }
}
