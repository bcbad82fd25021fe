import Foundation
import RitsurinSystem
import Testing

@Suite(.temporaryDirectory)
struct PermissionCheckTests {
  let place = TemporaryDirectory.current

  @Test(arguments: [
    (0o600, true), (0o400, true), (0o700, true), (0o640, false), (0o604, false), (0o777, false),
  ])
  func saysWhoseAFileIs(mode: Int, isPrivate: Bool) throws {
    try place.write("x", to: "file")
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: "\(place.path)/file")
    let status = try FileSystem().status("file", beneath: place.open())
    #expect(
      PermissionCheck.others(status) == (isPrivate ? .private : .open(mode: UInt32(mode))))
    #expect(PermissionCheck.isOwnedByCallerOrRoot(status))
  }

  @Test func believesTheModesOfThisFileSystem() throws {
    #expect(try !PermissionCheck.modesMeanNothing(on: place.open(), FileSystem()))
  }
}
