// libsodium declares most pointers nonnull even where the length is 0, while the base address of an empty
// span
// is nil. These two give every C call a pointer it may have, and nothing else in the module makes one.

extension RawSpan {
  /// Lends the bytes to a C function as a pointer that is never nil, and their number.
  func withPointer<R>(_ body: (UnsafePointer<UInt8>, Int) -> R) -> R {
    unsafe withUnsafeBytes { (buffer) in
      if let base = buffer.baseAddress {
        return unsafe body(base.assumingMemoryBound(to: UInt8.self), buffer.count)
      }
      var nothing: UInt8 = 0
      return unsafe body(&nothing, 0)
    }
  }
}

extension MutableRawSpan {
  /// Lends the bytes to a C function as a pointer that is never nil, and their number.
  mutating func withMutablePointer<R>(_ body: (UnsafeMutablePointer<UInt8>, Int) -> R) -> R {
    unsafe withUnsafeMutableBytes { (buffer) in
      if let base = buffer.baseAddress {
        return unsafe body(base.assumingMemoryBound(to: UInt8.self), buffer.count)
      }
      var nothing: UInt8 = 0
      return unsafe body(&nothing, 0)
    }
  }

  /// Copies as many bytes as both have.
  mutating func copy(from source: RawSpan) {
    unsafe withUnsafeMutableBytes { (target) in
      unsafe source.withUnsafeBytes { (source) in
        unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source.prefix(target.count)))
      }
    }
  }
}
