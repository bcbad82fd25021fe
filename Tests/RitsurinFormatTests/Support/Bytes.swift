import Foundation

extension [UInt8] {
  /// The bytes that hexadecimal text stands for, by another road than the code under test.
  init(hexadecimal text: String) {
    var bytes: [UInt8] = []
    var digits = text.utf8.makeIterator()
    while let high = digits.next(), let low = digits.next() {
      bytes.append(UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16) ?? 0)
    }
    self = bytes
  }

  /// The bytes as hexadecimal text.
  var hexadecimal: String {
    map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  /// The bytes as base64 text, by another road than the code under test.
  var base64: String { Data(self).base64EncodedString() }

  /// The same bytes with every byte changed in turn, in each of some ways.
  func mutations(_ ways: [@Sendable (UInt8) -> UInt8]) -> [[UInt8]] {
    indices.flatMap { index in
      ways.map { way in
        var copy = self
        copy[index] = way(copy[index])
        return copy
      }
    }
  }

  /// All beginnings that are shorter.
  var truncations: [[UInt8]] { indices.map { Array(self[..<$0]) } }
}

/// Ways to change a byte that between them hit digits, letters, separators and UTF-8 sequences.
let someWays: [@Sendable (UInt8) -> UInt8] = [
  { $0 ^ 0x01 }, { $0 ^ 0x20 }, { $0 ^ 0x80 }, { _ in 0x00 }, { _ in 0x0a }, { _ in 0x20 }, { _ in 0xff },
]

/// Every other value of a byte.
let everyWay: [@Sendable (UInt8) -> UInt8] = (1...255).map { mask in { $0 ^ UInt8(mask) } }
