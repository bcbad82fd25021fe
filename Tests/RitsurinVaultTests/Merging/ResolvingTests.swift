import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinVault
import Testing

/// Ending conflicts, and what must survive that.
@Suite("Resolving") struct ResolvingTests {
  private let files: KeyedVault
  private let vault: Vault
  private let address: ItemAddress
  private static let copyName = "lost"

  init() throws {
    files = try KeyedVault()
    vault = try files.open()
    try vault.put(Names("k"), [1])
    address = try #require(try vault.find(Names("k").scope, values: false).items.first).address
  }

  private func full(_ name: String) -> String { files.path + "/" + name }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: full(name), withDestinationPath: target)
  }

  private func move(_ name: String, to target: String) throws {
    try FileManager.default.moveItem(atPath: full(name), toPath: full(target))
  }

  /// The word of what ending a conflict throws; nil where it throws nothing.
  private func resolve(_ path: String, revision: Nonce?, taking: Bool) throws -> String? {
    let bytes = try files.read(path)
    let digest = KeyedHash.digest256(unsafe bytes.span.bytes)
    return word { () throws(VaultError) in
      try vault.resolveConflict(path, digest: digest, revision: revision, taking: taking)
    }
  }

  // MARK: The item itself

  enum Alias: CaseIterable {
    case itemElsewhere, itemInTheRoot, linkToTheItem, chain, linkedDirectory, directoryElsewhere
  }

  /// Gives the item's file a second path.
  ///
  /// - Returns: The paths.
  private func alias(_ alias: Alias) throws -> [String] {
    let sealed = address.sealedPath
    switch alias {
    case .itemElsewhere:
      try move(sealed, to: "items/elsewhere")
      try link(sealed, to: "../../elsewhere")
      return ["items/elsewhere"]
    case .itemInTheRoot:
      try move(sealed, to: "elsewhere")
      try link(sealed, to: full("elsewhere"))
      return ["elsewhere"]
    case .linkToTheItem:
      try link(address.directory + "/x.sealed", to: address.itemComponent + ".sealed")
      return [address.directory + "/x.sealed"]
    case .chain:
      try move(sealed, to: "items/last")
      try link("items/first", to: "last")
      try link(sealed, to: "../../first")
      return ["items/first", "items/last"]
    case .linkedDirectory:
      try link("items/-alias", to: address.serviceComponent)
      return ["items/-alias/" + address.groupComponent + "/" + address.itemComponent + ".sealed"]
    case .directoryElsewhere:
      try FileManager.default.createDirectory(
        atPath: full("items/-dots"), withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
      try move(address.serviceDirectory, to: "items/-dots/" + address.serviceComponent)
      try link(address.serviceDirectory, to: "-dots/" + address.serviceComponent)
      return ["items/-dots" + sealed.dropFirst(5)]
    }
  }

  @Test("never removes the item, whatever its paths", arguments: Alias.allCases, [false, true])
  func keepTheItem(alias: Alias, taking: Bool) throws {
    let paths = try self.alias(alias)
    let revision = try #require(try vault.find(Names("k").scope, values: false).items.first).revision
    let listed = try vault.conflictFiles()
    #expect(listed.map(\.path) == [])
    let before = try files.lines()
    for path in paths {
      #expect(try resolve(path, revision: revision, taking: taking) == "interference")
    }
    #expect(try files.lines() == before)
    #expect(try files.open().value(Names("k")) == [1])
    #expect(try vault.ownAndForeignFiles().own.contains(address.sealedPath))
  }

  @Test("lists the copies in a linked directory once") func listOnce() throws {
    let bytes = try files.read(address.sealedPath)
    try files.write(bytes, to: address.directory + "/copy")
    try link("items/-alias", to: address.serviceComponent)
    try link("items/-loop", to: ".")
    try link("items/-root", to: "..")
    let vault = try files.open(device: true)
    try vault.put(Names("d"), [1], .cku)
    let device = try #require(try vault.find(Names("d").scope, values: false).items.first).address
    try link("device/\(device.device ?? "")/-items", to: "../../items")
    try link("items/-devices", to: "../device")
    #expect(try vault.conflictFiles().map(\.path) == [address.directory + "/copy"])
    #expect(try vault.ownAndForeignFiles().own.contains(address.sealedPath))
  }

  @Test("removes a second name of the item, and a link without what it leads to") func removeNames() throws {
    let sealed = address.sealedPath
    let older = try files.read(sealed)
    try FileManager.default.linkItem(atPath: full(sealed), toPath: full("items/second"))
    let revision = try #require(try vault.find(Names("k").scope, values: false).items.first).revision
    #expect(try resolve("items/second", revision: revision, taking: false) == nil)
    #expect(try files.open().value(Names("k")) == [1] && !files.exists("items/second"))
    let new = try vault.put(Names("k"), [2])
    try files.write(older, to: "items/older")
    try link("items/link", to: "older")
    #expect(try resolve("items/link", revision: new, taking: true) == nil)
    #expect(try vault.value(Names("k")) == [1] && files.read("items/older") == older)
    #expect(try vault.conflictFiles().map(\.path) == ["items/older"])
  }

  // MARK: Items that do not open

  enum Fault: CaseIterable {
    case attributes, value, cut

    func apply(to bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes
      switch self {
      case .attributes: bytes[ItemEnvelope.byteCount] ^= 1
      case .value: bytes[bytes.count - 20] ^= 1
      case .cut: bytes.removeLast()
      }
      return bytes
    }
  }

  @Test("keeps the last version that opens", arguments: Fault.allCases, [true, false])
  func keepTheLastGoodVersion(fault: Fault, isSameRevision: Bool) throws {
    let good = try files.read(address.sealedPath)
    try files.write(good, to: Self.copyName)
    if !isSameRevision { try vault.put(Names("k"), [2]) }
    try files.write(fault.apply(to: files.read(address.sealedPath)), to: address.sealedPath)
    let file = try #require(try vault.conflictFiles().first)
    #expect(file.currentError != nil)
    let answer = try resolve(Self.copyName, revision: file.current?.revision, taking: false)
    #expect(answer == (fault == .cut ? "truncated" : "damaged") && files.exists(Self.copyName))
    // Taking the copy heals.
    #expect(try resolve(Self.copyName, revision: file.current?.revision, taking: true) == nil)
    #expect(try vault.value(Names("k")) == [1] && !files.exists(Self.copyName))
  }

  enum Stranger: String, CaseIterable {
    case unknownKey, newerVersion, otherVault

    func apply(to bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes
      switch self {
      case .unknownKey: bytes[ItemEnvelope.keyIDRange.lowerBound] ^= 1
      case .newerVersion: bytes[8] += 1
      case .otherVault: bytes[ItemEnvelope.vaultIDRange.lowerBound] ^= 1
      }
      return bytes
    }
  }

  @Test("touches nothing that is for another key or tool", arguments: Stranger.allCases, [true, false])
  func leaveStrangers(stranger: Stranger, taking: Bool) throws {
    let good = try files.read(address.sealedPath)
    try files.write(good, to: Self.copyName)
    try vault.put(Names("k"), [2])
    let strange = stranger.apply(to: try files.read(address.sealedPath))
    // It was absent when the copy was listed; then it came.
    try files.remove(address.sealedPath)
    let file = try #require(try vault.conflictFiles().first)
    #expect(file.current == nil && file.currentError == nil)
    try files.write(strange, to: address.sealedPath)
    #expect(try resolve(Self.copyName, revision: nil, taking: taking) == stranger.rawValue)
    #expect(try files.read(address.sealedPath) == strange && files.read(Self.copyName) == good)
  }

  /// An item that a newer tool made, with the golden keys.
  private func sealForNewerTool() throws -> [UInt8] {
    let keyring = try #require(
      try Keyring.make(
        header: HeaderReading.verify(files.read("vault.header"), path: files.path),
        master: key(hex: Vectors.all.keys.master), deviceKey: nil))
    var attributes = Names("k").attributes()
    attributes.unknown = [ItemAttributes.Unknown(code: Array("Zzzz".utf8), bytes: [1])]
    return try ItemSealer.seal(
      attributes, value: [3], at: keyring.address(of: attributes), vaultID: vault.header.id, keyring: keyring)
  }

  @Test("leaves an item of a newer tool", arguments: [true, false], [true, false])
  func leaveNewerTools(taking: Bool, isHidden: Bool) throws {
    try files.write(files.read(address.sealedPath), to: Self.copyName)
    let newer = try sealForNewerTool()
    let vault = isHidden ? try files.open(device: true) : vault
    if isHidden {
      try vault.remove(Names("k"))
      try vault.put(Names("k"), [2], .cku)
    }
    try files.write(newer, to: address.sealedPath)
    let revision = try vault.find(Names("k").scope, values: false).items.first?.revision
    let bytes = try files.read(Self.copyName)
    let answer = word { () throws(VaultError) in
      try vault.resolveConflict(
        Self.copyName, digest: KeyedHash.digest256(unsafe bytes.span.bytes), revision: revision,
        taking: taking)
    }
    // Hidden by an item that opens, it has nothing to do with the removal of a copy.
    #expect(answer == (isHidden && !taking ? nil : "needsNewerTool"))
    #expect(try files.read(address.sealedPath) == newer)
    #expect(files.exists(Self.copyName) == (answer != nil))
  }

  @Test("leaves an item under a closed key", arguments: [true, false])
  func leaveClosedKeys(taking: Bool) throws {
    let old = try files.read(address.sealedPath)
    let master = try files.rekey(isClosed: true)
    let current = try #require(
      try Keyring.make(
        header: HeaderReading.verify(files.read("vault.header"), path: files.path), master: master,
        deviceKey: nil))
    let attributes = Names("k").attributes()
    let copy = try ItemSealer.seal(
      attributes, value: [3], at: current.address(of: attributes), vaultID: vault.header.id, keyring: current)
    try files.write(copy, to: Self.copyName)
    #expect(try resolve(Self.copyName, revision: nil, taking: taking) == "retiredKey")
    #expect(try files.read(address.sealedPath) == old && files.exists(Self.copyName))
  }
}
