/// The options of a command line with their values.
///
/// A list, because they are few: for a dictionary of a type of our own the runtime looks through every
/// conformance in the program, which takes longer than all the rest of reading the arguments.
struct OptionValues: Sendable {
  private var entries: [(option: Option, values: [String])] = []

  /// The values of an option in their order, one empty text where it takes none; nil where it was not given.
  ///
  /// - Complexity: O(options given).
  subscript(option: Option) -> [String]? { entries.first { $0.option == option }?.values }

  /// Adds one value to an option.
  ///
  /// - Complexity: O(options given).
  mutating func append(_ value: String, to option: Option) {
    if let index = entries.firstIndex(where: { $0.option == option }) {
      entries[index].values.append(value)
    } else {
      entries.append((option, [value]))
    }
  }
}
