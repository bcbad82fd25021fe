/// An XML element with everything in it.
struct XMLElement {
  /// Name, attributes and line.
  let tag: XMLTag
  /// All text directly within the element, joined.
  let text: [UInt8]
  /// The elements directly within the element.
  let children: [XMLElement]

  /// The first child of a name; nil where there is none.
  subscript(name: StaticString) -> XMLElement? {
    children.first { $0.tag.isNamed(name) }
  }

  /// Reads the rest of an element.
  ///
  /// - Parameters:
  ///   - tag: Its start, which the reader gave last.
  ///   - reader: The reader, whose depth limit bounds the recursion.
  /// - Throws: a fault of the text.
  /// - Complexity: linear in the element.
  init(_ tag: XMLTag, from reader: inout XMLReader) throws(XMLFault) {
    var text: [UInt8] = []
    var children: [XMLElement] = []
    reading: while let event = try reader.next() {
      switch event {
      case .start(let tag): children.append(try XMLElement(tag, from: &reader))
      case .text(let part): text += part
      case .end: break reading
      }
    }
    self.tag = tag
    self.text = text
    self.children = children
  }

  /// Reads a whole text.
  ///
  /// - Parameter reader: A reader at its beginning.
  /// - Throws: a fault of the text.
  /// - Complexity: linear.
  static func root(of reader: inout XMLReader) throws(XMLFault) -> XMLElement {
    var root: XMLElement?
    while let event = try reader.next() {
      if case .start(let tag) = event { root = try XMLElement(tag, from: &reader) }
    }
    guard let root else { throw XMLFault(line: reader.line, message: "there is no element") }
    return root
  }
}
