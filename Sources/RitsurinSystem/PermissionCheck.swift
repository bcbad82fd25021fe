#if os(Linux)
  import CRitsurinSystem
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Whether others than the owner can read or change a file.
package enum PermissionCheck {
  /// Who a file is open to.
  package enum Exposure: Equatable, Sendable {
    case `private`
    /// Group or others have rights; the permission bits.
    case open(mode: UInt32)
  }

  /// What the permission bits of a file allow others.
  package static func others(_ status: FileStatus) -> Exposure {
    status.mode & 0o077 == 0 ? .private : .open(mode: status.mode)
  }

  /// Whether a file belongs to the user this process acts for (`geteuid`), or to root.
  package static func isOwnedByCallerOrRoot(_ status: FileStatus) -> Bool {
    status.owner == geteuid() || status.owner == 0
  }

  /// Whether the file system makes modes up, so that they say nothing and `chmod` changes nothing
  /// (`fstatfs`): FAT, exFAT, NTFS, CIFS and SMB, 9P.
  package static func modesMeanNothing(
    on file: FileDescriptor, _ fileSystem: FileSystem = FileSystem()
  ) throws(SystemError) -> Bool {
    #if canImport(Darwin)
      var information = statfs()
      _ = try fileSystem.perform(SystemCallEvent(.fstatfs, descriptor: file.rawValue), at: file.path) {
        file.withRawValue { unsafe outcome(fstatfs($0, &information)) }
      }
      let name = unsafe withUnsafeBytes(of: information.f_fstypename) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      return ["msdos", "exfat", "ntfs", "smbfs", "webdav"].contains(name)
    #else
      let type = try fileSystem.perform(
        SystemCallEvent(.fstatfs, descriptor: file.rawValue), at: file.path
      ) {
        file.withRawValue { outcome(Int(ritsurin_file_system_type($0))) }
      }
      return modelessTypes.contains(UInt32(truncatingIfNeeded: type))
    #endif
  }

  #if !canImport(Darwin)
    /// The numbers that `statfs(2)` and the kernel's `magic.h` give.
    private static let modelessTypes: Set<UInt32> = [
      0x4D44,  // msdos, vfat
      0x2011_BAB0,  // exfat
      0x5346_544E, 0x7366_746E,  // ntfs, ntfs3
      0x517B, 0xFF53_4D42, 0xFE53_4D42,  // smb, cifs, smb2
      0x0102_1997,  // 9p
    ]
  #endif
}
