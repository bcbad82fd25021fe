import Ritsurin
import RitsurinExchange

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Verb {
  /// Lists, adds and removes key slots.
  static let slots = Verb(
    id: .slots, summary: "list what opens the vault, let something else open it too, or end that",
    details: [
      "slots list (the default) prints a line each, columns between tabs: id, kind, role, standing, when it",
      "was made, label. The slot that unlocks the vault for this command has a * after its id.",
      "slots add prints the id of a new slot: of the passphrase in a file, of a new key file, of a public",
      "key, or else of a passphrase that is asked for, twice.",
      "slots remove ID ends one. The one that unlocks the vault for this command stays: use the credential",
      "that shall stay. Whoever kept the vault's key or a copy of the vault is not stopped; see rekey.",
      "One of standing otherKey may be all that opens what another machine's rekey has sealed: it goes only",
      "with --end-others.",
    ],
    operands: [.optional("ACTION", ["list", "add", "remove"]), .optional("ID")],
    options: [.newPassphraseFile, .newKeyFile, .recipient, .member, .label, .endOthers, .json]
  ) { (invocation) throws(ToolFailure) in
    #if Vault
      let action = invocation.operands.first ?? "list"
      let given = [Option.newPassphraseFile, .newKeyFile, .recipient, .member, .label].first(
        where: invocation.has)
      let isRemoving = action.utf8.elementsEqual("remove".utf8)
      if !isRemoving, invocation.has(.endOthers) { throw .usage("--end-others goes with slots remove") }
      if action.utf8.elementsEqual("add".utf8) {
        guard invocation.operands.count == 1 else { throw .usage("slots add takes no ID") }
        return try add(invocation)
      }
      if let given { throw .usage("\(given.spelling) goes with slots add") }
      if action.utf8.elementsEqual("list".utf8) {
        guard invocation.operands.count < 2 else { throw .usage("slots list takes no ID") }
        try list(invocation)
      } else if isRemoving {
        guard invocation.operands.count == 2 else { throw .usage("slots remove lacks ID") }
        try remove(invocation)
      } else {
        throw .usage("slots must be followed by list, add or remove")
      }
    #else
      throw ToolFailure(RKeychainError(.unimplemented))
    #endif
  }

  #if Vault
    private static func list(_ invocation: Invocation) throws(ToolFailure) {
      try invocation.withVaultPerhapsLocked { (vault) throws(ToolFailure) in
        guard let vault = vault as? RVault else { return }
        let slots = try invocation.call { () throws(RKeychainError) in try vault.slots() }
        if invocation.has(.json) { return try invocation.print(json(slots)) }
        let lines = slots.map { slot in
          let columns = [
            slot.id + (slot.isInUse ? "*" : ""), slot.kind.rawValue, slot.role?.rawValue ?? "",
            slot.standing.rawValue, slot.created, slot.label,
          ]
          return columns.map(invocation.shown).joined(separator: "\t") + "\n"
        }
        try invocation.print(Array(lines.joined().utf8))
      }
    }

    /// A line for each slot.
    private static func json(_ slots: [RVaultSlot]) -> [UInt8] {
      var writer = JSONWriter()
      for slot in slots {
        writer.beginObject()
        writer.member("id", slot.id)
        writer.member("kind", slot.kind.rawValue)
        if let role = slot.role { writer.member("role", role.rawValue) }
        writer.member("standing", slot.standing.rawValue)
        writer.member("created", slot.created)
        writer.member("label", slot.label)
        writer.member("inUse", slot.isInUse)
        writer.member("forTests", slot.isForTests)
        if let key = slot.recipient { writer.member("recipient", Data(key).base64EncodedString()) }
        writer.endObject()
        writer.raw("\n")
      }
      return writer.bytes
    }

    private static func add(_ invocation: Invocation) throws(ToolFailure) {
      try invocation.withVault { (vault) throws(ToolFailure) in
        guard let vault = vault as? RVault else { return }
        let new = try invocation.newSlot(of: vault.path)
        let slot = try invocation.call { () throws(RKeychainError) in
          try vault.addSlot(new.slot, as: invocation.has(.member) ? .member : .owner)
        }
        if let file = try invocation.path(.newKeyFile) { invocation.note("its key is \(file)") }
        try invocation.print(Array((slot.id + "\n").utf8))
      }
    }

    private static func remove(_ invocation: Invocation) throws(ToolFailure) {
      try invocation.withVault { (vault) throws(ToolFailure) in
        guard let vault = vault as? RVault else { return }
        let id = invocation.operands[1]
        let slots = try invocation.call { () throws(RKeychainError) in try vault.slots() }
        let isOther = slots.contains { $0.standing == .otherKey && $0.id.utf8.elementsEqual(id.utf8) }
        if isOther { try requireConsent(invocation) }
        try invocation.call { () throws(RKeychainError) in try vault.removeSlot(id) }
      }
    }

    /// What another machine's rekey has sealed opens with slots of its key alone.
    private static func requireConsent(_ invocation: Invocation) throws(ToolFailure) {
      let what = "the slot is of a key that the header does not know"
      guard invocation.has(.endOthers) else {
        throw ToolFailure(
          .conflict, what + ": items under that key open with no other; nothing was changed",
          "a rekey with its credential brings them in; give --end-others to let them go")
      }
      invocation.note(what + ": with the last one, what lies under that key opens no more")
    }
  #endif
}
