// What Swift cannot spell: Linux system calls that have no C library function (`openat2`) or are hidden from
// it (`syncfs`, `renameat2`, `fstatfs`), and a signal handler, which must run no Swift code.
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

/// Catches the signals that would end, stop or resume the process during a prompt (HUP, INT, QUIT, TERM, TSTP,
/// CONT), except those that are ignored. Each is written as one byte to a pipe. Returns the pipe's read end,
/// which stays open for good, or -1 with `errno`. One prompt at a time.
int ritsurin_signals_catch(void);

/// Restores what the signals did before `ritsurin_signals_catch`.
void ritsurin_signals_release(void);

/// Sends a signal to the calling thread, where it takes effect before this returns, blocked or not.
void ritsurin_signal_raise(int signal);

/// Waits until one of two descriptors can be read. Returns 1, 2 or 3 (both), or -1 with `errno`.
int ritsurin_wait_readable(int first, int second);

#endif
