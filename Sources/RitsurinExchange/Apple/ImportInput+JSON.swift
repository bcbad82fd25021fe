extension ImportInput {
  /// Whether the text begins as JSON does, be it one value or lines of it; no listing of a tool does.
  var beginsLikeJSON: Bool {
    let first = text?.first { !$0.isBlank && !$0.isLineEnd }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
