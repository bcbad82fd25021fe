package import RitsurinCrypto
package import RitsurinFormat

/// Where an item's files stand: Docs/Format.md#tree.
package struct ItemAddress: Hashable, Sendable {
  /// `items/` or `device/`.
  package let tree: Tree
  /// The component of the device directory; nil under `items/`.
  package let device: String?
  /// dG, which also selects the group's keys.
  package let group: Digest128
  /// The service's directory name.
  package let serviceComponent: String
  /// The access group's directory name.
  package let groupComponent: String
  /// The item's file name, without its ending.
  package let itemComponent: String

  /// The directory of the service, relative to the root.
  package var serviceDirectory: String {
    Self.treeDirectory(tree, device: device) + "/" + serviceComponent
  }

  /// The directory of the item, relative to the root.
  package var directory: String { serviceDirectory + "/" + groupComponent }

  /// Whether both lie in one directory.
  func isBeside(_ other: ItemAddress) -> Bool {
    tree == other.tree && group == other.group && device == other.device
      && serviceComponent == other.serviceComponent && groupComponent == other.groupComponent
  }

  /// The path without an ending, relative to the root.
  package var path: String { path(ending: "") }

  /// The path of the sealed file, relative to the root.
  package var sealedPath: String { path(ending: ".sealed") }

  /// The path of the metadata sidecar, relative to the root.
  package var sidecarPath: String { path(ending: ".meta") }

  /// Made in one allocation, since every look at a file needs it.
  private func path(ending: String) -> String {
    var text = ""
    text.reserveCapacity(
      48 + serviceComponent.utf8.count + groupComponent.utf8.count + itemComponent.utf8.count)
    switch tree {
    case .items: text += "items"
    case .device:
      text += "device/"
      text += device ?? ""
    }
    text += "/"
    text += serviceComponent
    text += "/"
    text += groupComponent
    text += "/"
    text += itemComponent
    text += ending
    return text
  }

  /// The same names in another tree.
  package func under(_ tree: Tree, device: String?) -> ItemAddress {
    ItemAddress(
      tree: tree, device: device, group: group, serviceComponent: serviceComponent,
      groupComponent: groupComponent,
      itemComponent: itemComponent)
  }

  /// `items`, or `device/<D>`.
  package static func treeDirectory(_ tree: Tree, device: String?) -> String {
    switch tree {
    case .items: "items"
    case .device: "device/" + (device ?? "")
    }
  }
}
