internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

/// Checks both headers and every key slot.
struct HeaderCheck {
  let files: FileSystem
  let root: FileDescriptor
  let rootPath: String
  let snapshot: Vault.Snapshot

  /// Looks at the headers and at slots.
  ///
  /// - Parameter slots: The slots' paths, relative to the root.
  func run(slots: [String], _ report: inout CheckReport) throws(VaultError) {
    for copy in [HeaderCopy.primary, .backup] {
      let path = copy.rawValue
      do throws(VaultError) {
        guard let bytes = try HeaderReading.readCopy(copy, root: root, path: rootPath, files: files) else {
          report.findings.append(CheckFinding(.headerMissing, path: path, isRepairable: true))
          continue
        }
        let header = try HeaderReading.verify(bytes, path: path)
        if bytes != snapshot.header.bytes {
          let isLater = header.isLater(than: snapshot.header.header)
          report.findings.append(
            CheckFinding(
              .headerDiffers, path: path,
              detail: isLater
                ? "it is later than vault.header, which counts and is an old one brought back: remove that, and this one counts"
                : nil, isRepairable: !isLater))
        }
      } catch {
        switch error {
        case .headerDamaged(_, let what):
          report.findings.append(CheckFinding(.headerDamaged, path: path, detail: what, isRepairable: true))
        case .newerFormat:
          report.findings.append(
            CheckFinding(.headerDiffers, path: path, detail: "it is of a newer format", isRepairable: true))
        case .cannotRead(let failure) where !failure.isExhaustion:
          report.findings.append(CheckFinding(.unreadable, path: path, detail: failure.reason))
        default: throw error
        }
      }
    }
    if snapshot.header.header.isRekeyUnfinished {
      // Who cannot sign cannot close the earlier key.
      report.findings.append(
        CheckFinding(
          .rekeyUnfinished, path: HeaderCopy.primary.rawValue,
          detail: "an earlier key is still in use, and every item is served: an owner can finish it",
          isRepairable: snapshot.unlocked?.signing != nil))
    }
    try check(slots, &report)
  }

  private func check(_ slots: [String], _ report: inout CheckReport) throws(VaultError) {
    guard let opening = SlotOpening(header: snapshot.header.header) else { return }
    var isUsable = false
    for path in slots {
      let bytes: [UInt8]
      do throws(SystemError) {
        bytes = try files.readFile(path, beneath: root, limit: HeaderReading.limit)
      } catch {
        if error.isExhaustion { throw .cannotRead(error) }
        if !error.isAbsent {
          report.findings.append(CheckFinding(.unreadable, path: path, detail: error.reason))
        }
        continue
      }
      ModeCheck(files: files, root: root).run(path, isDirectory: false, into: &report)
      let name = String(path.dropFirst("slots/".count))
      if let slot = opening.candidate(bytes, file: name) {
        isUsable = true
        if case .passphrase(let parameters) = slot.kind, slot.isForTests || Self.isCheap(parameters) {
          report.findings.append(
            CheckFinding(
              .slotCheap, path: path, detail: "its passphrase can be guessed cheaply: for tests only"))
        }
      } else if let finding = Self.finding(
        SlotFile(name: name, bytes: bytes, header: snapshot.header.header), path: path)
      {
        report.findings.append(finding)
      }
    }
    // What cannot be read may be the slot that opens the vault, and has been reported as damage.
    let isUnreadable = report.findings.contains {
      $0.kind == .unreadable && ($0.path == "slots" || $0.path.hasPrefix("slots/"))
    }
    guard !isUsable, !isUnreadable else { return }
    report.findings.append(
      CheckFinding(
        .noUsableSlot, path: "slots", detail: "nothing opens the vault: restore slots/ from git or a backup"))
  }

  /// What is said of a slot that does not open the vault; nil where a later version may open it.
  private static func finding(_ file: SlotFile, path: String) -> CheckFinding? {
    switch file.standing {
    case .retired: return CheckFinding(.slotStale, path: path)
    case .otherKey:
      return CheckFinding(
        .slotOfOtherKey, path: path,
        detail: "it is of a key that the header does not know: a rekey with its credential brings that in")
    case .current, .newer, .invalid:
      guard file.slot?.kind.isUnknown != true else { return nil }
      return CheckFinding(.slotInvalid, path: path, detail: HeaderReading.accident(in: file.bytes))
    }
  }

  /// Whether unlocking refuses the slot unless a test is declared.
  static func isCheap(_ parameters: KeySlot.PassphraseParameters) -> Bool {
    PasswordHashCost(opsLimit: parameters.opsLimit, memLimit: parameters.memLimit)?.isWeak ?? false
  }
}

extension KeySlot.Kind {
  var isUnknown: Bool {
    if case .unknown = self { return true }
    return false
  }
}
