extension MutableRawSpan {
  /// Copies bytes to an offset; there is room.
  mutating func put(_ bytes: RawSpan, at offset: Int) {
    unsafe withUnsafeMutableBytes { (target) in
      unsafe bytes.withUnsafeBytes { (source) in
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyMemory(from: source)
      }
    }
  }

  /// Copies text to an offset; there is room.
  ///
  /// - Returns: Where it ends.
  mutating func put(_ text: String, at offset: Int) -> Int {
    var end = offset
    for byte in text.utf8 {
      storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
      end += 1
    }
    return end
  }
}
