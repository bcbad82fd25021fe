import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault
import Testing

/// What can have happened to one item's file, or to the vault around it.
enum Disturbance: String, CaseIterable, Sendable {
  case nothing, otherVariant, otherVariantDamaged, gone, empty, cut, longer, damagedAttributes, damagedValue
  case neighboursBytes, copiedToService, copiedToGroup, foreignKey, foreignVault, openRetiredKey
  case closedRetiredKey
  case linkInside, linkOutside, directoryLink, directory, pipe, unreadable, foreignFile, misnamedFile
  case deviceCopy, damagedDeviceCopy, onlyDevice, namedGroupToo, unknownCode, longAttributes, longValue
  case gitAtWork, exclusiveLock, newHeader, damagedHeader, noHeader

  /// Whether an item's own file is as it was, and nothing else can be meant by its names.
  var leavesItem: Bool {
    switch self {
    case .nothing, .copiedToService, .copiedToGroup, .foreignFile, .misnamedFile, .namedGroupToo, .gitAtWork,
      .exclusiveLock, .newHeader, .damagedHeader, .noHeader, .longValue:
      true
    default: false
    }
  }
}

/// A vault with an item in every kind of place.
struct DisturbedVault {
  static let accounts = ["k", "other", "grouped", "variant"]

  let files: KeyedVault
  /// Held by somebody else.
  private(set) var held: FileDescriptor?

  init(_ names: NamesMode) throws {
    files = try KeyedVault(names == .opaque ? "opaque.vault" : "readable.vault")
    let vault = try files.open(device: true)
    let transaction = try vault.beginWrite()
    func put(_ names: Names, _ accessibility: AccessibilityClass = .ck) throws {
      _ = try transaction.put(
        names.attributes(accessibility), value: Array(names.account.utf8), replacing: nil, over: [])
    }
    try put(Names("k"))
    try put(Names("other"), .ak)
    try put(Names("grouped", group: "g"))
    try put(Names("variant", synchronizable: true))
    try put(Names("k", service: "t"))
    try transaction.commit()
  }

  /// Where an item's sealed file lies, relative to the root.
  func path(_ names: Names, _ accessibility: AccessibilityClass = .ck) throws -> String {
    let vault = try files.open(device: true)
    return try vault.address(of: names.attributes(accessibility)).sealedPath
  }

  /// Lets it happen to an item.
  ///
  /// - Parameter names: One of the items in `items/`.
  mutating func apply(_ disturbance: Disturbance, to names: Names) throws {
    let path = try path(names)
    let bytes = try files.read(path)
    let vault = try files.open(device: true)
    var twin = names
    twin.synchronizable.toggle()
    switch disturbance {
    case .nothing: break
    case .otherVariant: try vault.put(twin, [9])
    case .otherVariantDamaged: try files.write(Array(bytes.dropLast()), to: self.path(twin))
    case .gone: try files.remove(path)
    case .empty: try files.write([], to: path)
    case .cut: try files.write(Array(bytes.prefix(bytes.count - 7)), to: path)
    case .longer: try files.write(bytes + [0], to: path)
    case .damagedAttributes: try files.write(Self.flipped(bytes, at: 90), to: path)
    case .damagedValue: try files.write(Self.flipped(bytes, at: bytes.count - 1), to: path)
    case .neighboursBytes: try files.write(files.read(self.path(Names("other"))), to: path)
    case .copiedToService: try files.write(bytes, to: self.path(Names("new", service: "t")))
    case .copiedToGroup: try files.write(bytes, to: self.path(Names(names.account, group: "elsewhere")))
    // Both are told before anything is authenticated.
    case .foreignKey: try files.write(Self.flipped(bytes, at: ItemEnvelope.keyIDRange.lowerBound), to: path)
    case .foreignVault:
      try files.write(Self.flipped(bytes, at: ItemEnvelope.vaultIDRange.lowerBound), to: path)
    case .openRetiredKey, .closedRetiredKey: try files.rekey(isClosed: disturbance == .closedRetiredKey)
    case .linkInside, .linkOutside: try link(path, isInside: disturbance == .linkInside)
    case .directoryLink: try linkDirectory(of: path)
    case .directory:
      try files.remove(path)
      try files.write([1], to: path + "/x")
    case .pipe:
      try files.remove(path)
      try #require(unsafe mkfifo(files.path + "/" + path, 0o600) == 0)
    case .unreadable:
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: files.path + "/" + path)
    case .foreignFile: try files.write([1], to: Self.directory(of: path) + "/note.txt")
    case .misnamedFile: try files.write(bytes, to: Self.directory(of: path) + "/copy of it.sealed")
    case .deviceCopy:
      try replace(names, .cku)
      try files.write(bytes, to: path)
    case .damagedDeviceCopy: try files.write([1], to: self.path(names, .cku))
    case .onlyDevice: try replace(names, .cku)
    case .namedGroupToo: try vault.put(Names(names.account, group: "elsewhere"), [9])
    case .unknownCode:
      try replace(names) { $0.unknown = [.init(code: Array("abcd".utf8), bytes: [1])] }
    case .longAttributes: try replace(names) { $0.comment = String(repeating: "c", count: 2_000) }
    case .longValue: try replace(names, value: [UInt8](repeating: 3, count: 5_000))
    case .gitAtWork: try beginGit()
    case .exclusiveLock: try lock()
    case .newHeader: try files.write(files.header(epoch: 99), to: "vault.header")
    case .damagedHeader: try files.write([1], to: "vault.header")
    case .noHeader: try files.remove("vault.header")
    }
  }

  private static func directory(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  private static func flipped(_ bytes: [UInt8], at index: Int) -> [UInt8] {
    var bytes = bytes
    bytes[index] ^= 1
    return bytes
  }

  /// Writes the item anew, with other attributes.
  private func replace(
    _ names: Names, _ accessibility: AccessibilityClass = .ck, value: [UInt8] = [8],
    _ change: (inout ItemAttributes) -> Void = { _ in }
  ) throws {
    let transaction = try files.open(device: true).beginWrite()
    var attributes = names.attributes(accessibility)
    change(&attributes)
    _ = try transaction.put(
      attributes, value: value, replacing: transaction.find(names.scope, values: false).items.first, over: [])
    try transaction.commit()
  }

  private func link(_ path: String, isInside: Bool) throws {
    let target = isInside ? files.path + "/items/elsewhere" : files.scratch.path("outside")
    let full = files.path + "/" + path
    try FileManager.default.moveItem(atPath: full, toPath: target)
    try FileManager.default.createSymbolicLink(atPath: full, withDestinationPath: target)
  }

  private func linkDirectory(of path: String) throws {
    let full = files.path + "/" + Self.directory(of: path)
    let target = files.path + "/items/elsewhere"
    try FileManager.default.moveItem(atPath: full, toPath: target)
    try FileManager.default.createSymbolicLink(atPath: full, withDestinationPath: target)
  }

  private func beginGit() throws {
    let git = files.scratch.path(".git")
    try FileManager.default.createDirectory(atPath: git, withIntermediateDirectories: false)
    try Data("ref: refs/heads/main\n".utf8).write(to: URL(filePath: git + "/HEAD"))
    try Data().write(to: URL(filePath: git + "/index.lock"))
  }

  private mutating func lock() throws {
    let system = FileSystem()
    let root = try system.openDirectory(files.path)
    try #require(try system.lock(root, .exclusive, wait: .no))
    held = root
  }
}
