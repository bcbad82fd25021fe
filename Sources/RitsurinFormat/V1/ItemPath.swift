/// The path of an item's files below the root: Docs/Format.md#tree.
package struct ItemPath: Hashable, Sendable {
  /// The ending of the file that is the item.
  package static let sealedEnding = ".sealed"
  /// The ending of the metadata sidecar.
  package static let sidecarEnding = ".meta"

  /// Which of the two trees.
  package let tree: Tree
  /// The directory of one machine under `device/`, 16 bytes in base32 without a slug; nil under `items/`.
  package let device: ComponentName?
  /// The service's directory.
  package let service: ComponentName
  /// The access group's directory.
  package let group: ComponentName
  /// The item's file name, without its ending.
  package let item: ComponentName

  /// Parses `items/S/G/I` or `device/D/S/G/I`.
  ///
  /// - Parameter path: The path relative to the root, without an ending.
  /// - Returns: nil for every other path.
  /// - Complexity: O(bytes).
  package init?(_ path: some Collection<UInt8>) {
    self.init(bytes: Array(path)[...])
  }

  /// Parses a path that ends in `.sealed`.
  ///
  /// - Parameter path: The path relative to the root.
  /// - Returns: nil for every other path.
  /// - Complexity: O(bytes).
  package init?(sealed path: some Collection<UInt8>) {
    let bytes = Array(path)
    let ending = Self.sealedEnding.utf8
    guard bytes.suffix(ending.count).elementsEqual(ending) else { return nil }
    self.init(bytes: bytes.dropLast(ending.count))
  }

  private init?(bytes: ArraySlice<UInt8>) {
    let parts = bytes.split(separator: 0x2f, omittingEmptySubsequences: false)
    guard let top = parts.first, let tree = Tree(directory: top) else { return nil }
    guard parts.count == (tree == .items ? 4 : 5) else { return nil }
    if tree == .device {
      guard let name = ComponentName(bytes: parts[1]), name.slug == nil else { return nil }
      device = name
    } else {
      device = nil
    }
    let names = parts.suffix(3).compactMap { ComponentName(bytes: $0) }
    guard names.count == 3 else { return nil }
    self.tree = tree
    service = names[0]
    group = names[1]
    item = names[2]
  }

  /// The path relative to the root, without an ending.
  package var string: String {
    let names = [service, group, item].map(\.string).joined(separator: "/")
    return device.map { "device/\($0.string)/\(names)" } ?? "items/\(names)"
  }
}

extension Tree {
  /// The tree whose directory in the root bears a name.
  fileprivate init?(directory name: ArraySlice<UInt8>) {
    if name.elementsEqual("items".utf8) {
      self = .items
    } else if name.elementsEqual("device".utf8) {
      self = .device
    } else {
      return nil
    }
  }
}
