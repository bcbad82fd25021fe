#include "CRitsurinSystem.h"

#if defined(__linux__)
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// As in linux/openat2.h, which the headers of older systems lack; the number is the same on every processor.
#ifndef SYS_openat2
#define SYS_openat2 437
#endif
enum { resolve_no_symlinks = 0x04, resolve_beneath = 0x08 };

struct how {
  uint64_t flags;
  uint64_t mode;
  uint64_t resolve;
};

int ritsurin_open_beneath(int directory, const char *path, int flags, unsigned int mode) {
  struct how how = {(unsigned int)flags, mode, resolve_beneath | resolve_no_symlinks};
  return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}
#endif
