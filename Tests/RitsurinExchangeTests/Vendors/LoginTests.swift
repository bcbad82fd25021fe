import Ritsurin
import RitsurinExchange
import Testing

@Suite struct LoginTests {
  @Test(arguments: [
    ("https://example.com/", "example.com"), ("https://example.com", "example.com"),
    ("http://Example.COM:80/x", "Example.COM"), ("https://example.com:80/", "example.com:80"),
    ("https://example.com:8443?q", "example.com:8443"),
    ("https://user:pass@example.com:443/a@b", "example.com"),
    ("example.org", "example.org"), ("example.org:8080/login", "example.org:8080"),
    ("example.org/path", "example.org"),
    ("android://HASH==@com.example.app/", "com.example.app"), ("https://[::1]:8443/", "[::1]:8443"),
    ("https://[::1]/", "[::1]"), ("ftp://h#f", "h"), ("HTTPS://h:443/", "h"),
    ("https://münchen.example/", "münchen.example"),
    ("mailto:a@b", "b"), ("about:blank", "t"), ("file:///etc", "t"), ("https:///x", "t"), ("two words", "t"),
    ("https://h:port/", "t"), ("", "t"), ("://x", "t"), ("javascript:alert(1)", "t"),
    ("data:text/html,x", "t"),
  ])
  func takeTheHostAsTheService(url: String, service: String) throws {
    try expect(
      "name,url,username,password\nt,\"\(url)\",u,p\n", as: .chrome,
      gives: #"{"service":"\#(service)","account":"u","label":"t","value":"p"}"#)
  }

  @Test(
    arguments: [
      (.host, "h.org"), (.url, "https://h.org/x"), (.title, "t"), (.path, "Root/Work/t"),
    ] as [(RKeychainImportOptions.ServiceSource, String)])
  func takeTheServiceFromElsewhere(source: RKeychainImportOptions.ServiceSource, service: String) throws {
    try expect(
      "Group,Title,Username,Password,URL,Notes\nRoot/Work,t,u,p,https://h.org/x,n\n", as: .keepassXC,
      gives:
        #"{"service":"\#(service)","account":"u","accessGroup":"Root/Work","label":"t","comment":"n","value":"p"}"#
    ) {
      $0.serviceFrom = source
      $0.groupFromFolder = true
    }
  }

  @Test func takeEmptyPasswordsOfNamedUsersOnly() throws {
    let file = try expect(
      "name,url,username,password\nt,h.org,u,\nt,h.org,,\n", as: .chrome,
      gives: #"{"service":"h.org","account":"u","label":"t","value":""}"#)
    #expect(file.skipped.map(\.line) == [3])
  }

  @Test func reportFurtherSecretsOrTakeThem() throws {
    let text = "Title,URL,Username,Password,Notes,OTPAuth\nt,h.org,u,p,n,otpauth://x\nv,,,,,otpauth://y\n"
    let login = #"{"service":"h.org","account":"u","label":"t","comment":"n","value":"p"}"#
    let file = try expect(text, as: .applePasswords, gives: login)
    #expect(file.notices.count == 1 && file.skipped.count == 1)
    let whole = try expect(
      text, as: .applePasswords,
      gives: login + #"""

        {"service":"h.org","account":"u#totp","label":"t","value":"otpauth://x"}
        {"service":"v","account":"#totp","label":"v","value":"otpauth://y"}
        """#
    ) { $0.extraItems = true }
    #expect(whole.notices.isEmpty && whole.skipped.isEmpty)
  }

  @Test func dropNotesThatAreTooLong() throws {
    let notes = String(repeating: sentinel, count: 6000)
    let file = try expect(
      "name,url,username,password,note\nt,h.org,u,p,\(notes)\n", as: .chrome,
      gives: #"{"service":"h.org","account":"u","label":"t","value":"p"}"#)
    #expect(file.notices.map(\.line) == [2])
    #expect(!file.notices.description.contains(sentinel))
  }

  @Test func unwrapValuesWhereAsked() throws {
    let text = "name,url,username,password\nt,h.org,u,go-keyring-base64:cA==\n"
    let raw = #"{"service":"h.org","account":"u","label":"t","value":"go-keyring-base64:cA=="}"#
    #expect(try expect(text, as: .chrome, gives: raw).notices.count == 1)
    try expect(text, as: .chrome, gives: #"{"service":"h.org","account":"u","label":"t","value":"p"}"#) {
      $0.unwrap = true
    }
  }
}
