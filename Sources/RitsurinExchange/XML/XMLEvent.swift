/// What an XML text consists of; comments, processing instructions and document types are passed over.
enum XMLEvent {
  /// An element begins.
  case start(XMLTag)
  /// Text within the element; several may follow each other.
  case text([UInt8])
  /// The element that began last and did not end yet ends.
  case end
}

/// The start of an XML element.
struct XMLTag {
  /// The element's name, as it stands there.
  let name: [UInt8]
  /// The attributes, whose names differ from each other.
  let attributes: [(name: [UInt8], value: [UInt8])]
  /// The line it stands on, from 1.
  let line: Int

  /// Whether the element has a name.
  func isNamed(_ name: StaticString) -> Bool {
    self.name.elementsEqual(name.description.utf8)
  }

  /// The value of an attribute; nil where there is none.
  subscript(name: StaticString) -> [UInt8]? {
    attributes.first { $0.name.elementsEqual(name.description.utf8) }?.value
  }
}

/// Why a text is not the XML that is read here.
struct XMLFault: Error, Equatable {
  /// The line, from 1.
  let line: Int
  /// What is wrong; nothing of the text is quoted.
  let message: String
}
