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

  /// The path without an ending, relative to the root.
  package var path: String { directory + "/" + itemComponent }

  /// The path of the sealed file, relative to the root.
  package var sealedPath: String { path + ".sealed" }

  /// The path of the metadata sidecar, relative to the root.
  package var sidecarPath: String { path + ".meta" }

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
