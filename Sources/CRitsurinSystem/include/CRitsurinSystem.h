// The two Linux system calls that Swift cannot spell: `openat2` has no C library function, and
// variadic `syscall` is not imported. Nothing else belongs here.
#ifndef C_RITSURIN_SYSTEM_H
#define C_RITSURIN_SYSTEM_H

#if defined(__linux__)
/// Opens `path` below `directory` without leaving it and without following any symbolic link
/// (`RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS`). Returns the descriptor, or -1 with `errno`
/// (`ELOOP` where a link stands in the way, `ENOSYS` or `EPERM` where the call is unknown or filtered).
int ritsurin_open_beneath(int directory, const char *path, int flags, unsigned int mode);
#endif

#endif
