import Ritsurin
import RitsurinSystem

/// The key file of a vault that has no id yet: it is made under a name of its own, durable before the vault
/// is, and gets its right name afterwards.
struct ProvisionalKey {
  /// Where the key file is to be made.
  let path: String
  private let directory: FileDescriptor
  private let name: String
  private let files = FileSystem()

  /// Makes the directory and picks a name.
  ///
  /// - Parameter neighbour: A path in the directory of key files.
  /// - Throws: `.cannotWrite`.
  init(beside neighbour: String) throws(RKeychainError) {
    let parent = PathText.parent(of: neighbour)
    name = "new-\(String(UInt64.random(in: .min ... .max), radix: 16)).key"
    path = parent + "/" + name
    do throws(SystemError) {
      try files.makeDirectories(parent)
      directory = try files.openDirectory(parent)
    } catch {
      throw RKeychainError(.cannotWrite, message: error.message, errno: error.errno)
    }
  }

  /// Gives the key file its name, never over another.
  ///
  /// - Parameter path: The path by the vault's id, in the same directory.
  /// - Throws: `.cannotWrite`, which says where the key is.
  func settle(at path: String) throws(RKeychainError) {
    do throws(SystemError) {
      guard try files.place(name, as: PathText.name(of: path), in: directory) else {
        throw SystemError(call: .renameat2, errno: 17, path: path)  // EEXIST everywhere.
      }
      try files.synchronize(directory)
    } catch {
      throw RKeychainError(
        .cannotWrite, message: "the vault is made and its key is \(self.path), but it cannot be renamed",
        path: path, errno: error.errno)
    }
  }
}
