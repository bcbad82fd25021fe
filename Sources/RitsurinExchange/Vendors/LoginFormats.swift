/// The formats of browsers and password managers.
enum LoginFormats {
  /// In the order in which they are asked: those with the most telling columns first.
  static var all: [any ForeignFormat.Type] {
    [
      BitwardenReader.self, BitwardenCSV.self, KeePassXCCSV.self, KeePass1CSV.self, ProtonCSV.self,
      LastPassCSV.self, OnePasswordCSV.self, FirefoxCSV.self, ApplePasswordsCSV.self, ChromeCSV.self,
    ]
  }
}
