/// Overwrites bytes that held a secret.
///
/// Best effort: copies that the language made before are out of reach.
@inline(never)
func wipe(_ bytes: inout [UInt8]) {
  for index in bytes.indices { bytes[index] = 0 }
}
