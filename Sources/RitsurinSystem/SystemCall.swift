/// The system and C library calls this module makes, by the name of the C function.
///
/// Where two systems differ, the Linux name stands for both: `openat2` for `O_NOFOLLOW_ANY`, `renameat2` for
/// `renameatx_np`, `syncfs` for `sync`, `fsync` for `F_FULLFSYNC`.
package enum SystemCall: String, Sendable, CaseIterable {
  case open, openat, openat2, close
  case read, write, pread, pwrite
  case fsync, syncfs
  case renameat, renameat2, linkat, unlinkat, mkdirat
  case fstat, fstatat, stat, fstatfs
  case readlinkat, realpath
  case fdopendir, readdir, closedir
  case flock
  case fchmod, fchmodat
  case tcgetattr, tcsetattr, poll, pipe
  case posixSpawn = "posix_spawn", waitpid
}
