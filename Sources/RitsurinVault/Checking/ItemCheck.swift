internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

/// Checks one item's file and its sidecar.
struct ItemCheck {
  let vault: Vault
  let root: FileDescriptor
  let snapshot: Vault.Snapshot

  /// Looks at the file and at its sidecar.
  ///
  /// - Returns: The item's revision as its bytes have it; nil where there are none.
  /// - Throws: `.cannotRead` where descriptors or memory have run out, `.outOfMemory`.
  @discardableResult
  func run(
    _ address: ItemAddress, hasSidecar: Bool, into report: inout CheckReport
  ) throws(VaultError) -> [UInt8]? {
    report.itemCount += 1
    let path = address.sealedPath
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try vault.files.readFile(path, beneath: root, limit: ItemSealer.fileLimit)
    } catch {
      if error.isExhaustion { throw .cannotRead(error) }
      if !error.isAbsent {
        let detail = error.leavesRoot ? VaultError.linkDetail : error.reason
        report.findings.append(CheckFinding(.unreadable, path: path, detail: detail))
      }
      return nil
    }
    let opening = try open(address)
    if opening.isWhole { report.openedCount += 1 }
    let fault = opening.problem ?? keyless(bytes, at: address)
    if let fault {
      let isMarked = fault == .notAnItem && MergeMarkers.arePresent(in: bytes)
      report.findings.append(
        CheckFinding(
          isMarked ? .mergeConflict : CheckFinding.Kind(fault), path: path, detail: fault.detail))
    }
    checkSidecar(
      of: bytes, address: address, exists: hasSidecar, isSound: fault == nil, isOpened: opening.isWhole,
      into: &report)
    return bytes.count >= ItemEnvelope.byteCount ? Array(bytes[ItemEnvelope.nonceRange]) : nil
  }

  /// Opens the item, value included, where there is a key.
  ///
  /// - Returns: what is wrong, and whether everything opened; neither where there is no key, or the value's is locked.
  private func open(_ address: ItemAddress) throws(VaultError) -> (problem: ItemProblem?, isWhole: Bool) {
    guard let keyring = snapshot.keyring else { return (nil, false) }
    let reader = vault.itemReader(snapshot, keyring: keyring, root: root)
    do throws(VaultError) {
      guard let item = try reader.read(address, expecting: .place, values: false) else { return (nil, false) }
      if item.needsNewerTool { return (.needsNewerTool, false) }
      guard try reader.read(address, expecting: .place, values: true) != nil else { return (nil, false) }
      return (nil, true)
    } catch {
      switch error {
      case .item(let problem, _): return (problem, false)
      // A locked value was not opened; its attributes were.
      case .locked, .cannotRead, .linkLeavesVault: return (nil, false)
      default: throw error
      }
    }
  }

  /// What the bytes alone say.
  private func keyless(_ bytes: [UInt8], at address: ItemAddress) -> ItemProblem? {
    guard snapshot.keyring == nil else { return nil }
    let header = snapshot.header.header
    do throws(ItemFault) {
      let envelope = try ItemEnvelope.parse(RawSpan(_elements: bytes.span), fileCount: bytes.count)
      if !envelope.vaultID.elementsEqual(header.id.prefix(8)) { return .otherVault }
      if envelope.tree != address.tree || !envelope.group.elementsEqual(address.group.bytes) {
        return .misplaced
      }
      if envelope.keyID == header.key { return nil }
      guard let retired = header.retired.first(where: { $0.keyID == envelope.keyID }) else {
        return .unknownKey
      }
      return retired.isClosed && envelope.tree == .items ? .retiredKey : nil
    } catch {
      return ItemProblem(error)
    }
  }

  private func checkSidecar(
    of bytes: [UInt8], address: ItemAddress, exists: Bool, isSound: Bool, isOpened: Bool,
    into report: inout CheckReport
  ) {
    guard let envelope = try? ItemEnvelope.parse(RawSpan(_elements: bytes.span), fileCount: bytes.count)
    else { return }
    // What was not opened may be damaged: a new sidecar would vouch for it.
    let canRebuild = isSound && isOpened
    guard exists else {
      report.findings.append(
        CheckFinding(.sidecarMissing, path: address.sidecarPath, isRepairable: canRebuild))
      return
    }
    let limit = envelope.prefixCount + Digest256.byteCount + 1
    let sidecar: [UInt8]
    do throws(SystemError) {
      sidecar = try vault.files.readPrefix(address.sidecarPath, beneath: root, limit: limit)
    } catch {
      if !error.isAbsent {
        report.findings.append(CheckFinding(.unreadable, path: address.sidecarPath, detail: error.reason))
      }
      return
    }
    let expected = ItemSealer.sidecar(of: bytes, prefixCount: envelope.prefixCount)
    if sidecar == expected { return }
    let isOfThisState =
      sidecar.count == expected.count && sidecar.starts(with: bytes[0..<envelope.prefixCount])
    let kind: CheckFinding.Kind = isOfThisState ? .digestMismatch : .sidecarStale
    // With a key the item was opened: then it is the sidecar that is wrong.
    report.findings.append(
      CheckFinding(
        canRebuild ? .sidecarStale : kind, path: address.sidecarPath,
        isRepairable: canRebuild))
  }
}

extension ItemProblem {
  /// What was wrong, where there is more to say than the word for it.
  var detail: String? {
    if case .damaged(let what) = self { return what }
    return nil
  }
}
