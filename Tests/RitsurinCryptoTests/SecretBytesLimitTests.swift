#if os(Linux)
  import Glibc
  import RitsurinCrypto
  import Testing

  /// What happens when the system refuses memory; in child processes, since limits hold for a whole process.
  @Suite struct SecretBytesLimitTests {
    @Test func worksWithoutPermissionToLock() async {
      await #expect(processExitsWith: .success) {
        // Root may lock without limit, nobody may not.
        if getuid() == 0 { try #require(setuid(65534) == 0) }
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        try #require(unsafe setrlimit(CInt(__RLIMIT_MEMLOCK.rawValue), &limit) == 0)
        let bytes = Random.bytes(32)
        let secret = try secret(bytes)
        #expect(!secret.isLocked)
        #expect(revealed(secret) == bytes)
      }
    }

    @Test func fallsBackToPlainMemory() async {
      await #expect(processExitsWith: .success) {
        let bytes = Random.bytes(32)
        let salt = Random.bytes(16)
        let before = try secret(bytes)
        var old = rlimit()
        try #require(unsafe getrlimit(CInt(RLIMIT_AS.rawValue), &old) == 0)
        var none = rlimit(rlim_cur: 0, rlim_max: old.rlim_max)
        // No new mappings from here on; what malloc has already still serves.
        try #require(unsafe setrlimit(CInt(RLIMIT_AS.rawValue), &none) == 0)
        let after = Result { () throws(CryptoError) in try secret(bytes) }
        let large = Result { () throws(CryptoError) in try SecretBytes(randomCount: 1 << 30) }
        let hash = Result { () throws(CryptoError) in
          try PasswordHash.key(
            passphrase: bytes, salt: salt,
            cost: .moderate)
        }
        _ = unsafe setrlimit(CInt(RLIMIT_AS.rawValue), &old)

        let fallback = try after.get()
        #expect(!fallback.isLocked)
        #expect(fallback == before)
        #expect(throws: CryptoError.outOfMemory(needed: 1 << 30)) { try large.get() }
        #expect(throws: CryptoError.outOfMemory(needed: 256 << 20)) { try hash.get() }
      }
    }

    @Test func leavesMappingsForTheRestOfTheProcess() async {
      await #expect(processExitsWith: .success) {
        let secrets = try (0..<40_000).map { (_) in try SecretBytes(randomCount: 32) }
        #expect(secrets.last?.isLocked == false)
        #expect(secrets.last != secrets.first)
        // A mapping can still be made.
        let isMapped = unsafe mmap(nil, 1 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED
        #expect(isMapped)
      }
    }
  }
#endif
