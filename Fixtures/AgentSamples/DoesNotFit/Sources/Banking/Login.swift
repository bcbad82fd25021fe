import AuthenticationServices
import Security

/// Logs in with the password that Safari knows, and keeps a refresh token behind Face ID.
final class Login {
  func webPassword(_ done: @escaping (String?) -> Void) {
    SecRequestSharedWebCredential("bank.example.com" as CFString, nil) { found, _ in
      let first = (found as? [[String: Any]])?.first
      done(first?[kSecSharedPassword as String] as? String)
    }
  }

  func keep(_ token: Data) -> OSStatus {
    let access = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .userPresence, nil)!
    let query: [String: Any] = [
      kSecClass as String: kSecClassInternetPassword,
      kSecAttrServer as String: "bank.example.com",
      kSecAttrAccount as String: "refresh",
      kSecAttrAccessControl as String: access,
      kSecValueData as String: token,
    ]
    SecItemDelete(query as CFDictionary)
    return SecItemAdd(query as CFDictionary, nil)
  }
}
