import Ritsurin

extension ImportInput {
  /// The name of the XML text's root element; nil where it is none.
  ///
  /// - Complexity: linear in what stands before it.
  var xmlRoot: [UInt8]? {
    guard let text, text.first(where: { !$0.isBlank && !$0.isLineEnd }) == UInt8(ascii: "<") else {
      return nil
    }
    var reader = XMLReader(text)
    guard case .start(let tag)? = try? reader.next() else { return nil }
    return tag.name
  }

  /// The XML text's root element with everything in it.
  ///
  /// - Throws: where the text is not well-formed, or has another root.
  func requireXML(root name: StaticString) throws(RKeychainImportError) -> XMLElement {
    var reader = XMLReader(try requireText())
    do throws(XMLFault) {
      let root = try XMLElement.root(of: &reader)
      guard root.tag.isNamed(name) else {
        throw XMLFault(line: root.tag.line, message: "the root element is not \(name)")
      }
      return root
    } catch {
      throw RKeychainImportError(.decodingFailed, line: error.line, message: error.message)
    }
  }
}
