import CSodium

/// Secret bytes that never change, are never printed, and are wiped when the last reference goes.
///
/// The memory comes from `sodium_malloc` (guard pages, locked, left out of core dumps); where that is
/// refused,
/// or thousands are alive, it is plain memory, wiped all the same. Keys share pages (`SecretBlock`); for what
/// is longer, guarded memory costs some 20 µs and at least four pages per object.
@safe package final class SecretBytes: @unchecked Sendable, Equatable, Redacted {
  // Unchecked: the memory is written only before init returns and freed only in deinit.

  /// Where the bytes shall lie.
  package enum Placement: Sendable {
    /// In `sodium_malloc` memory, or in plain memory where that is refused or too many are alive.
    case guarded
    /// In plain memory: cheap, for secrets that come in thousands. Wiped at the end, but neither guarded nor
    /// kept out of swap.
    case plain
  }

  private let memory: SecretMemory

  /// The number of bytes.
  package let count: Int

  /// Whether the pages are kept out of swap; false for plain memory and where the lock limit was reached.
  package let isLocked: Bool

  /// Makes bytes that `body` fills.
  ///
  /// - Parameters:
  ///   - count: Bytes, 0 or more.
  ///   - placement: Guarded unless said otherwise.
  ///   - body: Fills all bytes; they hold arbitrary values before.
  /// - Throws: `CryptoError.libraryUnavailable`; `.outOfMemory` also for a negative `count`.
  /// - Complexity: O(`count`) and a few system calls.
  package init(
    count: Int, placement: Placement = .guarded, filledBy body: (inout MutableRawSpan) -> Void
  ) throws(CryptoError) {
    try Sodium.require()
    unsafe memory = try SecretMemory.allocate(count, placement: placement)
    self.count = count
    isLocked = unsafe memory.isLocked
    let bytes = unsafe memory.bytes
    var span = unsafe bytes.mutableBytes
    body(&span)
  }

  /// Makes bytes that `body` fills, or nothing where `body` says that it could not.
  ///
  /// - Parameters:
  ///   - count: Bytes, 0 or more.
  ///   - placement: Guarded unless said otherwise.
  ///   - body: Fills all bytes (they hold arbitrary values before); false wipes them, and the result is nil.
  /// - Throws: `CryptoError.libraryUnavailable`; `.outOfMemory` also for a negative `count`.
  /// - Complexity: O(`count`) and a few system calls.
  package static func filled(
    count: Int, placement: Placement = .guarded, by body: (inout MutableRawSpan) -> Bool
  ) throws(CryptoError) -> SecretBytes? {
    var isFilled = false
    let secret = try SecretBytes(count: count, placement: placement) { (span) in isFilled = body(&span) }
    return isFilled ? secret : nil
  }

  /// Makes `randomCount` unpredictable bytes (`randombytes_buf`).
  ///
  /// - Throws: `CryptoError.libraryUnavailable`, `.outOfMemory`.
  package convenience init(randomCount: Int) throws(CryptoError) {
    try self.init(count: randomCount) { (span) in Random.fill(&span) }
  }

  /// Copies bytes; wiping the original stays the caller's matter.
  ///
  /// - Throws: `CryptoError.libraryUnavailable`, `.outOfMemory`.
  /// - Complexity: O(count of `bytes`).
  package convenience init(copying bytes: RawSpan, placement: Placement = .guarded) throws(CryptoError) {
    try self.init(count: bytes.byteCount, placement: placement) { (span) in span.copy(from: bytes) }
  }

  deinit {
    unsafe memory.wipeAndFree()
  }

  /// Lends the bytes to `body`; whatever it copies out of them is no longer protected.
  ///
  /// - Throws: What `body` throws.
  package func withBytes<R, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    let bytes = unsafe UnsafeRawBufferPointer(memory.bytes)
    return try body(unsafe bytes.bytes)
  }

  /// Whether both hold the same bytes, in time that depends on the lengths alone (`sodium_memcmp`).
  package static func == (left: SecretBytes, right: SecretBytes) -> Bool {
    guard left.count == right.count else { return false }
    let (leftBytes, rightBytes) = unsafe (left.memory.bytes, right.memory.bytes)
    return unsafe sodium_memcmp(leftBytes.baseAddress, rightBytes.baseAddress, left.count) == 0
  }
}

extension SecretBytes {
  /// Joins a public byte or two and secrets into one message, in locked memory.
  ///
  /// - Throws: `CryptoError.outOfMemory`, `.libraryUnavailable`.
  package convenience init(joining prefix: [UInt8], _ parts: SecretBytes...) throws(CryptoError) {
    let count = parts.reduce(prefix.count) { $0 + $1.count }
    try self.init(count: count) { (buffer: inout MutableRawSpan) -> Void in
      var offset = 0
      for byte in prefix {
        buffer.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
        offset += 1
      }
      for part in parts {
        part.withBytes { (bytes) in
          for index in 0..<bytes.byteCount {
            let byte = unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
            buffer.storeBytes(of: byte, toByteOffset: offset + index, as: UInt8.self)
          }
        }
        offset += part.count
      }
    }
  }
}
