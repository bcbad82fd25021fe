/// The formats of browsers and password managers.
enum LoginFormats {
  /// In the order in which they are asked.
  static var all: [any ForeignFormat.Type] {
    []
  }
}
