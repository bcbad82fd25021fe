/// One line of the result.
struct Row {
  var name: String
  /// Number of items and size of a value, for people.
  var size: String
  /// Median in nanoseconds, or bytes for memory.
  var ours: Double
  var limit: Double
  var unit = Unit.time
  /// What `limit` is, where it is not the C target.
  var against = "C"
  /// The greatest ratio wanted, nil where the line only informs; the smallest where `isFloor`.
  var target: Double?
  var isFloor = false

  enum Unit { case time, bytes, plain }

  var ratio: Double { ours / limit }

  /// nil where nothing is wanted.
  var isMet: Bool? {
    target.map { isFloor ? ratio >= $0 : ratio <= $0 }
  }
}

/// Everything a run found.
struct Report {
  var rows: [Row] = []
  var notes: [String] = []

  /// A table in Markdown.
  var table: String {
    var lines = [
      "| operation | size | ours | limit | limit is | ratio | target | |",
      "| --- | --- | ---: | ---: | --- | ---: | ---: | --- |",
    ]
    for row in rows {
      let target = row.target.map { (row.isFloor ? "≥ " : "≤ ") + Text.fixed($0, 2) } ?? ""
      let mark = row.isMet.map { $0 ? "met" : "missed" } ?? ""
      lines.append(
        "| \(row.name) | \(row.size) | \(Text.amount(row.ours, row.unit)) | \(Text.amount(row.limit, row.unit)) "
          + "| \(row.against) | \(Text.fixed(row.ratio, 2)) | \(target) | \(mark) |")
    }
    return (lines + notes.map { "\n\($0)" }).joined(separator: "\n")
  }

  /// The same for programs: times in nanoseconds, sizes in bytes.
  var json: String {
    let items = rows.map { row in
      let target = row.target.map { Text.fixed($0, 2) } ?? "null"
      return
        "    {\"operation\": \(Text.quoted(row.name)), \"size\": \(Text.quoted(row.size)), "
        + "\"ours\": \(Text.fixed(row.ours, 3)), \"limit\": \(Text.fixed(row.limit, 3)), "
        + "\"against\": \(Text.quoted(row.against)), \"ratio\": \(Text.fixed(row.ratio, 4)), "
        + "\"target\": \(target), \"isFloor\": \(row.isFloor), "
        + "\"met\": \(row.isMet.map(String.init) ?? "null")}"
    }
    return "{\n  \"rows\": [\n" + items.joined(separator: ",\n") + "\n  ],\n  \"notes\": ["
      + notes.map(Text.quoted).joined(separator: ", ") + "]\n}"
  }
}

/// Numbers and texts for people and for JSON.
enum Text {
  /// A number with so many decimals.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite else { return "0" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let whole = Int((abs(value) * scale).rounded())
    let digits = String(whole)
    guard decimals > 0 else { return (value < 0 ? "-" : "") + digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return (value < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }

  static func amount(_ value: Double, _ unit: Row.Unit) -> String {
    switch unit {
    case .plain: fixed(value, 2)
    case .bytes: value < 1_048_576 ? fixed(value / 1024, 1) + " KiB" : fixed(value / 1_048_576, 2) + " MiB"
    case .time:
      switch value {
      case ..<100_000: fixed(value / 1_000, 2) + " µs"
      case ..<10_000_000: fixed(value / 1_000_000, 3) + " ms"
      default: fixed(value / 1_000_000, 1) + " ms"
      }
    }
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
