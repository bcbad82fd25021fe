import Foundation
import RitsurinSystem
import Testing

#if os(Linux)
  /// What permissions forbid is an error of its own: neither absence nor an empty listing.
  @Suite(.temporaryDirectory)
  struct DeniedTests {
    let place = TemporaryDirectory.current

    init() throws {
      try place.makeDirectory("root/closed")
      try place.makeDirectory("root/fixed")
      try place.write("x", to: "root/closed/file")
      try place.write("x", to: "root/fixed/file")
      try place.write("x", to: "root/secret")
      try place.link("root/link", to: "closed/file")
      for (name, mode) in [
        ("", 0o755), ("/root", 0o755), ("/root/closed", 0), ("/root/fixed", 0o555), ("/root/secret", 0),
      ] {
        try FileManager.default.setAttributes(
          [.posixPermissions: mode], ofItemAtPath: "\(place.path)\(name)")
      }
    }

    typealias Body = @Sendable (FileSystem, FileDescriptor) throws -> Void

    /// The error of an operation on the root, by somebody who is not root.
    private func error(_ body: @escaping Body) throws -> SystemError? {
      let path = "\(place.path)/root"
      let found = Locked<SystemError?>(nil)
      try OwnThread.runUnprivileged {
        do {
          let fileSystem = FileSystem()
          try body(fileSystem, try fileSystem.openDirectory(path))
        } catch {
          found.withLock { $0 = error as? SystemError }
        }
      }
      return found.withLock { $0 }
    }

    @Test(arguments: ["secret", "closed/file", "closed/none", "link"])
    func isNotAbsence(name: String) throws {
      let opening = try error { fileSystem, root in
        _ = try fileSystem.openFile(name, beneath: root)
      }
      #expect(opening?.errno == EACCES && opening?.isAbsent == false)
      #expect(opening?.message.contains("Permission denied") == true)
    }

    @Test func isNoEmptyListing() throws {
      let listing = try error { fileSystem, root in
        _ = try fileSystem.list(fileSystem.openDirectory("closed", beneath: root))
      }
      #expect(listing?.errno == EACCES)
    }

    @Test func leavesEverythingAsItWas() throws {
      let operations: [Body] = [
        { fileSystem, fixed in _ = try fileSystem.remove("file", in: fixed) },
        { fileSystem, fixed in _ = try fileSystem.createTemporary(in: fixed) },
        { fileSystem, fixed in _ = try fileSystem.makeDirectory("new", in: fixed) },
        { fileSystem, fixed in try fileSystem.rename("file", to: "new", in: fixed) },
        { fileSystem, fixed in _ = try fileSystem.place("file", as: "new", in: fixed) },
        { fileSystem, fixed in try fileSystem.makeDirectories("\(fixed.path)/a/b") },
      ]
      for operation in operations {
        let denied = try error { fileSystem, root in
          try operation(fileSystem, fileSystem.openDirectory("fixed", beneath: root))
        }
        #expect(denied?.errno == EACCES && denied?.path.hasPrefix("\(place.path)/root/fixed/") == true)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(place.path)/root/fixed")
      #expect(names == ["file"])
    }
  }
#endif
