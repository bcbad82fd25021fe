import Ritsurin
import RitsurinExchange
import Testing

/// Damaged files of every foreign format: nothing may trap, and no message may hold a value.
@Suite struct HostileInputTests {
  private static let samples: [(RKeychainExchangeFormat, String)] = [
    (.dotenv, "export A = \"x\\n\(sentinel)\"\nB='\(sentinel)' # c\nC=`\(sentinel)\n`\n"),
    (.gitCredentials, "https://u:\(sentinel)%41@h:8443/p?q#f\nhttps://u@h\n"),
    (
      .netrc,
      "machine m login l password \"\(sentinel)\\n\" macdef x\n\(sentinel)\n\ndefault password \(sentinel)\n"
    ),
    (.docker, #"{"auths": {"h": {"username": "u", "password": "SeNtInEl-9f3a"}, "g": {"auth": "dTpw"}}}"#),
    (.aws, "[p]\naws_access_key_id=A\naws_secret_access_key = \(sentinel)\naws_session_token: \(sentinel)\n"),
    (
      .secretTool,
      "[/1]\nlabel = L\nsecret = \(sentinel)\n\ncreated = 2024-01-01 00:00:00\nmodified = \nschema = x\nattribute.a = b\n"
    ),
    (
      .secretServiceJSON,
      #"{"c": [{"label": "L", "secret": "SeNtInEl-9f3a", "ctime": 1, "attributes": {"a": "b"}}]}"#
    ),
    (.keyring, "[keyring]\nctime=1\n[1]\nsecret=\(sentinel)\nctime=9\n[1:attribute0]\nname=a\nvalue=b\n"),
    (
      .keepassXML,
      "<KeePassFile><Root><Group><Name>R</Name><Entry><Times><CreationTime>AAAAAAAAAAA=</CreationTime></Times><String><Key>Password</Key><Value>\(sentinel)</Value></String></Entry></Group></Root></KeePassFile>"
    ),
    (
      .kwallet,
      "<wallet><folder name='f'><password name='p'>\(sentinel)</password><map name='m'/></folder></wallet>"
    ),
    (.pythonKeyring, "[s_20]\nu_40 = \n\tU2VOdEluRWwtOWYzYQ==\n"),
    (
      .keychainDumper,
      "Generic Password\n----------------\nService: s\nKeychain Data: \(sentinel)\n\nGeneric Password\n----------------\nKeychain Data (Hex): 0x00\n"
    ),
    (.chainbreaker, "[+] Generic Password Record\n [-] Service: b'a\\xc3'\n [-] Password: \(sentinel)\n"),
    (.objection, #"[{"item_class": "genp", "service": "s", "data": "SeNtInEl-9f3a", "dataHex": "5365"}]"#),
  ]

  /// A small generator whose numbers are the same in every run.
  private struct Numbers {
    var state: UInt64
    mutating func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(limit, 1)
    }
  }

  private func read(_ bytes: [UInt8], _ format: RKeychainExchangeFormat?) {
    var options = RKeychainImportOptions(format: format)
    options.fileStem = "f"
    options.extraItems = true
    options.unwrap = true
    do throws(RKeychainImportError) {
      let file = try RKeychainImport(reading: bytes, options: options)
      for remark in file.notices + file.skipped { #expect(!remark.description.contains(sentinel)) }
    } catch {
      #expect(!error.description.contains(sentinel))
    }
  }

  @Test(arguments: samples.indices)
  func surviveEveryCut(sample: Int) {
    let (format, text) = Self.samples[sample]
    let whole = bytes(text)
    for count in 0...whole.count {
      read(Array(whole[..<count]), format)
      read(Array(whole[..<count]), nil)
    }
  }

  @Test(arguments: samples.indices)
  func surviveChangedBytes(sample: Int) {
    let (format, text) = Self.samples[sample]
    var numbers = Numbers(state: UInt64(sample) + 1)
    let specials: [UInt8] = [0, 0x0A, 0x0D, 0x20, 0x22, 0x25, 0x27, 0x3C, 0x3D, 0x5B, 0x5C, 0x7B, 0x80, 0xFF]
    for _ in 0..<150 {
      var damaged = bytes(text)
      for _ in 0...numbers.next(below: 4) {
        let position = numbers.next(below: damaged.count)
        switch numbers.next(below: 3) {
        case 0: damaged[position] = specials[numbers.next(below: specials.count)]
        case 1: damaged.insert(specials[numbers.next(below: specials.count)], at: position)
        default: damaged.removeSubrange(position..<min(damaged.count, position + 1 + numbers.next(below: 5)))
        }
        if damaged.isEmpty { damaged = [0x41] }
      }
      read(damaged, format)
      read(damaged, nil)
    }
  }

  @Test(arguments: [
    String(repeating: "[", count: 20_000), String(repeating: "<a>", count: 20_000),
    String(repeating: "{\"a\":", count: 20_000), String(repeating: "A=\"\n", count: 20_000),
    String(repeating: "A='\\'", count: 20_000), String(repeating: "machine \"", count: 20_000),
    String(repeating: "[/1]\nlabel = \n", count: 20_000), String(repeating: "\r", count: 20_000),
    "[keyring]\n[99999999999999999999999]\nctime=99999999999999999999\nsecret=x",
  ])
  func surviveNestingAndCounts(text: String) {
    read(bytes(text), nil)
    for (format, _) in Self.samples { read(bytes(text), format) }
  }
}
