/// How a file is read.
///
/// What a format has no use for is ignored; where a rule is for some formats only, it says so.
public struct RKeychainImportOptions: Sendable {
  /// Where a web login's service comes from.
  public enum ServiceSource: String, CaseIterable, Sendable {
    /// The host of its first URL, and the port where it is not the usual one.
    case host
    /// Its first URL.
    case url
    /// Its title.
    case title
    /// Its folder and title, joined with slashes.
    case path
  }

  /// What becomes of Apple's secure notes.
  public enum NotesForm: String, CaseIterable, Sendable {
    /// The note's plain text is the value.
    case text
    /// The property list that holds the note is the value.
    case raw
  }

  /// What is imported only where it is asked for.
  public enum Inclusion: String, CaseIterable, Sendable {
    /// Internet passwords of Apple's dumps.
    case internet
    /// Items that are archived.
    case archived
    /// The `default` entry of a netrc file.
    case netrcDefault = "default"
  }

  /// The format; `nil` finds it out from the contents.
  public var format: RKeychainExchangeFormat?
  /// Whether a file that was cut is read as far as it goes.
  ///
  /// A missing trailer, another number of items than it says, and half a last line are then notices instead
  /// of problems.
  public var isPartial: Bool

  /// The text's encoding; `nil` is UTF-8, or UTF-16 where a byte order mark says so.
  public var encoding: RKeychainTextEncoding?
  /// The service of formats that have none (dotenv, and `asEnvironment`); `nil` takes ``fileStem``.
  public var service: String?
  /// The file's name without directory and extension, which names the service where nothing else does.
  public var fileStem: String?
  /// Where the service of web logins comes from; `nil` is the host, or the title where there is no URL.
  public var serviceFrom: ServiceSource?
  /// Access groups that are given other names: old to new.
  ///
  /// An empty new name is the default place. An empty old name are the items without a group.
  public var groupMap: [(old: String, new: String)] = []
  /// Whether the folder of a password manager becomes the access group.
  public var groupFromFolder = false
  /// Whether further secrets of an entry (seeds of one-time codes, hidden fields) become items of their own,
  /// under the account, `#` and the field's name.
  public var extraItems = false
  /// What becomes of Apple's secure notes.
  public var notes = NotesForm.text
  /// Whether values that a library wrapped are unwrapped (`go-keyring-base64:`, `go-keyring-encoded:`, and
  /// the JSON of 99designs/keyring).
  public var unwrap = false
  /// What is imported beside the usual.
  public var include: Set<Inclusion> = []
  /// Whether a bare `-w` value of Apple's `security` is hexadecimal.
  public var isHexadecimal = false
  /// Whether such a value is text although it looks hexadecimal.
  public var isText = false
  /// The key of formats that have neither service nor account (`security-w`); `nil` is empty.
  public var account: String?
  /// Whether `v_Data` strings of JSON are base64.
  public var isDataBase64 = false
  /// Whether the path of a git credential's URL is part of its service.
  public var usesPath = false
  /// Whether AWS profiles become variables (`AWS_ACCESS_KEY_ID`, ...) under one service.
  public var asEnvironment = false
  /// Fields of a pass entry that name the account, the first that is there; none takes the entry's name.
  public var accountFields: [String] = []
  /// Whether what follows a pass entry's first line becomes the comment, which can be read without the value.
  public var bodyAsComment = false
  /// Whether the whole of a pass entry is the value, not only its first line.
  public var wholeEntry = false
  /// Whether a pass entry whose first line looks like a field has an empty password.
  public var firstLineAuto = false

  /// Options.
  ///
  /// - Parameters:
  ///   - format: The format, or `nil` to find it out.
  ///   - isPartial: Whether a cut file is read as far as it goes.
  public init(format: RKeychainExchangeFormat? = nil, isPartial: Bool = false) {
    self.format = format
    self.isPartial = isPartial
  }
}
