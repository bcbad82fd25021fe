internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

/// Checks one item's file and its sidecar.
struct ItemCheck {
  let vault: Vault
  let root: FileDescriptor
  let snapshot: Vault.Snapshot

  func run(_ address: ItemAddress, hasSidecar: Bool, into report: inout CheckReport) {
    report.itemCount += 1
    let path = address.sealedPath
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try vault.files.readFile(path, beneath: root, limit: ItemSealer.fileLimit)
    } catch {
      if !error.isAbsent {
        report.findings.append(CheckFinding(.unreadable, path: path, detail: error.reason))
      }
      return
    }
    let fault = open(address, into: &report) ?? keyless(bytes)
    if let fault {
      let isMarked = fault == .notAnItem && MergeMarkers.arePresent(in: bytes)
      report.findings.append(
        CheckFinding(
          isMarked ? .mergeConflict : CheckFinding.Kind(fault), path: path, detail: fault.detail))
    }
    checkSidecar(of: bytes, address: address, exists: hasSidecar, isSound: fault == nil, into: &report)
  }

  /// Opens the item, value included, where there is a key.
  ///
  /// - Returns: what is wrong; nil where nothing is, or where there is no key.
  private func open(_ address: ItemAddress, into report: inout CheckReport) -> ItemProblem? {
    guard let keyring = snapshot.keyring else { return nil }
    let reader = vault.itemReader(snapshot, keyring: keyring, root: root)
    do throws(VaultError) {
      guard let item = try reader.read(address, expecting: .place, values: false) else { return nil }
      if item.needsNewerTool { return .needsNewerTool }
      guard try reader.read(address, expecting: .place, values: true) != nil else { return nil }
      report.openedCount += 1
      return nil
    } catch {
      // A locked value was not opened; its attributes were.
      if case .item(let problem, _) = error { return problem }
      return nil
    }
  }

  /// What the bytes alone say.
  private func keyless(_ bytes: [UInt8]) -> ItemProblem? {
    guard snapshot.keyring == nil else { return nil }
    let header = snapshot.header.header
    do throws(ItemFault) {
      let envelope = try ItemEnvelope.parse(RawSpan(_elements: bytes.span), fileCount: bytes.count)
      if !envelope.vaultID.elementsEqual(header.id.prefix(8)) { return .otherVault }
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
    of bytes: [UInt8], address: ItemAddress, exists: Bool, isSound: Bool, into report: inout CheckReport
  ) {
    guard let envelope = try? ItemEnvelope.parse(RawSpan(_elements: bytes.span), fileCount: bytes.count)
    else { return }
    let canRebuild = isSound && snapshot.keyring != nil
    guard exists else {
      report.findings.append(
        CheckFinding(.sidecarMissing, path: address.sidecarPath, isRepairable: canRebuild))
      return
    }
    let limit = envelope.prefixCount + Digest256.byteCount + 1
    guard let sidecar = try? vault.files.readPrefix(address.sidecarPath, beneath: root, limit: limit) else {
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
        isSound && snapshot.keyring != nil ? .sidecarStale : kind, path: address.sidecarPath,
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
