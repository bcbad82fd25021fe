/// A number and the noun it counts, in the singular for one: `1 item`, `2 items`.
///
/// - Parameters:
///   - count: The number.
///   - noun: A noun whose plural takes an s.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
