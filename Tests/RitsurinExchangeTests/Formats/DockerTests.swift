import Ritsurin
import RitsurinExchange
import Testing

@Suite struct DockerTests {
  @Test func readPairsAndTokens() throws {
    // dXNlcjpwYTpzcw== is user:pa:ss, and the long one the zero GUID with a colon.
    let file = try expect(
      """
      {"auths": {
        "https://index.docker.io/v1/": {"auth": "dXNlcjpwYTpzcw=="},
        "host:5000": {"username": "u", "password": "p", "email": "e"},
        "azure.io": {"auth": "MDAwMDAwMDAtMDAwMC0wMDAwLTAwMDAtMDAwMDAwMDAwMDAwOg==", "identitytoken": "tok"},
        "host/repo": {"auth": "dTpw", "registrytoken": "reg"},
        "helped": {}
      }, "credsStore": "desktop", "credHelpers": {"gcr.io": "gcloud"}, "HttpHeaders": {}}
      """, as: .docker,
      gives: #"""
        {"service":"https://index.docker.io/v1/","account":"user","value":"pa:ss"}
        {"service":"host:5000","account":"u","value":"p"}
        {"service":"azure.io","account":"<token>","value":"tok"}
        {"service":"host/repo","account":"u","value":"p"}
        {"service":"host/repo","account":"u#registrytoken","value":"reg"}
        """#
    ) { $0.extraItems = true }
    #expect(file.skipped.count == 2)
  }

  @Test func readTheOlderFile() throws {
    try expect(
      #"{"quay.io": {"auth": "dTpw", "email": ""}}"#, as: .docker,
      gives: #"{"service":"quay.io","account":"u","value":"p"}"#)
  }

  @Test(arguments: [#"{"auths": {}, "credsStore": "x"}"#, #"{"credsStore": "x"}"#, #"{"auths": {"x": {}}}"#])
  func sayThatSecretsAreElsewhere(text: String) throws {
    #expect(try expect(text, as: .docker, gives: "").skipped.count == 1)
  }

  @Test(arguments: [
    #"{"auths": {"x": {"auth": "SeNtInEl-9f3a"}}}"#, #"{"auths": {"x": {"auth": "dXNlcg=="}}}"#,
    #"{"auths": ["SeNtInEl-9f3a"]}"#, #"{"auths": {"x": "SeNtInEl-9f3a"}}"#,
    #"{"auths": {"x": {"auth": "/zpw"}}}"#,
  ])
  func refuseBrokenEntries(text: String) throws {
    #expect(try problemLines(text, as: .docker) == [1])
  }
}
