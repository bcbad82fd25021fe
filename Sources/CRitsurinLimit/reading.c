#include "limit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// Reads an open file whole and opens it; the value's memory is the caller's.
static long open_item(const limit_vault *vault, int file, const char *key, unsigned char **memory,
                      unsigned char **value) {
  struct stat status;
  unsigned char first[first_read], text[first_read];
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return -1;
  size_t count = (size_t)status.st_size;
  unsigned char *bytes = count <= first_read ? first : malloc(count);
  struct envelope envelope;
  const unsigned char *account = NULL;
  long result = -1;
  if (pread(file, bytes, count, 0) == (ssize_t)count && read_envelope(vault, bytes, count, &envelope) == 0 &&
      envelope.attributes <= sizeof text) {
    long attributes = open_attributes(vault, bytes, &envelope, text);
    long length = attributes < 0 ? -1 : attribute(text, (size_t)attributes, "acct", &account);
    if (length == (long)strlen(key) && memcmp(account, key, (size_t)length) == 0)
      result = open_value(vault, bytes, &envelope);
  }
  if (result < 0) {
    if (bytes != first) free(bytes);
    return -1;
  }
  unsigned char *found = bytes + envelope_count + tag_count + envelope.attributes;
  if (bytes == first) {
    *memory = *value = malloc(result > 0 ? (size_t)result : 1);
    if (*memory == NULL) return -1;
    memcpy(*memory, found, (size_t)result);
  } else {
    *memory = bytes;
    *value = found;
  }
  return result;
}

long limit_get(const limit_vault *vault, const char *key, int variants, unsigned char **memory,
               unsigned char **value) {
  long result = -1;
  for (int synchronizable = 0; synchronizable < variants; synchronizable++) {
    char path[path_limit];
    size_t end = item_path(vault, path, key, synchronizable);
    memcpy(path + end, ".sealed", 8);
    int file = open_beneath(vault->root, path, O_RDONLY);
    if (file < 0) {
      if (errno != ENOENT) return -1;
      continue;
    }
    result = open_item(vault, file, key, memory, value);
    close(file);
    if (result < 0) return -1;
  }
  return result;
}

int limit_probe(const limit_vault *vault, const char *key) {
  char path[path_limit];
  size_t end = item_path(vault, path, key, 0);
  memcpy(path + end, ".sealed", 8);
  return faccessat(vault->root, path, F_OK, 0) == 0 ? 1 : 0;
}

// Opens the attributes of an open file; returns their length.
static long open_prefix(const limit_vault *vault, int file, unsigned char text[first_read]) {
  struct stat status;
  unsigned char bytes[first_read];
  struct envelope envelope;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return -1;
  ssize_t taken = pread(file, bytes, sizeof bytes, 0);
  if (taken < envelope_count || read_envelope(vault, bytes, (size_t)status.st_size, &envelope) != 0) return -1;
  if (envelope_count + tag_count + envelope.attributes > (size_t)taken) return -1;
  return open_attributes(vault, bytes, &envelope, text);
}

int limit_contains(const limit_vault *vault, const char *key, int variants) {
  int result = 0;
  for (int synchronizable = 0; synchronizable < variants; synchronizable++) {
    char path[path_limit];
    unsigned char text[first_read];
    size_t end = item_path(vault, path, key, synchronizable);
    memcpy(path + end, ".sealed", 8);
    int file = open_beneath(vault->root, path, O_RDONLY);
    if (file < 0) continue;
    if (open_prefix(vault, file, text) >= 0) result = 1;
    close(file);
  }
  return result;
}

// What a listing keeps: texts one after the other, each behind its length.
struct store {
  unsigned char *bytes;
  size_t count, room;
};

static void keep(struct store *store, const unsigned char *bytes, uint32_t count) {
  if (store->room - store->count < count + sizeof count) {
    store->room = store->room * 2 + count + 4096;
    store->bytes = realloc(store->bytes, store->room);
  }
  memcpy(store->bytes + store->count, &count, sizeof count);
  memcpy(store->bytes + store->count + sizeof count, bytes, count);
  store->count += count + sizeof count;
}

static int order(const void *left, const void *right) {
  const unsigned char *one = *(const unsigned char *const *)left, *other = *(const unsigned char *const *)right;
  uint32_t first, second;
  memcpy(&first, one, 4);
  memcpy(&second, other, 4);
  int result = memcmp(one + 4, other + 4, first < second ? first : second);
  return result != 0 ? result : (first > second) - (first < second);
}

static void sort(struct store *store, size_t number) {
  const unsigned char **list = malloc((number + 1) * sizeof *list);
  size_t at = 0;
  for (size_t i = 0; i < number; i++) {
    uint32_t count;
    list[i] = store->bytes + at;
    memcpy(&count, list[i], 4);
    at += count + 4;
  }
  qsort(list, number, sizeof *list, order);
  free(list);
}

static int has_ending(const char *name) {
  size_t count = strlen(name);
  return count == name_count + 7 && memcmp(name + name_count, ".sealed", 7) == 0;
}

long limit_list(const limit_vault *vault, int keys) {
  int lock = open(vault->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock < 0 || flock(lock, LOCK_SH | LOCK_NB) != 0) return -1;
  DIR *directory = fdopendir(open_beneath(vault->root, vault->directory, O_RDONLY | O_DIRECTORY));
  struct store store = {0};
  long number = 0;
  for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
    unsigned char text[first_read];
    const unsigned char *account = text;
    if (!has_ending(entry->d_name)) continue;
    int file = open_beneath(dirfd(directory), entry->d_name, O_RDONLY);
    if (file < 0) return -1;
    long count = open_prefix(vault, file, text);
    close(file);
    if (count < 0) return -1;
    if (keys) count = attribute(text, (size_t)count, "acct", &account);
    keep(&store, account, (uint32_t)count);
    number++;
  }
  if (directory == NULL) return -1;
  closedir(directory);
  if (keys) sort(&store, (size_t)number);
  free(store.bytes);
  close(lock);
  return number;
}
