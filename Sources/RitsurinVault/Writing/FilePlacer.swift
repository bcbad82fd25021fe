package import RitsurinSystem

/// Atomic and durable placing of one file: Docs/Format.md#one-item.
package struct FilePlacer {
  let files: FileSystem
  let root: FileDescriptor
  let rootPath: String
  /// Where directories stay open from one file of a batch to the next; nil for single files.
  private var directories: OpenDirectories?

  init(files: FileSystem, root: FileDescriptor, rootPath: String) {
    self.files = files
    self.root = root
    self.rootPath = rootPath
  }

  /// A written, fsynced temporary file and where it is meant to go.
  package struct Prepared {
    package let place: ResolvedPlace
    package let temporary: String
  }

  /// Resolves where a path really ends, making its directories durable on the way.
  ///
  /// - Throws: `.linkLeavesVault`, `.cannotWrite`.
  package func resolve(_ path: String, creating: Bool) throws(VaultError) -> ResolvedPlace {
    do {
      if let directories {
        return try directories.resolve(path, beneath: root, rootPath: rootPath, creating: creating, files)
      }
      return try files.resolveParent(
        of: path, beneath: root, rootPath: rootPath, followingLeaf: true, creatingDirectories: creating)
    } catch {
      throw VaultError(writing: error, path: rootPath + "/" + path)
    }
  }

  /// The same, for many files of which some lie in one directory.
  var forBatch: FilePlacer {
    var placer = self
    placer.directories = OpenDirectories()
    return placer
  }

  /// Writes bytes to a temporary file beside their target and fsyncs it; nothing is left behind on failure.
  ///
  /// - Throws: `.cannotWrite`.
  package func prepare(_ bytes: [UInt8], at place: ResolvedPlace, durably: Bool = true) throws(VaultError)
    -> Prepared
  {
    do {
      let (file, name) = try files.createTemporary(in: place.directory)
      do {
        try files.write(unsafe bytes.span.bytes, to: file)
        if durably { try files.synchronize(file) }
        try file.close()
      } catch {
        discard(Prepared(place: place, temporary: name))
        throw error
      }
      return Prepared(place: place, temporary: name)
    } catch let error as SystemError {
      throw VaultError(writing: error, path: place.directoryPath + "/" + place.name)
    } catch {
      throw .interference(path: place.directoryPath)
    }
  }

  /// Removes a temporary file that will not be needed.
  package func discard(_ prepared: Prepared) {
    _ = try? files.remove(prepared.temporary, in: prepared.place.directory)
  }

  /// Gives a prepared file its name.
  ///
  /// - Parameters:
  ///   - replacing: Whether a file may stand there.
  ///   - isCommitted: Whether a record promises the file, so that it stays for the next try.
  /// - Throws: `.interference` where a file stands there that should not; `.cannotWrite`. Unless it is
  ///   committed the temporary file is removed.
  package func publish(_ prepared: Prepared, replacing: Bool, isCommitted: Bool = false) throws(VaultError) {
    let place = prepared.place
    do {
      if replacing {
        try files.rename(prepared.temporary, to: place.name, in: place.directory)
      } else if try !files.place(prepared.temporary, as: place.name, in: place.directory) {
        if !isCommitted { discard(prepared) }
        throw VaultError.interference(path: place.directoryPath + "/" + place.name)
      }
    } catch let error as SystemError {
      if !isCommitted { discard(prepared) }
      throw VaultError(writing: error, path: place.directoryPath + "/" + place.name)
    } catch let error as VaultError {
      throw error
    } catch {
      throw .interference(path: place.directoryPath)
    }
  }

  /// Makes the names in a directory durable.
  ///
  /// - Throws: `.cannotWrite`.
  package func synchronize(_ directory: FileDescriptor) throws(VaultError) {
    do { try files.synchronize(directory) } catch { throw .cannotWrite(error) }
  }

  /// Writes, places and makes durable one file in the root, slots or another plain directory.
  ///
  /// - Throws: as `prepare` and `publish`.
  package func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(VaultError) {
    let place = try resolve(path, creating: true)
    let prepared = try prepare(bytes, at: place)
    try publish(prepared, replacing: replacing)
    try synchronize(place.directory)
  }

  /// Whether anything stands at a path in the root.
  ///
  /// - Throws: `.cannotRead`.
  package func exists(_ name: String) throws(VaultError) -> Bool {
    try status(name) != nil
  }

  /// The status of what has a name in the root, not of what it links to; nil where there is nothing.
  ///
  /// - Throws: `.cannotRead`.
  func status(_ name: String) throws(VaultError) -> FileStatus? {
    do { return try files.entryStatusIfPresent(name, in: root) } catch {
      throw VaultError(reading: error, path: rootPath + "/" + name)
    }
  }

  /// The same without waiting for the medium; `synchronizeAll` does once what this leaves out.
  var deferring: FilePlacer {
    var placer = FilePlacer(files: files.deferringSynchronization, root: root, rootPath: rootPath)
    placer.directories = directories
    return placer
  }

  /// Makes everything on the vault's file system durable.
  ///
  /// - Throws: `.cannotWrite`.
  func synchronizeAll() throws(VaultError) {
    do { try files.synchronizeFileSystem(of: root) } catch { throw .cannotWrite(error) }
  }

  /// Removes a file.
  ///
  /// - Returns: false where it was gone.
  /// - Throws: `.cannotWrite`.
  @discardableResult
  package func remove(_ place: ResolvedPlace) throws(VaultError) -> Bool {
    do { return try files.remove(place.name, in: place.directory) } catch {
      throw VaultError(writing: error, path: place.directoryPath + "/" + place.name)
    }
  }
}
