/// The options of a command line with their values.
///
/// Two lists, because they are few: for a dictionary of a type of our own the runtime looks through every
/// conformance in the program, which takes longer than all the rest of reading the arguments.
struct OptionValues: Sendable {
  /// The options that were given, each once, in the order of their first place.
  private(set) var options: [Option] = []
  /// The values of each of them.
  private var values: [[String]] = []

  /// The values of an option in their order, one empty text where it takes none; nil where it was not given.
  ///
  /// - Complexity: O(options given).
  subscript(option: Option) -> [String]? { options.firstIndex(of: option).map { values[$0] } }

  /// Adds one value to an option.
  ///
  /// - Complexity: O(options given).
  mutating func append(_ value: String, to option: Option) {
    if let index = options.firstIndex(of: option) {
      values[index].append(value)
    } else {
      options.append(option)
      values.append([value])
    }
  }
}
