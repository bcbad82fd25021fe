import Foundation

#if canImport(KeychainAccess)
  import KeychainAccess
#endif

/// The token of the deployment server, which issues a new one at each login.
struct TokenStore {
  #if canImport(KeychainAccess)
    private let keychain = Keychain(service: "com.example.shipit").accessibility(.afterFirstUnlock)

    var token: String? {
      get { keychain["token"] }
      nonmutating set { keychain["token"] = newValue }
    }
  #else
    private let file = URL(filePath: NSHomeDirectory() + "/.shipit-token")

    var token: String? {
      get { try? String(contentsOf: file, encoding: .utf8) }
      nonmutating set { try? newValue?.write(to: file, atomically: true, encoding: .utf8) }
    }
  #endif
}
