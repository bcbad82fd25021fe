/// How a file is read.
public struct RKeychainImportOptions: Sendable {
  /// The format; `nil` finds it out from the contents.
  public var format: RKeychainExchangeFormat?
  /// Whether a file that was cut is read as far as it goes.
  ///
  /// A missing trailer, another number of items than it says, and half a last line are then notices instead
  /// of problems.
  public var isPartial: Bool

  /// Options.
  ///
  /// - Parameters:
  ///   - format: The format, or `nil` to find it out.
  ///   - isPartial: Whether a cut file is read as far as it goes.
  public init(format: RKeychainExchangeFormat? = nil, isPartial: Bool = false) {
    self.format = format
    self.isPartial = isPartial
  }
}
