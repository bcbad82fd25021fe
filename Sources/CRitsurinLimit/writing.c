#include "limit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { temporary_count = 22 };

static void temporary_name(char name[temporary_count]) {
  unsigned char random[8];
  randombytes_buf(random, sizeof random);
  memcpy(name, ".tmp-", 5);
  sodium_bin2hex(name + 5, 17, random, sizeof random);
}

// A new file in a directory with these bytes, fsynced if `durable`.
static int write_temporary(int directory, char name[temporary_count], const unsigned char *bytes, size_t count,
                           int durable) {
  temporary_name(name);
  int file = openat(directory, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return -1;
  int result = write_all(file, bytes, count);
  if (result == 0 && durable) result = fsync(file);
  return close(file) == 0 ? result : -1;
}

static int place(int directory, const char *from, const char *to, int replacing) {
  if (replacing) return renameat(directory, from, directory, to);
  return (int)syscall(SYS_renameat2, directory, from, directory, to, 1);
}

static int write_sidecar(int directory, const char *name, const unsigned char *bytes, size_t prefix, size_t count) {
  char temporary[temporary_count], sidecar[name_count + 6];
  unsigned char *copy = malloc(prefix + 32);
  if (copy == NULL) return -1;
  memcpy(copy, bytes, prefix);
  crypto_generichash(copy + prefix, 32, bytes, count, NULL, 0);
  memcpy(sidecar, name, name_count);
  memcpy(sidecar + name_count, ".meta", 6);
  int result = write_temporary(directory, temporary, copy, prefix + 32, 0);
  free(copy);
  return result == 0 ? renameat(directory, temporary, directory, sidecar) : -1;
}

struct turn {
  int root, mark;
};

// The lock, the inode of the path, the header's bytes, the lock byte, no record, and the header's copy as it was:
// Docs/Format.md#the-lock, #the-lock-byte, #two-headers.
static int take_turn(const limit_vault *vault, struct turn *turn) {
  struct stat one, other;
  size_t count = 0;
  unsigned char byte = 1;
  turn->root = open(vault->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (turn->root < 0 || flock(turn->root, LOCK_EX) != 0) return -1;
  if (fstat(turn->root, &one) != 0 || stat(vault->path, &other) != 0 || one.st_ino != other.st_ino) return -1;
  unsigned char *header = read_whole(turn->root, "vault.header", &count);
  if (header == NULL || count != vault->header_count || memcmp(header, vault->header, count) != 0) return -1;
  free(header);
  turn->mark = openat(turn->root, ".lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (turn->mark < 0 || pread(turn->mark, &byte, 1, 0) != 1 || byte != 0) return -1;
  if (fstatat(turn->root, ".commit", &other, AT_SYMLINK_NOFOLLOW) == 0) return -1;
  return fstatat(turn->root, "vault.header.backup", &other, AT_SYMLINK_NOFOLLOW);
}

static int end_turn(struct turn *turn) {
  int result = pwrite(turn->mark, "\0", 1, 0) == 1 ? 0 : -1;
  close(turn->mark);
  close(turn->root);
  return result;
}

// Absence counts only where no git can be at work: whether a work tree is around the vault, Docs/Format.md#reading.
static int has_work_tree(const limit_vault *vault) {
  struct stat status;
  char path[4096];
  size_t end = strlen(vault->path);
  if (end + 6 > sizeof path) return 1;
  memcpy(path, vault->path, end);
  while (1) {
    memcpy(path + end, "/.git", 6);
    if (stat(path, &status) == 0) return 1;
    if (end == 0) return 0;
    do end--;
    while (end > 0 && path[end] != '/');
  }
}

// What a set has to know: both variants in the default place, and whether there are other places.
static int look(const limit_vault *vault, int root, const char *key, const unsigned char *value, size_t count) {
  unsigned char *memory = NULL, *old = NULL;
  long length = limit_get(vault, key, 2, &memory, &old);
  if (length >= 0) {
    int same = (size_t)length == count && memcmp(old, value, count) == 0;
    free(memory);
    if (same) return -1;
  } else if (has_work_tree(vault)) {
    return -1;
  }
  DIR *groups = fdopendir(open_beneath(root, vault->service_directory, O_RDONLY | O_DIRECTORY));
  if (groups == NULL) return -1;
  while (readdir(groups) != NULL) {
  }
  closedir(groups);
  return length >= 0 ? 1 : 0;
}

int limit_set(const limit_vault *vault, const char *key, const unsigned char *value, size_t count, int whole) {
  struct turn turn;
  int replacing = 1;
  char path[path_limit], temporary[temporary_count];
  size_t file_count = 0, prefix = 0, end = item_path(vault, path, key, 0);
  if (whole) {
    if (take_turn(vault, &turn) != 0) return -1;
    replacing = look(vault, turn.root, key, value, count);
    if (replacing < 0 || pwrite(turn.mark, "\1", 1, 0) != 1) return -1;
  }
  memcpy(path + end, ".sealed", 8);
  unsigned char *bytes = seal(vault, key, value, count, &file_count, &prefix);
  int directory = open_beneath(vault->root, vault->directory, O_RDONLY | O_DIRECTORY);
  if (bytes == NULL || directory < 0) return -1;
  const char *name = path + end - name_count;
  int result = -1;
  if (write_temporary(directory, temporary, bytes, file_count, 1) == 0 &&
      place(directory, temporary, name, replacing) == 0 && fsync(directory) == 0)
    result = whole ? write_sidecar(directory, name, bytes, prefix, file_count) : 0;
  close(directory);
  free(bytes);
  if (whole && end_turn(&turn) != 0) return -1;
  return result;
}

// The redo record: one line for each file, durable before the first file is placed.
static int write_record(int root, char *record, size_t used) {
  unsigned char digest[32];
  char hex[65], temporary[temporary_count];
  crypto_generichash(digest, 32, (unsigned char *)record, used, NULL, 0);
  sodium_bin2hex(hex, sizeof hex, digest, 32);
  used += (size_t)sprintf(record + used, ". %s\n", hex);
  if (write_temporary(root, temporary, (unsigned char *)record, used, 1) != 0) return -1;
  return renameat(root, temporary, root, ".commit") == 0 ? fsync(root) : -1;
}

struct written {
  char temporary[temporary_count];
  char name[name_count + 8];
  unsigned char *bytes;
  size_t count, prefix;
};

static int write_files(const limit_vault *vault, int directory, struct written *files, size_t number,
                       const char *start, const unsigned char *value, size_t count) {
  for (size_t i = 0; i < number; i++) {
    char key[64], path[path_limit];
    snprintf(key, sizeof key, "%.40s%06zu", start, i);
    size_t end = item_path(vault, path, key, 0);
    memcpy(files[i].name, path + end - name_count, name_count);
    memcpy(files[i].name + name_count, ".sealed", 8);
    files[i].bytes = seal(vault, key, value, count, &files[i].count, &files[i].prefix);
    if (files[i].bytes == NULL ||
        write_temporary(directory, files[i].temporary, files[i].bytes, files[i].count, 0) != 0)
      return -1;
  }
  return 0;
}

static int publish_record(const limit_vault *vault, int root, const struct written *files, size_t number) {
  char *record = malloc(number * 320 + 256);
  if (record == NULL) return -1;
  size_t used = (size_t)sprintf(record, "ritsurin-commit-1\n");
  for (size_t i = 0; i < number; i++) {
    unsigned char digest[32];
    char hex[65];
    crypto_generichash(digest, 32, files[i].bytes, files[i].count, NULL, 0);
    sodium_bin2hex(hex, sizeof hex, digest, 32);
    used += (size_t)sprintf(record + used, "+ %s %s/%s %s/%s\n", hex, vault->directory, files[i].temporary,
                            vault->directory, files[i].name);
  }
  int result = write_record(root, record, used);
  free(record);
  return result;
}

int limit_bulk(const limit_vault *vault, const char *prefix, size_t number, const unsigned char *value, size_t count,
               int whole) {
  struct turn turn;
  if (take_turn(vault, &turn) != 0 || pwrite(turn.mark, "\1", 1, 0) != 1) return -1;
  int directory = open_beneath(turn.root, vault->directory, O_RDONLY | O_DIRECTORY);
  struct written *files = calloc(number, sizeof *files);
  if (directory < 0 || files == NULL) return -1;
  int result = write_files(vault, directory, files, number, prefix, value, count);
  if (result == 0) result = (int)syscall(SYS_syncfs, turn.root);
  if (result == 0 && whole) result = publish_record(vault, turn.root, files, number);
  for (size_t i = 0; result == 0 && i < number; i++) {
    result = place(directory, files[i].temporary, files[i].name, 0);
    if (result == 0 && whole)
      result = write_sidecar(directory, files[i].name, files[i].bytes, files[i].prefix, files[i].count);
  }
  if (result == 0) result = fsync(directory);
  if (result == 0 && whole) result = unlinkat(turn.root, ".commit", 0);
  for (size_t i = 0; i < number; i++) free(files[i].bytes);
  free(files);
  close(directory);
  return end_turn(&turn) == 0 ? result : -1;
}
