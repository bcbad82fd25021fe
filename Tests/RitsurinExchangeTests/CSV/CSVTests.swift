import Ritsurin
import RitsurinExchange
import Testing

@Suite struct CSVTests {
  static let item = #"{"service":"h.org","account":"u","label":"t","value":"p"}"#

  @Test(arguments: [
    "name,url,username,password\nt,https://h.org/,u,p\n",
    "name,url,username,password\r\nt,https://h.org/,u,p",
    "\u{FEFF}name,url,username,password\rt,https://h.org/,u,p\r",
    "name,url,username,password\r\r\nt,https://h.org/,u,p\r\r\n",
    "name;url;username;password\nt;https://h.org/;u;p\n",
    "name\turl\tusername\tpassword\nt\thttps://h.org/\tu\tp\n",
    "\"name\",\"url\",\"username\",\"password\"\n\"t\",\"https://h.org/\",\"u\",\"p\"\n",
    "Name, URL ,USERNAME,Password\nt,https://h.org/,u,p\n",
    "password,username,url,name\np,u,https://h.org/,t\n",
    "name,url,username,password,note\nt,https://h.org/,u,p\n",
    "name,url,username,password\nt,https://h.org/,u,p,,\n",
    "name,url,username,password\n\nt,https://h.org/,u,p\n\n\n",
  ])
  func readEachForm(text: String) throws {
    let file = try expect(text, as: .chrome, gives: Self.item)
    #expect(file.notices.isEmpty && file.skipped.isEmpty)
  }

  @Test(arguments: [
    ("\"a,b\"", "a,b"), ("\"a\"\"b\"", "a\\\"b"), ("\"\"\"\"", "\\\""), ("\"l1\nl2\"", "l1\\nl2"),
    ("\"l1\r\nl2\r\"", "l1\\r\\nl2\\r"), (" p ", " p "), ("\" p \"", " p "), ("#p", "#p"), ("\\n", "\\\\n"),
    ("a'b", "a'b"),
    ("\u{FEFF}", "\u{FEFF}"), ("p;q\tr", "p;q\\tr"), ("a\"b", "a\\\"b"), ("=1+1", "=1+1"),
  ])
  func takeCellsExactly(cell: String, value: String) throws {
    let file = try expect(
      "name,url,username,password\nt,https://h.org/,u,\(cell)\n", as: .chrome,
      gives: #"{"service":"h.org","account":"u","label":"t","value":"\#(value)"}"#)
    #expect(file.notices.count == (cell.utf8.elementsEqual("a\"b".utf8) ? 1 : 0))
  }

  @Test(arguments: [
    ("t,https://h.org/,u\n", 2), ("t\n", 2), ("t,h,u,\"open\n\n", 2), ("t,h,u,\"a\"b\n", 2),
    ("t,h,u,p\nt,h,u,\"x\n\ny\" \n", 5), ("t,h,u,p\nnote line\n", 3),
    (String(repeating: ",", count: 5000) + "\n", 2),
  ])
  func refuseBrokenRowsByLine(rows: String, line: Int) throws {
    #expect(try problemLines("name,url,username,password\n" + rows, as: .chrome) == [line])
  }

  @Test func refuseLongerRowsAlone() throws {
    let file = try expect(
      "name,url,username,password\nx,h,u,p,\(sentinel)\nt,https://h.org/,u,p\n", as: .chrome, gives: Self.item
    )
    #expect(file.skipped.map(\.line) == [2])
    #expect(!file.skipped.description.contains(sentinel))
  }

  @Test(arguments: [true, false])
  func readUTF16(isBigEndian: Bool) throws {
    let file = "\u{FEFF}name,url,username,password\r\nt,https://h.org/,u,\"p🔑\"\r\n".utf16.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? pair : pair.reversed()
    }
    let read = try RKeychainImport(reading: file)
    #expect(read.entries.first?.item.item.value == .init("p🔑".utf8))
  }

  @Test func refuseLatin1UnlessItIsNamed() throws {
    let text = bytes("name,url,username,password\nt,https://h.org/,u,p") + [0xE9, 0x0A]
    let error = try failure(of: text).orThrow
    #expect(error.problems.first?.line == 2 && error.description.contains("byte 47"))
    var options = RKeychainImportOptions()
    options.encoding = .latin1
    #expect(
      try RKeychainImport(reading: text, options: options).entries.first?.item.item.value == .init("pé".utf8))
  }

  @Test func refuseOtherHeaders() throws {
    #expect(try failure(of: bytes("title,url\na,b\n")).orThrow.kind == .unknownFormat)
    #expect(try problemLines("name,url\na,b\n", as: .chrome) == [1])
    #expect(try problemLines("", as: .chrome) == [1])
  }

  @Test func surviveDamage() throws {
    let text =
      "name,url,username,password,note\nt,https://h.org/,u,\"\(sentinel)\"\"\",n\n\"x\ny\",h:80,,\(sentinel),\n"
    expectSurvival(of: bytes(text), as: .chrome, secrets: [sentinel])
    expectSurvival(of: bytes(text), as: nil, secrets: [sentinel])
  }
}
