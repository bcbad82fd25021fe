#include "limit.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_openat2
#define SYS_openat2 437
#endif

int open_beneath(int directory, const char *path, int flags) {
  // No links, and never above the directory: what the format asks of every path below the root.
  struct {
    uint64_t flags, mode, resolve;
  } how = {(uint64_t)(flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), 0, 0x04 | 0x08};
  return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

unsigned char *read_whole(int directory, const char *path, size_t *count) {
  int file = directory == AT_FDCWD ? open(path, O_RDONLY | O_CLOEXEC) : open_beneath(directory, path, O_RDONLY);
  if (file < 0) return NULL;
  struct stat status;
  unsigned char *bytes = NULL;
  if (fstat(file, &status) == 0 && (bytes = malloc((size_t)status.st_size + 1)) != NULL) {
    ssize_t taken = read(file, bytes, (size_t)status.st_size);
    if (taken != status.st_size) {
      free(bytes);
      bytes = NULL;
    } else {
      bytes[taken] = 0;
      *count = (size_t)taken;
    }
  }
  close(file);
  return bytes;
}

int write_all(int file, const unsigned char *bytes, size_t count) {
  while (count > 0) {
    ssize_t taken = write(file, bytes, count);
    if (taken <= 0) return -1;
    bytes += taken;
    count -= (size_t)taken;
  }
  return 0;
}
