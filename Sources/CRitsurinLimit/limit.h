#ifndef LIMIT_H
#define LIMIT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CRitsurinLimit.h"

#include <sodium.h>
#include <stdint.h>

enum {
  envelope_count = 72,
  tag_count = 16,
  first_read = 4096,
  name_count = 26,
  path_limit = 128,
};

// All secrets, in one piece of guarded memory.
struct keys {
  unsigned char master[32];
  unsigned char item_names[32];
  unsigned char attributes[32];
  unsigned char values[32];
  unsigned char seed_and_public[64];
};

struct limit_vault {
  int root;
  char *path;
  unsigned char *header;
  size_t header_count;
  unsigned char id[16];
  unsigned char key_id[4];
  unsigned char service[16];
  unsigned char group[16];
  const char *service_text;
  char directory[path_limit];  // items/S/G
  char service_directory[path_limit];
  struct keys *keys;
};

struct envelope {
  size_t attributes;
  size_t value;
};

int open_beneath(int directory, const char *path, int flags);
unsigned char *read_whole(int directory, const char *path, size_t *count);
int write_all(int file, const unsigned char *bytes, size_t count);

void base32(char text[name_count], const unsigned char bytes[16]);
// The item's path below the root, without ending; returns its length.
size_t item_path(const limit_vault *vault, char path[path_limit], const char *key, int synchronizable);

// Checks the fixed part of a file that has `count` bytes.
int read_envelope(const limit_vault *vault, const unsigned char *bytes, size_t count, struct envelope *result);
// Opens the attributes into `text`; returns their length without padding.
long open_attributes(const limit_vault *vault, const unsigned char *bytes, const struct envelope *envelope,
                     unsigned char *text);
// Opens the value in place; returns its length without padding.
long open_value(const limit_vault *vault, unsigned char *bytes, const struct envelope *envelope);
// Finds one attribute; returns its length, -1 where it is missing.
long attribute(const unsigned char *text, size_t count, const char *code, const unsigned char **bytes);
// A whole sealed file, malloced.
unsigned char *seal(const limit_vault *vault, const char *key, const unsigned char *value, size_t count,
                    size_t *file_count, size_t *prefix_count);

#endif
