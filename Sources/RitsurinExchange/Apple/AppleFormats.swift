/// The formats of Apple's own tools and of the libraries for its keychains.
enum AppleFormats {
  static var all: [any ForeignFormat.Type] {
    [SecurityReader.self]
  }
}
