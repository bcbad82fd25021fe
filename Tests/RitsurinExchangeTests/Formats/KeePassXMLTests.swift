import Ritsurin
import RitsurinExchange
import Testing

@Suite struct KeePassXMLTests {
  private let text = """
    <?xml version="1.0" encoding="utf-8"?>
    <KeePassFile><Meta><RecycleBinEnabled>True</RecycleBinEnabled><RecycleBinUUID>QklO</RecycleBinUUID></Meta>
    <Root><Group><UUID>Um9vdA==</UUID><Name>Root</Name>
    <Entry><UUID>MQ==</UUID><Times><CreationTime>2024-02-29T23:59:59Z</CreationTime>
    <LastModificationTime>AOX22w4AAAA=</LastModificationTime></Times>
    <String><Key>Title</Key><Value>Example &amp; Co</Value></String>
    <String><Key>UserName</Key><Value>alice</Value></String>
    <String><Key>Password</Key><Value ProtectInMemory="True"> p&lt;w </Value></String>
    <String><Key>URL</Key><Value>https://www.example.com:8443/login</Value></String>
    <String><Key>Notes</Key><Value>two
    lines</Value></String>
    <String><Key>PIN</Key><Value ProtectInMemory="True">1234</Value></String>
    <String><Key>Colour</Key><Value>red</Value></String>
    <History><Entry><String><Key>Password</Key><Value>old</Value></String></Entry></History></Entry>
    <Group><UUID>Mg==</UUID><Name>Sub/group</Name>
    <Entry><String><Key>Title</Key><Value>No URL</Value></String><String><Key>UserName</Key><Value/></String>
    <String><Key>Password</Key><Value>x</Value></String><String><Key>URL</Key><Value></Value></String></Entry>
    <Entry><String><Key>Title</Key><Value>Nothing</Value></String></Entry></Group>
    <Group><UUID>QklO</UUID><Name>Recycle Bin</Name>
    <Entry><String><Key>Password</Key><Value>dead</Value></String></Entry></Group>
    </Group></Root></KeePassFile>
    """

  @Test func readEntries() throws {
    let file = try expect(
      text.replacing("AOX22w4AAAA=", with: "AEws3A4AAAA="), as: .keepassXML,
      gives: #"""
        {"service":"www.example.com:8443","account":"alice","label":"Example & Co","comment":"two\nlines","created":"2024-02-29T23:59:59Z","modified":"MODIFIED","value":" p<w "}
        {"service":"No URL","account":"","label":"No URL","value":"x"}
        """#.replacing("MODIFIED", with: Self.modified))
    #expect(file.skipped.count == 1)
    #expect(file.notices.contains { $0.message.contains("recycle bin") && $0.message.hasSuffix("1") })
    #expect(file.notices.contains { $0.message.contains("1 further secrets") })
  }

  /// 0x0EDC2C4C00 = 63823432704 seconds from the year 1 on.
  private static let modified = "2023-06-27T03:18:24Z"

  @Test func takeExtrasAndGroupsWhereAsked() throws {
    let file = try RKeychainImport(
      reading: text.utf8,
      options: {
        var options = RKeychainImportOptions()
        options.extraItems = true
        options.groupFromFolder = true
        options.serviceFrom = .path
        options.groupMap = [("Root/Sub/group", "")]
        return options
      }())
    #expect(
      file.entries.map { [$0.item.item.service, $0.item.item.key, $0.item.item.accessGroup ?? "-"] } == [
        ["Root/Example & Co", "alice", "Root"], ["Root/Example & Co", "alice#PIN", "Root"],
        ["Root/Sub/group/No URL", "", "-"],
      ])
  }

  @Test func refuseTheInsideOfADatabase() throws {
    let inside = text.replacing("ProtectInMemory=\"True\"> p&lt;w ", with: "Protected=\"True\">\(sentinel)")
    #expect(try problemLines(inside, as: .keepassXML) == [8])
  }

  @Test func expandNoEntities() throws {
    let bomb =
      "<!DOCTYPE x [<!ENTITY a \"\(sentinel)\">]><KeePassFile><Root><Group>&a;</Group></Root></KeePassFile>"
    #expect(try problemLines(bomb, as: .keepassXML).count == 1)
  }

  @Test func readKWallets() throws {
    try expect(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <wallet name="kdewallet">
       <folder name="Passwords">
        <password name="Ho&#233;">p&amp;w</password>
        <password name="empty"></password>
        <stream name="bin">AP8=</stream>
        <map name="form"><mapentry name="login">alice</mapentry><mapentry name="pw">x</mapentry></map>
       </folder>
      </wallet>
      """, as: .kwallet,
      gives: #"""
        {"service":"Passwords","account":"Hoé","value":"p&w"}
        {"service":"Passwords","account":"empty","value":""}
        {"service":"Passwords","account":"bin","valueBase64":"AP8="}
        {"service":"Passwords","account":"form#login","value":"alice"}
        {"service":"Passwords","account":"form#pw","value":"x"}
        """#)
  }
}
