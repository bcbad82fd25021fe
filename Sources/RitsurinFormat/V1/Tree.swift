/// The two places an item can lie in; the raw value is the byte in its envelope.
package enum Tree: UInt8, Sendable, Hashable, CaseIterable {
  /// Under `items/`: portable.
  case items = 0
  /// Under `device/`: of one machine.
  case device = 1
}
