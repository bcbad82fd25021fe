import Ritsurin
import RitsurinSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Verb {
  /// Writes a value.
  static let set = Verb(
    id: .set, summary: "store a value, read from standard input",
    details: [
      "Every byte of the input is the value, a line end included: printf %s \"$secret\" | rvault set ...",
      "On a terminal the value is asked for, twice, without showing it.",
      "What no option names stays as it was in an item that exists.",
    ],
    operands: [.required("SERVICE"), .required("KEY")],
    options: [.group, .sync, .accessibility, .label, .comment]
  ) { (invocation) throws(ToolFailure) in
    try invocation.requireInput()
    let accessibility = try accessibility(invocation)
    try invocation.withVault(creating: true) { (vault) throws(ToolFailure) in
      var bytes = try readValue(invocation)
      defer { wipe(&bytes) }
      try ItemSetting(invocation, accessibility: accessibility, value: Data(bytes)).write(to: vault)
      if bytes.isEmpty { invocation.note("an empty value was stored") }
    }
  }

  private static func accessibility(
    _ invocation: Invocation
  ) throws(ToolFailure) -> RKeychainAccessibility? {
    guard let name = invocation.value(.accessibility) else { return nil }
    let known = RKeychainAccessibility.allCases.first { $0.rawValue.utf8.elementsEqual(name.utf8) }
    guard let known else {
      let names = RKeychainAccessibility.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("--accessibility must be one of \(names)")
    }
    return known
  }

  private static func readValue(_ invocation: Invocation) throws(ToolFailure) -> [UInt8] {
    let streams = invocation.environment.streams
    let limit = ItemLimits.valueByteCount
    guard !streams.isTerminal(.input) else { return try askForValue(invocation, streams) }
    do throws(SystemError) {
      return try streams.readAll(descriptor: StandardStream.input.rawValue, limit: limit)
    } catch {
      guard error.isTooLarge else { throw ToolFailure(error) }
      throw ToolFailure(RKeychainError(.valueTooLarge, message: "the value has more than \(limit) bytes"))
    }
  }

  private static func askForValue(
    _ invocation: Invocation, _ streams: any CommandStreams
  ) throws(ToolFailure) -> [UInt8] {
    let names = invocation.operands.map(DisplayText.escaped).joined(separator: " ")
    let value = try ask("Value for \(names): ", streams)
    var again = try ask("The same again: ", streams)
    defer { wipe(&again) }
    guard value == again else { throw ToolFailure(.failed, "the two values differ; nothing was stored") }
    return value
  }

  private static func ask(_ prompt: String, _ streams: any CommandStreams) throws(ToolFailure) -> [UInt8] {
    do throws(PromptError) {
      return try streams.readSecret(prompt: prompt)
    } catch {
      switch error {
      case .noTerminal: throw ToolFailure(.failed, "there is no terminal to ask for the value on")
      case .cancelled: throw ToolFailure(.failed, "cancelled; nothing was stored")
      case .tooLong(let limit):
        throw ToolFailure(.failed, "more than \(limit) bytes cannot be typed; use standard input")
      case .system(let failure): throw ToolFailure(failure)
      }
    }
  }
}

/// One `set`: what is named is written, everything else stays.
private struct ItemSetting {
  private let invocation: Invocation
  private let accessibility: RKeychainAccessibility?
  private let item: RKeychainNewItem
  private let query: RKeychainQuery

  init(_ invocation: Invocation, accessibility: RKeychainAccessibility?, value: Data) {
    self.invocation = invocation
    self.accessibility = accessibility
    item = RKeychainNewItem(
      service: invocation.operands[0], key: invocation.operands[1], accessGroup: invocation.value(.group),
      synchronizable: invocation.has(.sync), accessibility: accessibility ?? .afterFirstUnlock,
      label: invocation.value(.label), comment: invocation.value(.comment), value: value)
    query = RKeychainQuery(
      service: item.service, key: item.key, accessGroup: item.accessGroup, synchronizable: .any)
  }

  func write(to vault: any ToolVault) throws(ToolFailure) {
    try invocation.call { () throws(RKeychainError) in
      if item.synchronizable {
        try set(in: vault)
      } else {
        try updateOrAdd(in: vault)
      }
    }
  }

  /// Updates what is there, or adds; whoever is faster in between, the next turn sees what it did.
  private func updateOrAdd(in vault: any ToolVault) throws(RKeychainError) {
    var changes = RKeychainChanges(value: item.value)
    if let accessibility { changes.accessibility = .set(accessibility) }
    if let label = item.label { changes.label = .set(label) }
    if let comment = item.comment { changes.comment = .set(comment) }
    while true {
      do throws(RKeychainError) {
        _ = try vault.update(query, changes)
        return
      } catch {
        switch error.kind {
        case .itemNotFound: break
        case .itemDamaged, .itemTruncated, .lineEndingsConverted, .notAnItem:
          _ = try vault.set(item)
          invocation.note("a damaged item was replaced: \(error.path ?? "")")
          return
        default: throw error
        }
      }
      do throws(RKeychainError) {
        _ = try vault.set(item, if: .ifAbsent)
        return
      } catch {
        guard error.kind == .duplicateItem else { throw error }
      }
    }
  }

  /// Sets the item and takes the synchronizable flag over, as the library does.
  private func set(in vault: any ToolVault) throws(RKeychainError) {
    var item = item
    if accessibility == nil {
      let found = try? vault.copyMatching(query, returning: .attributes, limit: .one)
      item.accessibility = found?.items.first?.attributes.accessibility ?? item.accessibility
    }
    _ = try vault.set(item)
  }
}
