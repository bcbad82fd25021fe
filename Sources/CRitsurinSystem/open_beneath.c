#include "CRitsurinSystem.h"

#if defined(__linux__)
#include <linux/openat2.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int ritsurin_open_beneath(int directory, const char *path, int flags, unsigned int mode) {
  struct open_how how;
  memset(&how, 0, sizeof how);
  how.flags = (unsigned long long)(unsigned int)flags;
  how.mode = mode;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
  return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}
#endif
