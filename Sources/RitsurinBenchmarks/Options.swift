/// What the command line asks for.
struct Options {
  /// Fewer samples, and no more than 10,000 items.
  var isQuick = false
  /// JSON instead of a table.
  var isJSON = false
  /// Where the vaults are made: a directory on a real disk, outside git work trees.
  var directory = "/var/tmp"
  /// Only groups whose name contains one of these.
  var only: [String] = []
  /// Only ours, so often, on 1,000 items: for profilers.
  var repeated: (operation: String, count: Int)?
  /// Set where this process is the child whose memory is measured.
  var childVault: String?
  var childKeyFile = ""
  /// Set where this process is the child whose memory an import is measured by: where its vault is made.
  var childImport: (directory: String, count: Int)?

  static let usage = """
    usage: RitsurinBenchmarks [--quick] [--json] [--directory DIR] [--only GROUP]...
           RitsurinBenchmarks --repeat get|attributes|list|keys|set COUNT [--directory DIR]
    groups: \(Group.allCases.map(\.rawValue).joined(separator: " "))
    """

  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": isQuick = true
      case "--json": isJSON = true
      case "--directory": directory = try Self.value(&rest, of: argument)
      case "--only": only.append(try Self.value(&rest, of: argument))
      case "--repeat":
        let operation = try Self.value(&rest, of: argument)
        repeated = (operation, Int(try Self.value(&rest, of: argument)) ?? 1)
      case "--list-and-get":
        childVault = try Self.value(&rest, of: argument)
        childKeyFile = try Self.value(&rest, of: argument)
      case "--import-many":
        let directory = try Self.value(&rest, of: argument)
        childImport = (directory, Int(try Self.value(&rest, of: argument)) ?? 1)
      default: throw Failure("what is \(argument)?\n\(Self.usage)")
      }
    }
  }

  private static func value(_ rest: inout ArraySlice<String>, of name: String) throws(Failure) -> String {
    guard let value = rest.popFirst() else { throw Failure("\(name) needs a value\n\(usage)") }
    return value
  }

  func includes(_ group: Group) -> Bool { only.isEmpty || only.contains(group.rawValue) }

  /// A number of samples, smaller in a quick run.
  func samples(_ count: Int) -> Int { isQuick ? max(count / 5, 7) : count }
}

/// What is measured together.
enum Group: String, CaseIterable {
  case get, size, threads, contains, list, set, large, bulk, memory, process
}
