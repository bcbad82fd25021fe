import Ritsurin

extension Verb {
  /// Deletes an item.
  static let remove = Verb(
    id: .remove, summary: "delete an item",
    details: [
      "Without --group the names are deleted in every access group, and in both variants.",
      "Copies in backups and in git's history stay.",
    ],
    operands: [.required("SERVICE"), .required("KEY")], options: [.group]
  ) { (invocation) throws(ToolFailure) in
    try invocation.withVault { (vault) throws(ToolFailure) in
      do throws(RKeychainError) {
        let count = try vault.delete(invocation.namedQuery)
        if count > 1 { invocation.note("\(count) items were deleted") }
      } catch {
        throw invocation.notFound(error, in: vault)
      }
    }
  }
}
