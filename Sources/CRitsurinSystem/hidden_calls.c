#include "CRitsurinSystem.h"

#if defined(__linux__)
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE 1
#endif

int ritsurin_rename_without_replacing(int directory, const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, directory, from, directory, to, RENAME_NOREPLACE);
}

int ritsurin_syncfs(int descriptor) {
  return (int)syscall(SYS_syncfs, descriptor);
}

long long ritsurin_file_system_type(int descriptor) {
  struct statfs status;
  if (fstatfs(descriptor, &status) != 0) return -1;
  return (long long)(unsigned int)status.f_type;
}
#endif
