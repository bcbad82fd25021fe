/// One thing that the doctor noticed.
struct DoctorFinding {
  /// How much it matters.
  enum Weight: String {
    /// Good to know.
    case note
    /// Something may get lost or go wrong.
    case problem
    /// Something is.
    case damage
  }

  let weight: Weight
  /// A word for it.
  let kind: String
  /// Relative to the vault's directory; empty for the directory itself.
  let path: String
  /// More, for people; never a value.
  let detail: String?

  init(_ weight: Weight, _ kind: String, path: String = "", _ detail: String? = nil) {
    self.weight = weight
    self.kind = kind
    self.path = path
    self.detail = detail
  }
}
