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
        // Too long for a place in a page that is there already.
        let bytes = Random.bytes(200)
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

    @Test func sharesPagesAmongKeys() async {
      await #expect(processExitsWith: .success) {
        func mappings() throws -> Int {
          let opened = unsafe fopen("/proc/self/maps", "r")
          let file = unsafe try #require(opened)
          defer { unsafe fclose(file) }
          var lines = 0
          while case let byte = unsafe fgetc(file), byte != EOF { lines += byte == 10 ? 1 : 0 }
          return lines
        }
        var kept = try (0..<500).map { (index: Int) in
          try secret([UInt8](repeating: UInt8(index % 251), count: index % 81))
        }
        let before = try mappings()
        kept += try (500..<1_000).map { (index: Int) in
          try secret([UInt8](repeating: UInt8(index % 251), count: index % 81))
        }
        #expect(try mappings() - before < 100)
        // Every other one ends, and those beside it stay as they were.
        let numbered = kept.enumerated().filter { $0.offset % 2 == 0 }
        kept = []
        #expect(
          numbered.allSatisfy { index, secret in
            revealed(secret) == [UInt8](repeating: UInt8(index % 251), count: index % 81)
          })
        #expect(numbered.allSatisfy { $0.element.isLocked == numbered[0].element.isLocked })
      }
    }

    @Test func leavesMappingsForTheRestOfTheProcess() async {
      await #expect(processExitsWith: .success) {
        let secrets = try (0..<40_000).map { (_) in try SecretBytes(randomCount: 100) }
        #expect(secrets.last?.isLocked == false)
        #expect(secrets.last != secrets.first)
        // A mapping can still be made.
        let isMapped = unsafe mmap(nil, 1 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED
        #expect(isMapped)
      }
    }
  }
#endif
