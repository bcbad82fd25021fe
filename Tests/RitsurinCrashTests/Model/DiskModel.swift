import Foundation
import RitsurinSystem

/// A file system in memory that is fed with recorded calls and knows what of them is not yet durable.
///
/// `Docs/Reliability.md#the-model` says what it takes for possible.
struct DiskModel: Sendable {
  /// A file's bytes and mode, and what a power loss could leave instead.
  struct File: Sendable {
    var bytes: [UInt8] = []
    var mode: UInt32
    /// Contents that may come back, oldest first.
    var otherBytes: [[UInt8]] = []
    var otherModes: [UInt32] = []
  }

  /// A directory's names, and what a power loss could leave instead.
  struct Directory: Sendable {
    var entries: [String: Int] = [:]
    /// For each name that changed since the last fsync, what it stood for before, oldest first.
    var others: [String: [Int?]] = [:]
    /// The renames of durable names since then: no power loss takes the old name away and leaves the new one out.
    var moves: [Move] = []
  }

  struct Move: Sendable {
    let from: String
    let to: String
    let node: Int
  }

  enum Node: Sendable {
    case file(File)
    case directory(Directory)
  }

  /// Everything that was ever there; the index is the inode, 0 the root's.
  private(set) var nodes: [Node] = [.directory(Directory())]
  private var handles: [Int32: (node: Int, position: Int)] = [:]
  /// The path that inode 0 has on the real file system.
  private(set) var root: String

  /// A disk on which all of a tree is durable.
  init(of tree: DiskTree, at root: String) {
    self.root = root
    for (path, entry) in tree.entries.sorted(by: { $0.key < $1.key }) {
      guard let (parent, name) = parent(of: path) else { continue }
      switch entry {
      case .directory: nodes.append(.directory(Directory()))
      case .file(_, let bytes, let mode): nodes.append(.file(File(bytes: bytes, mode: mode)))
      }
      let node = nodes.count - 1
      edit(directory: parent) { $0.entries[name] = node }
    }
  }

  /// The same disk for another process, which sees it at another path.
  func moved(to root: String) -> DiskModel {
    var model = self
    model.root = root
    model.handles = [:]
    return model
  }

  // MARK: Feeding

  /// Whether a call changes anything, or makes something durable: a point to stop after.
  static func isPoint(_ record: CallRecorder.Record) -> Bool {
    guard record.result >= 0 else { return false }
    switch record.event.call {
    case .write, .pwrite, .fsync, .syncfs, .renameat, .renameat2, .linkat, .unlinkat, .mkdirat, .fchmod,
      .fchmodat:
      return true
    case .open, .openat, .openat2: return record.event.flags & O_CREAT != 0
    default: return false
    }
  }

  /// Does what a call did.
  ///
  /// - Parameter limit: the number of bytes of a write that arrived before the writer died; nil for all.
  mutating func apply(_ record: CallRecorder.Record, limit: Int? = nil) {
    let event = record.event
    guard record.result >= 0 else { return }
    switch event.call {
    case .open, .openat, .openat2: open(event, handle: Int32(truncatingIfNeeded: record.result))
    case .close, .closedir: handles[event.descriptor ?? -1] = nil
    case .write, .pwrite: write(event, count: min(record.result, limit ?? record.result))
    case .fsync:
      guard let handle = handles[event.descriptor ?? -1] else { return }
      makeDurable(handle.node)
    case .syncfs:
      for node in nodes.indices { makeDurable(node) }
    case .mkdirat:
      guard let (parent, name) = place(event.directory, event.path) else { return }
      nodes.append(.directory(Directory()))
      set(name, in: parent, to: nodes.count - 1)
    case .unlinkat:
      guard let (parent, name) = place(event.directory, event.path) else { return }
      set(name, in: parent, to: nil)
    case .renameat, .renameat2, .linkat: rename(event)
    case .fchmod:
      guard let handle = handles[event.descriptor ?? -1] else { return }
      change(mode: event.mode, of: handle.node)
    case .fchmodat:
      guard let node = find(event.directory, event.path) else { return }
      change(mode: event.mode, of: node)
    default: break
    }
  }

  private mutating func open(_ event: SystemCallEvent, handle: Int32) {
    handles[handle] = nil
    if let node = find(event.directory, event.path) {
      handles[handle] = (node, 0)
    } else if event.flags & O_CREAT != 0, let (parent, name) = place(event.directory, event.path) {
      nodes.append(.file(File(mode: event.mode)))
      set(name, in: parent, to: nodes.count - 1)
      handles[handle] = (nodes.count - 1, 0)
    }
  }

  private mutating func write(_ event: SystemCallEvent, count: Int) {
    guard let handle = event.descriptor, let (node, position) = handles[handle],
      let bytes = event.bytes?.prefix(count), case .file(var file) = nodes[node]
    else { return }
    let start = event.offset ?? position
    if event.offset == nil { handles[handle] = (node, position + count) }
    let old = file.bytes
    let end = start + count
    var new = old + [UInt8](repeating: 0, count: max(0, end - old.count))
    // What was not there before may be missing, or be there without its bytes, or in part.
    var others = [old]
    if end > old.count {
      others.append(new)
      var torn = new
      torn.replaceSubrange(start..<(start + count / 2), with: bytes.prefix(count / 2))
      others += [Array(torn.prefix(start + count / 2)), torn]
    }
    new.replaceSubrange(start..<end, with: bytes)
    file.bytes = new
    for other in others where other != new && !file.otherBytes.contains(other) {
      file.otherBytes.append(other)
    }
    nodes[node] = .file(file)
  }

  private mutating func rename(_ event: SystemCallEvent) {
    guard let (parent, name) = place(event.directory, event.path),
      let (target, newName) = place(event.directory, event.newPath),
      case .directory(let directory) = nodes[parent], let node = directory.entries[name]
    else { return }
    // Two names of one file: rename does nothing.
    if event.call != .linkat, case .directory(let other) = nodes[target], other.entries[newName] == node {
      return
    }
    let wasDurable = !directory.others[name, default: []].contains(nil)
    set(newName, in: target, to: node)
    guard event.call != .linkat else { return }
    set(name, in: parent, to: nil)
    if wasDurable, parent == target {
      edit(directory: parent) { $0.moves.append(Move(from: name, to: newName, node: node)) }
    }
  }

  private mutating func change(mode: UInt32, of node: Int) {
    guard case .file(var file) = nodes[node], file.mode != mode else { return }
    if !file.otherModes.contains(file.mode) { file.otherModes.append(file.mode) }
    file.mode = mode
    nodes[node] = .file(file)
  }

  private mutating func set(_ name: String, in parent: Int, to node: Int?) {
    edit(directory: parent) { directory in
      let old = directory.entries[name]
      if !directory.others[name, default: []].contains(old) {
        directory.others[name, default: []].append(old)
      }
      directory.entries[name] = node
    }
  }

  private mutating func makeDurable(_ node: Int) {
    switch nodes[node] {
    case .file(var file):
      file.otherBytes = []
      file.otherModes = []
      nodes[node] = .file(file)
    case .directory:
      edit(directory: node) {
        $0.others = [:]
        $0.moves = []
      }

    }
  }

  private mutating func edit(directory node: Int, _ body: (inout Directory) -> Void) {
    guard case .directory(var directory) = nodes[node] else { return }
    nodes[node] = .directory(Directory())
    body(&directory)
    nodes[node] = .directory(directory)
  }

  // MARK: Looking

  private func place(_ base: Int32?, _ path: String?) -> (parent: Int, name: String)? {
    guard let path else { return nil }
    var names = path.split(separator: "/").map(String.init)
    guard let name = names.popLast(), let parent = walk(base, path, names) else { return nil }
    return (parent, name)
  }

  private func find(_ base: Int32?, _ path: String?) -> Int? {
    guard let path else { return nil }
    return walk(base, path, path.split(separator: "/").map(String.init))
  }

  /// Goes along names from an open directory, or from the root where the path is absolute and below it.
  private func walk(_ base: Int32?, _ path: String, _ names: [String]) -> Int? {
    var names = names[...]
    var node = 0
    if path.hasPrefix("/") {
      guard path == root || path.hasPrefix(root + "/") else { return nil }
      names = names.dropFirst(root.split(separator: "/").count)
    } else {
      guard let base, let handle = handles[base] else { return nil }
      node = handle.node
    }
    for name in names where name != "." {
      guard case .directory(let directory) = nodes[node], let next = directory.entries[name] else {
        return nil
      }
      node = next
    }
    return node
  }

  private func parent(of path: String) -> (Int, String)? { place(nil, root + "/" + path) }
}
