import RitsurinSystem

/// Paths as text, taken apart by bytes.
enum PathText {
  private static let slash = UInt8(ascii: "/")

  /// The directory that a path's last name stands in.
  static func parent(of path: String) -> String {
    let bytes = trimmed(path)
    guard let last = bytes.lastIndex(of: slash) else { return "." }
    return last == 0 ? "/" : text(bytes[..<last])
  }

  /// A path's last name.
  static func name(of path: String) -> String {
    let bytes = trimmed(path)
    return text(bytes[(bytes.lastIndex(of: slash).map { $0 + 1 } ?? 0)...])
  }

  /// The path from the root on; a relative one begins at the working directory.
  static func absolute(_ path: String, _ files: FileSystem) throws(SystemError) -> String {
    if path.utf8.first == slash { return path }
    return try files.realPath(".") + "/" + path
  }

  /// Whether a path, which need not exist, leads below a directory, links followed.
  static func isInside(
    _ path: String, _ directory: String, _ files: FileSystem
  ) throws(SystemError) -> Bool {
    let root: String
    do throws(SystemError) {
      root = try files.realPath(directory)
    } catch {
      guard error.isAbsent else { throw error }
      return false
    }
    let parent = try files.realPath(parent(of: path))
    return parent == root || parent.utf8.starts(with: (root == "/" ? root : root + "/").utf8)
  }

  /// The number in `/dev/fd/N`, and 0 for `/dev/stdin`: descriptors that the shell hands over as paths.
  static func descriptor(_ path: String) -> Int32? {
    if path.utf8.elementsEqual("/dev/stdin".utf8) { return 0 }
    let prefix = "/dev/fd/"
    guard path.utf8.starts(with: prefix.utf8) else { return nil }
    return number(path.utf8.dropFirst(prefix.utf8.count))
  }

  /// Whether a command's operand means standard input.
  static func isStandardInput(_ operand: String) -> Bool {
    operand.utf8.elementsEqual("-".utf8) || descriptor(operand) == 0
  }

  /// A decimal number of digits alone.
  static func number(_ digits: some Collection<UInt8>) -> Int32? {
    guard 1...9 ~= digits.count else { return nil }
    var value: Int32 = 0
    for digit in digits {
      guard case UInt8(ascii: "0")...UInt8(ascii: "9") = digit else { return nil }
      value = value * 10 + Int32(digit - UInt8(ascii: "0"))
    }
    return value
  }

  private static func trimmed(_ path: String) -> [UInt8] {
    var bytes = Array(path.utf8)
    while bytes.count > 1, bytes.last == slash { bytes.removeLast() }
    return bytes
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
