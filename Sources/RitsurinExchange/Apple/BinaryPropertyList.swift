/// Reads the binary form of property lists (`bplist00`, CoreFoundation's `CFBinaryPList.c`).
///
/// Every object is made once, however often it is referred to, so that a small list cannot become a large
/// one; circles and deep nesting are refused.
struct BinaryPropertyList {
  /// How deep containers may stand in each other.
  static let depthLimit = 64
  private static let trailerCount = 32
  /// 2001-01-01, in microseconds since 1970.
  private static let referenceDate: Double = 978_307_200_000_000

  private let bytes: [UInt8]
  private let referenceWidth: Int
  /// Where each object begins.
  private let offsets: [Int]
  /// Where the objects end.
  private let end: Int
  private var made: [PropertyListValue?]
  private var isUnderWay: [Bool]
  /// How many bytes of contents may still be taken: objects that overlap would add up to more than there are.
  private var budget: Int

  /// Reads a whole list.
  ///
  /// - Parameter bytes: The list.
  /// - Throws: why it is none.
  /// - Complexity: linear.
  static func read(_ bytes: [UInt8]) throws(PropertyListFault) -> PropertyListValue {
    guard bytes.count >= PropertyListReader.binaryMagic.count + trailerCount else {
      throw fault("the binary property list is cut")
    }
    let trailer = bytes.count - trailerCount
    var list = try BinaryPropertyList(bytes, trailer: trailer)
    guard let top = number(bytes[(trailer + 16)..<(trailer + 24)]), top < list.offsets.count else {
      throw fault("the binary property list has no root")
    }
    return try list.object(top, depth: 0)
  }

  private init(_ bytes: [UInt8], trailer: Int) throws(PropertyListFault) {
    let (width, referenceWidth) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard 1...8 ~= width, 1...8 ~= referenceWidth,
      let count = Self.number(bytes[(trailer + 8)..<(trailer + 16)]), 1...bytes.count ~= count,
      let table = Self.number(bytes[(trailer + 24)..<(trailer + 32)]),
      PropertyListReader.binaryMagic.count...trailer ~= table, count <= (trailer - table) / width
    else { throw Self.fault("the trailer of the binary property list is damaged") }
    var offsets: [Int] = []
    offsets.reserveCapacity(count)
    for start in stride(from: table, to: table + count * width, by: width) {
      guard let offset = Self.number(bytes[start..<(start + width)]),
        offset >= PropertyListReader.binaryMagic.count, offset < table
      else { throw Self.fault("an offset of the binary property list is damaged") }
      offsets.append(offset)
    }
    self.bytes = bytes
    self.referenceWidth = referenceWidth
    self.offsets = offsets
    end = table
    made = Array(repeating: nil, count: count)
    isUnderWay = Array(repeating: false, count: count)
    budget = table
  }

  // MARK: Objects

  private mutating func object(_ index: Int, depth: Int) throws(PropertyListFault) -> PropertyListValue {
    if let value = made[index] { return value }
    guard depth <= Self.depthLimit else { throw Self.fault("values are nested too deeply") }
    guard !isUnderWay[index] else { throw Self.fault("a value contains itself") }
    isUnderWay[index] = true
    let value = try read(at: offsets[index], depth: depth)
    isUnderWay[index] = false
    made[index] = value
    return value
  }

  private mutating func read(at start: Int, depth: Int) throws(PropertyListFault) -> PropertyListValue {
    let (kind, low) = (bytes[start] >> 4, bytes[start] & 15)
    switch kind {
    case 0x0:
      switch low {
      case 8: return .bool(false)
      case 9: return .bool(true)
      default: return .other
      }
    case 0x1: return try integer(at: start + 1, width: try width(low))
    case 0x2:
      _ = try slice(start + 1, try width(low))
      return .other
    case 0x3: return .date(try date(at: start + 1, width: try width(low)))
    case 0x4: return .data(Array(try contents(at: start, unit: 1)))
    case 0x5: return .string(try ascii(at: start))
    case 0x6: return .string(try utf16(at: start))
    case 0x8:
      _ = try slice(start + 1, Int(low) + 1)
      return .other
    case 0xA, 0xB, 0xC:
      var values: [PropertyListValue] = []
      for reference in try references(at: start, perEntry: 1) {
        values.append(try object(reference, depth: depth + 1))
      }
      return .array(values)
    case 0xD: return .dictionary(try dictionary(at: start, depth: depth))
    default: throw Self.fault("a value of the binary property list is of no known kind")
    }
  }

  private mutating func dictionary(
    at start: Int, depth: Int
  ) throws(PropertyListFault) -> PropertyListDictionary {
    let references = try references(at: start, perEntry: 2)
    let count = references.count / 2
    var members: [(key: [UInt8], value: PropertyListValue)] = []
    for position in 0..<count {
      guard case .string(let key) = try object(references[position], depth: depth + 1) else {
        throw Self.fault("a key of a dictionary is no string")
      }
      members.append((key, try object(references[count + position], depth: depth + 1)))
    }
    guard let dictionary = PropertyListDictionary(line: 0, members: members) else {
      throw Self.fault("a key stands twice in a dictionary")
    }
    return dictionary
  }

  // MARK: Contents

  private func width(_ low: UInt8) throws(PropertyListFault) -> Int {
    guard low <= 4 else { throw Self.fault("a number of the binary property list is too wide") }
    return 1 << Int(low)
  }

  /// Bytes within the objects.
  private func slice(_ start: Int, _ count: Int) throws(PropertyListFault) -> ArraySlice<UInt8> {
    guard start <= end, count >= 0, count <= end - start else {
      throw Self.fault("a value of the binary property list is cut")
    }
    return bytes[start..<(start + count)]
  }

  /// The count of an object's entries, and where they begin.
  private func entries(at start: Int) throws(PropertyListFault) -> (count: Int, start: Int) {
    let low = bytes[start] & 15
    guard low == 15 else { return (Int(low), start + 1) }
    guard let marker = try slice(start + 1, 1).first, marker >> 4 == 1 else {
      throw Self.fault("the size of a value is malformed")
    }
    let width = try width(marker & 15)
    guard let count = Self.number(try slice(start + 2, width)), count <= bytes.count else {
      throw Self.fault("the size of a value is out of bounds")
    }
    return (count, start + 2 + width)
  }

  private mutating func contents(at start: Int, unit: Int) throws(PropertyListFault) -> ArraySlice<UInt8> {
    let (count, start) = try entries(at: start)
    let contents = try slice(start, count * unit)
    budget -= contents.count
    guard budget >= 0 else { throw Self.fault("values of the binary property list overlap") }
    return contents
  }

  private mutating func references(at start: Int, perEntry: Int) throws(PropertyListFault) -> [Int] {
    let contents = try contents(at: start, unit: perEntry * referenceWidth)
    var references: [Int] = []
    for position in stride(from: contents.startIndex, to: contents.endIndex, by: referenceWidth) {
      guard let reference = Self.number(contents[position..<(position + referenceWidth)]),
        reference < offsets.count
      else { throw Self.fault("a reference leads nowhere") }
      references.append(reference)
    }
    return references
  }

  private func integer(at start: Int, width: Int) throws(PropertyListFault) -> PropertyListValue {
    let digits = try slice(start, width)
    // Up to four bytes numbers have no sign, eight have one; sixteen are those that need no sign's bit.
    guard width <= 8 else { return Self.number(digits).map { .integer(Int64($0)) } ?? .other }
    return .integer(Int64(bitPattern: digits.reduce(0) { $0 << 8 | UInt64($1) }))
  }

  private func date(at start: Int, width: Int) throws(PropertyListFault) -> Int64? {
    let digits = try slice(start, width)
    guard width == 8 else { return nil }
    let seconds = Double(bitPattern: digits.reduce(0) { $0 << 8 | UInt64($1) })
    let microseconds = (seconds * 1_000_000).rounded() + Self.referenceDate
    guard let time = Int64(exactly: microseconds), Timestamp.range.contains(time) else { return nil }
    return time
  }

  private mutating func ascii(at start: Int) throws(PropertyListFault) -> [UInt8] {
    let text = Array(try contents(at: start, unit: 1))
    guard text.allSatisfy({ $0 < 0x80 }) else { throw Self.fault("a string is not ASCII and says it is") }
    return text
  }

  private mutating func utf16(at start: Int) throws(PropertyListFault) -> [UInt8] {
    let contents = try contents(at: start, unit: 2)
    var units: [UInt16] = []
    for position in stride(from: contents.startIndex, to: contents.endIndex, by: 2) {
      units.append(UInt16(contents[position]) << 8 | UInt16(contents[position + 1]))
    }
    var text: [UInt8] = []
    let isBroken = transcode(
      units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true, into: { text.append($0) })
    guard !isBroken else { throw Self.fault("a string is not UTF-16") }
    return text
  }

  // MARK: Numbers

  /// The number of big-endian digits; nil where `Int` does not hold it.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.dropLast(8).allSatisfy({ $0 == 0 }) else { return nil }
    return Int(exactly: digits.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  private static func fault(_ message: String) -> PropertyListFault {
    PropertyListFault(line: nil, message: message)
  }
}
