public import Ritsurin

/// One thing that is wrong, or worth a remark, in a file to be imported.
public struct RKeychainImportRemark: Hashable, Sendable, CustomStringConvertible {
  /// The line of the file, from 1, where it has one.
  public let line: Int?
  /// What is to be said of it, without any value.
  public let message: String

  package init(line: Int?, message: String) {
    self.line = line
    self.message = message
  }

  /// Line and message.
  public var description: String { (line.map { "line \($0): " } ?? "") + message }
}

/// Why a file could not be imported: everything that is wrong with it, so that it can be put right in one go.
///
/// No text of it holds a value.
public struct RKeychainImportError: Error, Sendable, CustomStringConvertible {
  /// How many problems are listed at most.
  public static let problemLimit = 100

  /// The kind: ``/Ritsurin/RKeychainError/Kind/unknownFormat``, ``/Ritsurin/RKeychainError/Kind/unsupportedFormat``,
  /// ``/Ritsurin/RKeychainError/Kind/fileTooBig`` or ``/Ritsurin/RKeychainError/Kind/decodingFailed``.
  public let kind: RKeychainError.Kind
  /// What is wrong, in the order of the file; one at least, and no more than ``problemLimit``.
  public let problems: [RKeychainImportRemark]
  /// How many problems there are, those beyond the limit included.
  public let problemCount: Int

  init(_ kind: RKeychainError.Kind, problems: [RKeychainImportRemark], count: Int) {
    self.kind = kind
    self.problems = problems
    self.problemCount = count
  }

  init(_ kind: RKeychainError.Kind, line: Int? = nil, message: String) {
    self.init(kind, problems: [RKeychainImportRemark(line: line, message: message)], count: 1)
  }

  /// The problems, one a line.
  public var description: String {
    var lines = problems.map(\.description)
    if problemCount > problems.count { lines.append("and \(problemCount - problems.count) more") }
    return lines.joined(separator: "\n")
  }

  /// The same as a ``/Ritsurin/RKeychainError``, which carries the first problem as its message.
  public var keychainError: RKeychainError {
    RKeychainError(kind, message: problems.first?.description, underlyingError: self)
  }
}
