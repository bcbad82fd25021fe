/// The text of bytes that are valid UTF-8, unchanged; nil for others.
package func validated(_ bytes: [UInt8]) -> String? {
  let text = String(decoding: bytes, as: UTF8.self)
  return text.utf8.elementsEqual(bytes) ? text : nil
}
