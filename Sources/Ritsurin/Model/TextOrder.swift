internal import RitsurinSystem

/// Sorts by the bytes of texts: what all have in common is looked at once, and eight bytes behind it decide most
/// comparisons.
package enum TextOrder {
  /// The positions of texts in the order of their bytes.
  ///
  /// - Parameters:
  ///   - count: how many texts there are.
  ///   - text: the text at a position, 0..<`count`.
  ///   - precedes: whether the first of two positions comes before the second where their texts are the same.
  /// - Complexity: O(n log n).
  package static func positions(
    _ count: Int, text: (Int) -> String, precedes: (Int, Int) -> Bool
  ) -> [Int] {
    guard count > 1 else { return Array(0..<count) }
    let first = text(0)
    var common = first.utf8.count
    for position in 1..<count {
      common = ByteComparison.commonCount(first, text(position), limit: common)
    }
    var order = (0..<count).map {
      (head: ByteComparison.head(of: text($0), after: common), position: $0)
    }
    order.sort { one, other in
      if one.head != other.head { return one.head < other.head }
      let byText = ByteComparison.order(text(one.position), text(other.position))
      return byText == 0 ? precedes(one.position, other.position) : byText < 0
    }
    return order.map(\.position)
  }
}
