public import Ritsurin

/// Items on their way into a file, sorted so that two exports can be compared line by line.
///
/// ```swift
/// let found = try vault.copyMatching(RKeychainQuery(synchronizable: .any), returning: .both, limit: .all)
/// let file = RKeychainExport(found.items).lines(generator: "my-tool 1.0")
/// ```
/// The file holds the secrets as plain text: whoever can read it has them.
public struct RKeychainExport: Sendable {
  /// The items that are written, sorted by access group, service, key and synchronizable flag, by bytes.
  public let items: [RKeychainItem]
  /// The items that are not: those of this device only, and those whose value was not read.
  public let leftOut: [RKeychainAttributes]
  /// The items that are written without one of their dates, because no year of four digits holds it.
  public let withoutDate: [RKeychainAttributes]

  /// Takes items.
  ///
  /// - Parameters:
  ///   - items: Items with their values, in any order.
  ///   - includingThisDeviceOnly: Whether items are written that shall not leave this device.
  /// - Complexity: O(n log n).
  public init(_ items: [RKeychainItem], includingThisDeviceOnly: Bool = false) {
    func isWritten(_ item: RKeychainItem) -> Bool {
      item.value != nil && (includingThisDeviceOnly || !item.attributes.accessibility.isThisDeviceOnly)
    }
    self.items = items.filter(isWritten).sorted { Self.precedes($0.attributes, $1.attributes) }
    leftOut = items.filter { !isWritten($0) }.map(\.attributes)
    withoutDate = self.items.map(\.attributes).filter {
      !Timestamp.range.contains($0.createdMicroseconds) || !Timestamp.range.contains($0.modifiedMicroseconds)
    }
  }

  /// The items as JSON Lines with header and trailer.
  ///
  /// - Parameters:
  ///   - generator: The program that writes, for people.
  ///   - exportedMicroseconds: The time of writing, in microseconds since 1970 UTC; `nil` leaves it out,
  ///     and then
  ///     the bytes depend on the items alone.
  /// - Returns: The file's bytes.
  /// - Complexity: linear.
  public func lines(generator: String? = nil, exportedMicroseconds: Int64? = nil) -> [UInt8] {
    var writer = JSONWriter()
    NativeWriter.writeHeader(
      generator: generator, exportedMicroseconds: exportedMicroseconds, to: &writer)
    for item in items {
      NativeWriter.write(item.attributes, value: item.value, to: &writer)
      writer.raw("\n")
    }
    NativeWriter.writeTrailer(count: items.count, to: &writer)
    return writer.bytes
  }

  /// The items as one JSON array, an item a line, as fixtures are kept.
  ///
  /// - Returns: The file's bytes, which depend on the items alone.
  /// - Complexity: linear.
  public func array() -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("[")
    for (position, item) in items.enumerated() {
      writer.raw(position == 0 ? "\n" : ",\n")
      NativeWriter.write(item.attributes, value: item.value, to: &writer)
    }
    writer.raw("\n]\n")
    return writer.bytes
  }

  private static func precedes(_ first: RKeychainAttributes, _ second: RKeychainAttributes) -> Bool {
    for (one, other) in [
      (first.accessGroup ?? "", second.accessGroup ?? ""), (first.service, second.service),
      (first.key, second.key),
    ] where !ExactText.same(one, other) {
      return ExactText.precedes(one, other)
    }
    return !first.synchronizable && second.synchronizable
  }
}
