import RitsurinSystem

/// Writes a file that holds secrets: mode 0600 from birth, whole or not at all, and never into the vault.
struct PrivateOutput {
  private let invocation: Invocation
  private let files: FileSystem

  init(_ invocation: Invocation) {
    self.invocation = invocation
    files = invocation.environment.files
  }

  /// Writes a new file, or with `--force` in place of an existing one.
  ///
  /// - Throws: `.conflict` where something has the path, `.usage` where it lies in the vault,
  ///   `.cannotReachFiles`.
  func write(_ bytes: [UInt8], to path: String) throws(ToolFailure) {
    let vault = try invocation.vaultPath()
    let isInside = try invocation.system { () throws(SystemError) in
      try PathText.isInside(path, vault, files)
    }
    guard !isInside else { throw .usage("secrets in plain text must not lie in the vault") }
    guard try isThere(path) else {
      try invocation.system { () throws(SystemError) in
        unsafe try files.writeNewPrivateFile(bytes.span.bytes, path: path)
      }
      return
    }
    guard invocation.has(.force) else {
      throw ToolFailure(.conflict, "there is a file already (--force replaces it): \(path)")
    }
    try invocation.system { () throws(SystemError) in try replace(path, by: bytes) }
  }

  /// Whether a regular file has the path; anything else there is refused.
  private func isThere(_ path: String) throws(ToolFailure) -> Bool {
    let status: FileStatus
    do throws(SystemError) {
      status = try files.status(path: path)
    } catch {
      guard error.isAbsent else { throw ToolFailure(error) }
      return false
    }
    guard status.kind == .regular else { throw ToolFailure(.cannotReachFiles, "no regular file: \(path)") }
    return true
  }

  private func replace(_ path: String, by bytes: [UInt8]) throws(SystemError) {
    let directory = try files.openDirectory(PathText.parent(of: path))
    let (file, temporary) = try files.createTemporary(in: directory)
    do throws(SystemError) {
      unsafe try files.write(bytes.span.bytes, to: file)
      try files.synchronize(file)
      try file.close()
      try files.rename(temporary, to: PathText.name(of: path), in: directory)
    } catch {
      _ = try? files.remove(temporary, in: directory)
      throw error
    }
    try files.synchronize(directory)
  }
}
