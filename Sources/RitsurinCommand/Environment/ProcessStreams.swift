package import RitsurinSystem

/// The streams of this process.
package struct ProcessStreams: CommandStreams {
  /// Reads a descriptor until its end, or until one byte more than the limit; gives an error number, or 0.
  package typealias DescriptorReader = @Sendable (Int32, Int) -> (bytes: [UInt8], errno: Int32)

  private let readDescriptor: DescriptorReader

  /// The streams, with what reads other descriptors.
  package init(readDescriptor: @escaping DescriptorReader) {
    self.readDescriptor = readDescriptor
  }

  package func isTerminal(_ stream: StandardStream) -> Bool { stream.isTerminal }

  package func readAll(descriptor: Int32, limit: Int) throws(SystemError) -> [UInt8] {
    if descriptor == StandardStream.input.rawValue { return try StandardStream.input.readAll(limit: limit) }
    let (bytes, errno) = readDescriptor(descriptor, limit)
    let path = "descriptor \(descriptor)"
    guard errno == 0 else { throw SystemError(call: .read, errno: errno, path: path) }
    // EFBIG has this number on every system this runs on.
    guard bytes.count <= limit else { throw SystemError(call: .read, errno: 27, path: path) }
    return bytes
  }

  package func write(_ bytes: [UInt8], to stream: StandardStream) throws(SystemError) {
    unsafe try stream.write(bytes.span.bytes)
  }

  package func readSecret(prompt: String) throws(PromptError) -> [UInt8] {
    try TerminalPrompt.readSecret(prompt: prompt)
  }
}
