import Foundation
import RitsurinSystem
import Testing

@Suite(.temporaryDirectory)
struct GitWorkTreeTests {
  let place = TemporaryDirectory.current

  private func git(_ arguments: String..., at directory: String = "") throws {
    let child = try Child(
      ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"] + arguments,
      environment: ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"],
      directory: "\(place.path)/\(directory)")
    _ = child.finish()
    #expect(child.process.terminationStatus == 0)
  }

  private func age(_ tree: GitWorkTree, seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date().addingTimeInterval(-seconds)], ofItemAtPath: tree.indexLockPath)
  }

  @Test func findsTheInnermostWorkTree() throws {
    try git("init", "-q", "outer")
    try git("init", "-q", "outer/inner")
    try place.makeDirectory("outer/inner/a/b")
    try place.makeDirectory("outer/c")
    let inner = try #require(try GitWorkTree.find(from: "\(place.path)/outer/inner/a/b"))
    #expect(inner.root == "\(place.path)/outer/inner")
    #expect(inner.gitDirectory == "\(place.path)/outer/inner/.git")
    #expect(inner.indexLockPath == "\(place.path)/outer/inner/.git/index.lock")
    #expect(try GitWorkTree.find(from: "\(place.path)/outer/c")?.root == "\(place.path)/outer")
    #expect(try GitWorkTree.find(from: place.path) == nil)
    #expect(throws: SystemError.self) { try GitWorkTree.find(from: "\(place.path)/none") }
  }

  @Test func goesByTheRealPath() throws {
    try git("init", "-q", "repository")
    try place.makeDirectory("repository/vault")
    try place.link("vault", to: "repository/vault")
    #expect(try GitWorkTree.find(from: "\(place.path)/vault")?.root == "\(place.path)/repository")
  }

  @Test func followsTheFileOfALinkedWorkTree() throws {
    try git("init", "-q", "main")
    try git("commit", "-q", "--allow-empty", "-m", "x", at: "main")
    try git("worktree", "add", "-q", "../linked", at: "main")
    let tree = try #require(try GitWorkTree.find(from: "\(place.path)/linked"))
    #expect(tree.gitDirectory == "\(place.path)/main/.git/worktrees/linked")
    #expect(try !tree.isLocked().present)
    try Data().write(to: URL(fileURLWithPath: tree.indexLockPath))
    #expect(try tree.isLocked().present)
  }

  @Test(arguments: ["gitdir: ../real/.git\n", "gitdir: ../real/.git\r\n", "gitdir: ../real/.git"])
  func followsARelativeFile(text: String) throws {
    try git("init", "-q", "real")
    try place.makeDirectory("module")
    try place.write(text, to: "module/.git")
    let tree = try #require(try GitWorkTree.find(from: "\(place.path)/module"))
    #expect(tree.root == "\(place.path)/module")
    #expect(try !tree.isLocked().present)
  }

  @Test func passesOverWhatIsNoRepository() throws {
    try git("init", "-q", "outer")
    try place.makeDirectory("outer/a/.git")
    try place.makeDirectory("outer/b")
    try place.write("nonsense", to: "outer/b/.git")
    try place.makeDirectory("outer/c")
    try place.write("gitdir: /nonexistent\n", to: "outer/c/.git")
    for name in ["a", "b", "c"] {
      #expect(try GitWorkTree.find(from: "\(place.path)/outer/\(name)")?.root == "\(place.path)/outer")
    }
  }

  @Test func seesTheLockAndItsAge() throws {
    try git("init", "-q", "repository")
    let tree = try #require(try GitWorkTree.find(from: "\(place.path)/repository"))
    #expect(try !tree.isLocked().present)
    try Data().write(to: URL(fileURLWithPath: tree.indexLockPath))
    try age(tree, seconds: 100)
    let lock = try tree.isLocked()
    #expect(lock.present && (99...130).contains(lock.ageSeconds))
    try age(tree, seconds: -1000)
    #expect(try tree.isLocked() == (true, 0))
  }
}
