import RitsurinVault
import Testing

@Suite struct ConflictOriginTests {
  @Test(arguments: [
    "notes~", "notes.orig", "conflicts.md", "a-conflict", "x.LOCAL.md", "README_BASE_1.md", "items/notes~",
    "I.sealed.bak", "vault.header",
  ])
  func takesNoOtherFileForAFailedMerge(name: String) {
    #expect(ConflictOrigin(name: name) == nil)
  }

  @Test(arguments: [
    "I.sealed~HEAD", "I.sealed.orig", "I.LOCAL.1.sealed", "vault.header~main", "slots/00000001.slot.orig",
    "I_BACKUP_1.sealed",
  ])
  func knowsALeftOver(name: String) {
    #expect(ConflictOrigin(name: name) == .failedMerge)
  }
}
