/// Finds the word that somebody may have meant, who mistyped it.
///
/// What was typed is not repeated: it may have been a secret.
enum NearestWord {
  /// Words that differ by more changes of a letter are another word.
  private static let limit = 2

  /// `, perhaps WORD` for the nearest word; empty where none is near.
  static func hint(for typed: some Collection<UInt8>, among words: [String]) -> String {
    let typed = Array(typed)
    var best: (word: String, distance: Int)?
    for word in words {
      let bytes = Array(word.utf8)
      guard abs(bytes.count - typed.count) <= limit else { continue }
      let distance = distance(typed, bytes)
      // Of a word of two letters nothing would be left.
      guard distance <= limit, 2 * distance <= bytes.count, distance < best?.distance ?? .max else {
        continue
      }
      best = (word, distance)
    }
    return best.map { ", perhaps \($0.word) was meant" } ?? ""
  }

  /// How many bytes must be put in, taken out or replaced to get from one word to the other.
  ///
  /// - Complexity: The product of both lengths.
  static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var row = Array(0...second.count)
    for (line, byte) in first.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, other) in second.enumerated() {
        let replaced = diagonal + (byte == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[second.count]
  }
}
