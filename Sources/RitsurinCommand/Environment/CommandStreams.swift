package import RitsurinSystem

/// What a command hears and says; tests put their own in its place.
package protocol CommandStreams: Sendable {
  /// Whether a person sits at the other end.
  func isTerminal(_ stream: StandardStream) -> Bool

  /// Reads a descriptor that the caller of the tool opened, until its end.
  ///
  /// - Parameters:
  ///   - descriptor: Its number; 0 is standard input.
  ///   - limit: The greatest number of bytes.
  /// - Throws: `isTooLarge` above the limit, and the error of the call.
  func readAll(descriptor: Int32, limit: Int) throws(SystemError) -> [UInt8]

  /// Writes bytes, unchanged.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - stream: Standard output or standard error.
  func write(_ bytes: [UInt8], to stream: StandardStream) throws(SystemError)

  /// Asks for a line on the terminal, which is not shown.
  ///
  /// - Throws: `.noTerminal` at once where there is none.
  func readSecret(prompt: String) throws(PromptError) -> [UInt8]
}
