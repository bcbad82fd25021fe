// The Linux system calls that Swift cannot spell: `openat2` has no C library function, `syncfs`,
// `renameat2` and `fstatfs` are hidden from it, and variadic `syscall` is not imported.
// Nothing else belongs here.
#ifndef C_RITSURIN_SYSTEM_H
#define C_RITSURIN_SYSTEM_H

#if defined(__linux__)
/// Opens `path` below `directory` without leaving it and without following any symbolic link
/// (`RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS`). Returns the descriptor, or -1 with `errno`
/// (`ELOOP` where a link stands in the way, `ENOSYS` or `EPERM` where the call is unknown or filtered).
int ritsurin_open_beneath(int directory, const char *path, int flags, unsigned int mode);

/// `renameat2` within one directory with `RENAME_NOREPLACE`. Returns 0, or -1 with `errno`.
int ritsurin_rename_without_replacing(int directory, const char *from, const char *to);

/// `syncfs`. Returns 0, or -1 with `errno`.
int ritsurin_syncfs(int descriptor);

/// The type number of the file system that `descriptor` lies on (`fstatfs`), 0 or greater, as in
/// `linux/magic.h`; or -1 with `errno`.
long long ritsurin_file_system_type(int descriptor);
#endif

#endif
