import Foundation
import Testing

/// Documents that show a file show it as it is.
@Suite struct DocumentTests {
  private func text(_ name: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return String(decoding: try Data(contentsOf: root.appendingPathComponent("Docs/" + name)), as: UTF8.self)
  }

  @Test func showTheProgramThatIsThere() throws {
    let program = try text("ExportKeychain.swift")
    #expect(try text("ExportingFromApple.md").contains("```swift\n" + program + "```\n"))
  }
}
