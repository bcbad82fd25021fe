import Ritsurin
import RitsurinExchange
import Testing

@Suite struct VendorCSVTests {
  @Test func readTheSamples() throws {
    let apple = try expectSample("vendors/apple-passwords-6col.csv", as: .applePasswords)
    #expect(apple.skipped.isEmpty && apple.notices.count == 1)
    let keepass = try expectSample("vendors/keepassxc-10col.csv", as: .keepassXC)
    #expect(keepass.skipped.isEmpty && keepass.notices.count == 2)
    let keychain = try expectSample("vendors/csvkeychain.csv", as: .csvKeychain)
    #expect(keychain.skipped.map(\.line) == [3] && keychain.notices.isEmpty)
  }

  @Test(arguments: [
    "Title,Url,Username,Password,OTPAuth\nt,https://h.org,u,p,\n",
    "Title,URL,Username,Password,OTPAuth,Notes\nt,https://h.org,u,p,,\n",
  ])
  func readEachTableOfApple(text: String) throws {
    try expect(text, as: .applePasswords, gives: CSVTests.item)
  }

  @Test func takeInternetPasswordsOfCSVKeychain() throws {
    let text =
      "Where,Account,Password,Label,Comment,Created,Modified,Kind,Type,Domain,AuthType,Class,Creator\n"
      + "smb://h.local,u,p,l,c,20240230000000,,k,,,,inet,\n,,,,,,,,,,,genp,\n,,,,,,,,,,,cert,\n"
    let file = try expect(
      text, as: .csvKeychain,
      gives: #"{"service":"h.local","account":"u","label":"l","comment":"c","kind":"k","value":"p"}"#
    ) { $0.include = [.internet] }
    #expect(file.notices.map(\.line) == [2] && file.skipped.map(\.line) == [3, 4])
  }

  @Test func readFirefox() throws {
    let file = try expect(
      #""url","username","password","httpRealm","formActionOrigin","guid","timeCreated","timeLastUsed","timePasswordChanged""#
        + "\r\n"
        + #""https://h.org","u","p""\#tq",,"https://h.org","{1}","1709251199123","1709251199124","1709251199125""#
        + "\r\n" + #""https://h.org:8443","","p","realm",,"{2}","0","","x""# + "\r\n"
        + #""chrome://FirefoxAccounts","uid","key","Firefox Accounts credentials",,"{3}","1","1","1""#
        + "\r\n",
      as: .firefox,
      gives: #"""
        {"service":"h.org","account":"u","created":"2024-02-29T23:59:59.123Z","modified":"2024-02-29T23:59:59.125Z","value":"p\"\tq"}
        {"service":"h.org:8443","account":"","label":"realm","value":"p"}
        """#)
    #expect(file.notices.map(\.line) == [3, 3] && file.skipped.map(\.line) == [4])
    try expect(
      "\"url\";\"user\";\"password\"\n\"https://h.org\";\"u\";\"p\"\n", as: .firefox,
      gives: #"{"service":"h.org","account":"u","value":"p"}"#)
  }

  @Test func readFirefoxOfOtherTools() throws {
    try expect(
      "url,username,password\nhttps://h.org,u,p\n", as: .firefox,
      gives: #"{"service":"h.org","account":"u","value":"p"}"#)
  }

  @Test(arguments: [
    "title,notes,username,password,url\nt,,u,p,https://h.org\n",
    ",autosubmit,Password,Title,URL,Username,uuid\n,Default,p,t,https://h.org,u,X1\n",
    "Title,Website,Username,Password,Notes,Type,OTPAuth\nt,https://h.org,u,p,,Login,\n",
  ])
  func readOnePassword7(text: String) throws {
    #expect(try expect(text, as: .onePassword, gives: CSVTests.item).notices.isEmpty)
  }

  @Test func leaveOutShiftedRowsOfOnePassword() throws {
    let file = try expect(
      "Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes\nt,https://h.org,u,p,,false,false,,\n"
        + ",,,,,false,false,notes in the place of tags,\nt,,u2,,,false,false,,\n",
      as: .onePassword,
      gives: CSVTests.item + #"""

        {"service":"t","account":"u2","label":"t","value":""}
        """#)
    #expect(file.skipped.map(\.line) == [3])
  }

  @Test func refuseLinesThatLastPassLeftUnquoted() throws {
    let header = "url,username,password,totp,extra,name,grouping,fav\n"
    #expect(
      try problemLines(
        header + ",,,,test\"\n\ntest\",title (\"),,0\nhttps://h.org,u,p,,n,t,,0\n", as: .lastPass) == [2, 4])
  }

  @Test func readChromeWithAndWithoutNotes() throws {
    try expect(
      "name,url,username,password,note\nt,https://h.org/,u,p,\n\"t\",https://h.org/,u2,p,\"n\"\nt,https://h.org/,u3,p\n",
      as: .chrome,
      gives: #"""
        {"service":"h.org","account":"u","label":"t","value":"p"}
        {"service":"h.org","account":"u2","label":"t","comment":"n","value":"p"}
        {"service":"h.org","account":"u3","label":"t","value":"p"}
        """#)
  }

  @Test func readOlderKeePassXCAndBadDates() throws {
    try expect(
      "\"Group\",\"Title\",\"Username\",\"Password\",\"URL\",\"Notes\"\n\"Root\",\"t\",\"u\",\"p\",\"\",\"\"\n",
      as: .keepassXC, gives: #"{"service":"t","account":"u","label":"t","value":"p"}"#)
    let file = try expect(
      "Group,Title,Username,Password,URL,Notes,TOTP,Icon,Last Modified,Created\n"
        + "R,t,u,p,,,,0,2026-13-01T00:00:00Z,Thu Jan 1\n",
      as: .keepassXC, gives: #"{"service":"t","account":"u","label":"t","value":"p"}"#)
    #expect(file.notices.count == 3)
  }

  @Test func readKeePass1WithItsEscapes() throws {
    try expect(
      #""Account","Login Name","Password","Web Site","Comments""# + "\n"
        + #""t","u","p\"\\n\x","https://h.org","two"# + "\n" + #"lines""# + "\n",
      as: .keepass1,
      gives: #"{"service":"h.org","account":"u","label":"t","comment":"two\nlines","value":"p\"\\n\\x"}"#)
  }

  @Test func readOnePassword() throws {
    let text =
      "Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes\n"
      + "t,https://h.org,u,p,otpauth://x,false,false,a;b,n\nold,https://o.org,u,p,,false,true,,\n"
      + "shifted,x,https://h.org,u,p,,false,false,,n\n"
    let login = #"{"service":"h.org","account":"u","label":"t","comment":"n","value":"p"}"#
    let file = try expect(text, as: .onePassword, gives: login)
    #expect(file.skipped.map(\.line) == [3, 4] && file.notices.count == 1)
    try expect(
      text, as: .onePassword,
      gives: login + "\n" + #"{"service":"o.org","account":"u","label":"old","value":"p"}"#
    ) { $0.include = [.archived] }
    try expect(
      "notes,password,title,username,pin,title,website\nn,p,t,u,1234,t2,https://h.org\n", as: .onePassword,
      asked: true,
      gives: login + #"""

        {"service":"h.org","account":"u#pin","label":"t","value":"1234"}
        {"service":"h.org","account":"u#title","label":"t","value":"t2"}
        """#
    ) { $0.extraItems = true }
  }

  @Test func readLastPass() throws {
    let header = "url,username,password,totp,extra,name,grouping,fav\n"
    let file = try expect(
      header
        + "https://h.org,u,p,,n,t,A\\B,0\nhttp://sn,,,,\"note\ntext\",title,,0\nhttp://group,,,,,,A\\B,0\n\n"
        + ",,,,,,,\nhttp://sn,,,,,empty,,0\n",
      as: .lastPass,
      gives: #"""
        {"service":"h.org","account":"u","label":"t","comment":"n","value":"p"}
        {"service":"title","account":"","label":"title","value":"note\ntext"}
        """#)
    #expect(file.skipped.map(\.line) == [8] && file.notices.count == 2)
    #expect(try problemLines(header + "https://h.org,u,p,,line 1\nline 2,t,,0\n", as: .lastPass) == [2, 3])
    try expect(
      "url,username,password,extra,name,grouping,fav\nhttps://h.org,u,p,,t,,0\n", as: .lastPass,
      gives: CSVTests.item)
  }

  @Test func readProton() throws {
    let file = try expect(
      "type,name,url,email,username,password,note,totp,createTime,modifyTime,vault\n"
        + "login,t,\"https://h.org/,https://i.org/\",e@h.org,,p,,,1709251199,1709251200,Personal\n"
        + "login,t,https://h.org/,e@h.org,u,p,n,,,never,Personal\nnote,n,,,,,text,,1709251199,1709251199,\n"
        + "creditCard,c,,,,,\"{\"\"number\"\":1}\",,1,1,\nalias,a,,e,,,,,1,1,\n",
      as: .protonPass,
      gives: #"""
        {"service":"h.org","account":"e@h.org","label":"t","created":"2024-02-29T23:59:59Z","modified":"2024-03-01T00:00:00Z","value":"p"}
        {"service":"h.org","account":"u","label":"t","comment":"n","value":"p"}
        {"service":"n","account":"","label":"n","created":"2024-02-29T23:59:59Z","modified":"2024-02-29T23:59:59Z","value":"text"}
        """#)
    #expect(file.skipped.map(\.line) == [5, 6] && file.notices.count == 4)
  }

  @Test func readBitwardenTables() throws {
    let text =
      "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\r\n"
      + "A/B,1,login,t,n,\"pin: 1: 2\nq: r\",0,\"https://h.org,https://i.org\",u,p,SEED\r\n,,note,n,text,,0,,,,\r\n"
      + ",,card,c,,,0,,,,\r\n"
    let lines = #"""
      {"service":"h.org","account":"u","label":"t","comment":"n","value":"p"}
      """#
    let note = #"{"service":"n","account":"","label":"n","value":"text"}"#
    let file = try expect(text, as: .bitwardenCSV, gives: lines + "\n" + note)
    #expect(file.skipped.map(\.line) == [5] && file.notices.count == 3)
    try expect(
      text, as: .bitwardenCSV,
      gives: lines + #"""

        {"service":"h.org","account":"u#totp","label":"t","value":"SEED"}
        {"service":"h.org","account":"u#pin","label":"t","value":"1: 2"}
        {"service":"h.org","account":"u#q","label":"t","value":"r"}

        """# + note
    ) { $0.extraItems = true }
    try expect(
      "collections,type,name,notes,fields,login_uri,login_username,login_password,login_totp\nC,login,t,,,h.org,u,p,\n",
      as: .bitwardenCSV,
      gives: #"{"service":"h.org","account":"u","accessGroup":"C","label":"t","value":"p"}"#
    ) { $0.groupFromFolder = true }
  }

  @Test(arguments: [
    "vendors/apple-passwords-6col.csv", "vendors/csvkeychain.csv", "vendors/keepassxc-10col.csv",
  ])
  func surviveDamage(path: String) throws {
    expectSurvival(
      of: try ForeignFixtures.bytes(path), as: nil,
      secrets: ["p,w", "pw2", "verystrong", "password123", "#hash"])
  }
}
