import RitsurinCrypto
import RitsurinFormat
import RitsurinVault
import Testing

@Suite("Header vectors") struct HeaderVectorTests {
  static let headers = Vectors.all.headers

  /// The answer as a vector names it.
  static func answer(_ error: VaultError?) -> String {
    switch error {
    case nil: "ok"
    case .headerDamaged: "damaged"
    case .newerFormat: "newerFormat"
    case let error?: error.word
    }
  }

  static func open(_ files: KeyedVault) -> String {
    do throws(VaultError) {
      let vault = try Vault(path: files.path, policy: .quick)
      let secret = try? key(hex: Vectors.all.keys.keyFile)
      if let secret { try vault.unlock(with: .key(secret)) }
      return secret == nil ? "no key" : "ok"
    } catch {
      return answer(error)
    }
  }

  @Test("are all there") func count() { #expect(Self.headers.count == 94) }

  @Test("get their answer", arguments: headers) func verify(header: Vectors.Header) throws {
    let bytes = try bytes(base64: header.base64)
    var answer = "damaged"
    do {
      let header = try HeaderReading.verify(bytes, path: "vault.header")
      let keyring = try Keyring.make(
        header: header, master: key(hex: Vectors.all.keys.master), deviceKey: nil)
      if keyring != nil { answer = "ok" }
    } catch let error as VaultError {
      answer = Self.answer(error)
    }
    #expect(answer == header.expect)
  }

  @Test("get their answer as the only header of a vault", arguments: headers)
  func open(header: Vectors.Header) throws {
    let files = try KeyedVault()
    try files.write(bytes(base64: header.base64), to: "vault.header")
    try files.remove("vault.header.backup")
    #expect(Self.open(files) == header.expect)
    try files.write(bytes(base64: header.base64), to: "vault.header.backup")
    #expect(Self.open(files) == header.expect)
    try files.remove("vault.header")
    #expect(Self.open(files) == header.expect)
  }

  @Test("give way to the copy where they are damaged, and only there", arguments: headers)
  func openCopy(header: Vectors.Header) throws {
    let files = try KeyedVault()
    try files.write(bytes(base64: header.base64), to: "vault.header")
    #expect(Self.open(files) == (header.expect == "newerFormat" ? "newerFormat" : "ok"))
  }

  @Test("of 1 MiB open, and of a byte more do not", arguments: [0, 1]) func measure(more: Int) throws {
    let files = try KeyedVault()
    let count = try SignedLines.limit + more - files.header(more: "padding \n").count
    let header = try files.header(more: "padding \(String(repeating: "x", count: count))\n")
    try #require(header.count == 1_048_576 + more)
    try files.write(header, to: "vault.header")
    try files.remove("vault.header.backup")
    #expect(Self.open(files) == (more == 0 ? "ok" : "damaged"))
    #expect(Self.answer(Self.error(header)) == (more == 0 ? "ok" : "damaged"))
  }

  private static func error(_ bytes: [UInt8]) -> VaultError? {
    do {
      _ = try HeaderReading.verify(bytes, path: "vault.header")
      return nil
    } catch {
      return error
    }
  }

  @Test("of a newer format are recognised whatever their length") func measureNewer() throws {
    let files = try KeyedVault()
    let header = Array("ritsurin-vault 2\n".utf8) + [UInt8](repeating: 0xff, count: 3 << 20)
    try files.write(header, to: "vault.header")
    #expect(Self.open(files) == "newerFormat")
  }
}
