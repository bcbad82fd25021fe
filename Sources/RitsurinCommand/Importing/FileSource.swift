import Ritsurin
import RitsurinExchange
import RitsurinSystem

/// Reads what the operand of `import` names: a file, a stream, or a tree of files.
struct FileSource {
  private let invocation: Invocation
  private let path: String
  private let files: FileSystem

  init(_ invocation: Invocation, path: String) {
    self.invocation = invocation
    self.path = path
    files = invocation.environment.files
  }

  /// Reads and checks everything.
  func read(_ options: RKeychainImportOptions) throws(ToolFailure) -> RKeychainImport {
    let descriptor = PathText.isStandardInput(path) ? 0 : PathText.descriptor(path)
    if descriptor == 0 { try invocation.requireInput() }
    if descriptor == nil, isDirectory() {
      guard options.format == .pass else {
        throw .usage("a directory is read only as a decrypted password store: --format pass")
      }
      return try readTree(options)
    }
    let limit = RKeychainImport.byteLimit
    var bytes = try invocation.system { () throws(SystemError) in
      if let descriptor {
        return try invocation.environment.streams.readAll(descriptor: descriptor, limit: limit)
      }
      return try files.readFile(path: path, limit: limit)
    }
    defer { wipe(&bytes) }
    guard options.format != .pass else {
      throw .usage("--format pass takes a directory: the decrypted store; --from pass decrypts one")
    }
    return try invocation.withProgress("reading") { (_) throws(ToolFailure) in
      do throws(RKeychainImportError) {
        return try parse(bytes, options)
      } catch {
        throw ToolFailure(error)
      }
    }
  }

  /// Reads bytes whose format is told by their content, or, where that tells nothing, by the file's name.
  private func parse(
    _ bytes: [UInt8], _ options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    do throws(RKeychainImportError) {
      return try RKeychainImport(reading: bytes, options: options)
    } catch {
      guard options.format == nil, error.kind == .unknownFormat, let format = FormatName.format(ofFile: path)
      else { throw error }
      var options = options
      options.format = format
      return try RKeychainImport(reading: bytes, options: options)
    }
  }

  private func isDirectory() -> Bool {
    do throws(SystemError) {
      return try files.status(path: path).kind == .directory
    } catch {
      // Reading gives the better error.
      return false
    }
  }

  private func readTree(_ options: RKeychainImportOptions) throws(ToolFailure) -> RKeychainImport {
    let tree = try FileTree.list(path, invocation)
    var contents: [RKeychainTreeFile] = []
    var size = 0
    for file in tree.files {
      let bytes = try invocation.system { () throws(SystemError) in
        try files.readFile(path: path + "/" + file.path, limit: RKeychainImport.byteLimit - size)
      }
      size += bytes.count
      contents.append(RKeychainTreeFile(path: file.path, bytes: bytes))
    }
    do throws(RKeychainImportError) {
      var file = try RKeychainImport(readingTree: contents, options: options)
      file.skipped += tree.leftOut
      return file
    } catch {
      throw ToolFailure(error)
    }
  }
}
