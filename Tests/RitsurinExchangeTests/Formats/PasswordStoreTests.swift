import Ritsurin
import RitsurinExchange
import Testing

@Suite struct PasswordStoreTests {
  private func read(
    _ files: [(String, String)], _ change: (inout RKeychainImportOptions) -> Void = { _ in }
  ) throws -> RKeychainImport {
    var options = RKeychainImportOptions(format: .pass)
    change(&options)
    return try RKeychainImport(
      readingTree: files.map { RKeychainTreeFile(path: $0.0, bytes: bytes($0.1)) }, options: options)
  }

  private let files = [
    ("web/example.com/alice", "  p w \nlogin: al\nurl: x\notpauth://totp/x?secret=ABC\nfree text\n"),
    ("root", "no line end"), (".git/config", "x"), ("web/.gpg-id", "y"), ("empty", ""),
    ("field", "login: bob\n"), ("crlf", "pw\r\nx: y\r\n"), ("lone", "a\rb\n"),
  ]

  @Test func readFirstLines() throws {
    let file = try read(files)
    try expect(
      file,
      gives: bytes(
        #"""
        {"service":"web/example.com","account":"alice","value":"  p w "}
        {"service":"","account":"root","value":"no line end"}
        {"service":"","account":"empty","value":""}
        {"service":"","account":"field","value":"login: bob"}
        {"service":"","account":"crlf","value":"pw"}
        {"service":"","account":"lone","value":"a\rb"}
        """#))
    #expect(file.unit == .entry && file.entries.map(\.line) == [1, 2, 3, 4, 5, 6])
    #expect(file.notices.filter { $0.line == 4 }.count == 1)
  }

  @Test func followTheOptions() throws {
    let file = try read(files) {
      $0.accountFields = ["user", "Login"]
      $0.bodyAsComment = true
      $0.firstLineAuto = true
      $0.extraItems = true
      $0.service = "pass"
    }
    try expect(
      file,
      gives: bytes(
        #"""
        {"service":"web/example.com","account":"al","comment":"login: al\nurl: x\notpauth://totp/x?secret=ABC\nfree text\n","value":"  p w "}
        {"service":"web/example.com","account":"al#otpauth","value":"otpauth://totp/x?secret=ABC"}
        {"service":"pass","account":"root","value":"no line end"}
        {"service":"pass","account":"empty","value":""}
        {"service":"pass","account":"bob","value":""}
        {"service":"pass","account":"crlf","comment":"x: y\r\n","value":"pw"}
        {"service":"pass","account":"lone","value":"a\rb"}
        """#))
    let whole = try read([("a/b", "x\ny\n")]) { $0.wholeEntry = true }
    #expect(whole.entries.map { Array($0.item.item.value) } == [bytes("x\ny\n")])
  }

  @Test func readBinaryEntries() throws {
    let text =
      "\nContent-Disposition: attachment; filename=\"x\"\nContent-Transfer-Encoding: Base64\n\nAP\n8=\n"
    #expect(try read([("b", text)]).entries.map { Array($0.item.item.value) } == [[0, 0xFF]])
    let older = "GOPASS-SECRET-1.0\nPassword: pw\nUser: u\n\nbody\n"
    #expect(try read([("b", older)]).entries.map { Array($0.item.item.value) } == [bytes("pw")])
  }

  @Test(arguments: [("a.gpg", "x"), ("a.age", "x"), ("a", "age-encryption.org/v1\n")])
  func refuseEncryptedFiles(path: String, text: String) throws {
    do throws(RKeychainImportError) {
      var options = RKeychainImportOptions(format: .pass)
      options.unwrap = false
      _ = try RKeychainImport(
        readingTree: [RKeychainTreeFile(path: path, bytes: bytes(text))], options: options)
      Issue.record("was read")
    } catch {
      #expect(error.kind == .unsupportedFormat && error.description.contains("--from pass"))
    }
  }

  @Test func showNoContents() {
    let file = RKeychainTreeFile(path: "p", bytes: bytes(sentinel))
    var text = "\(file) \(String(reflecting: file))"
    dump(file, to: &text)
    #expect(!text.contains(sentinel) && !text.contains("83"))
  }
}
