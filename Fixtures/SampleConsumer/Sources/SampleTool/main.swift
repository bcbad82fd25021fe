import Ritsurin

// The README's first lines, in the default vault of whoever runs them.
let keychain = RKeychain(service: "com.example.app")
try keychain.set("secret", forKey: "api-token")
let token = try keychain.string(forKey: "api-token")
print(token ?? "")
