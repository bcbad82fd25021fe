/// The names of files that are being written: `.tmp-` and 16 hexadecimal digits.
package enum TemporaryName {
  /// Whether a file name is that of a temporary file.
  package static func matches(_ name: some Collection<UInt8>) -> Bool {
    name.count == 21 && name.starts(with: ".tmp-".utf8) && name.dropFirst(5).allSatisfy(ASCII.isLowerHex)
  }
}
