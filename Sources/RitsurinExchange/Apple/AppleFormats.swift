/// The formats of Apple's own tools and of the libraries for its keychains.
enum AppleFormats {
  /// In the order in which they are asked.
  static var all: [any ForeignFormat.Type] {
    [
      SecurityReader.self, SecurityItemReader.self, SecurityValueReader.self, CSVKeychainReader.self,
      KeychainAccessReader.self,
      SecItemReader.self,
    ]
  }
}
