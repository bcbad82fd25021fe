import Foundation

#if canImport(KeychainAccess)
  import KeychainAccess
#endif

/// Names this machine to the server; it must stay the same.
struct DeviceID {
  static var current: String {
    #if canImport(KeychainAccess)
      let keychain = Keychain(service: "com.example.shipit")
      if let known = try? keychain.get("device-id") { return known }
      let made = UUID().uuidString
      try? keychain.set(made, key: "device-id")
      return made
    #else
      return ProcessInfo.processInfo.hostName
    #endif
  }
}
