#ifndef CRITSURIN_LIMIT_H
#define CRITSURIN_LIMIT_H

#include <stddef.h>

// The least that each operation on a vault costs: the system calls and the libsodium calls that
// Docs/Format.md makes necessary, in plain C, on the files that the library wrote. For comparison in
// benchmarks only: it knows vaults of opaque names, one key-file slot, one service, the default place and
// accessibility ck, and it checks no more than it needs to stop at the first surprise.
//
// Functions answer a negative number where anything is not as expected; errno then says more.

typedef struct limit_vault limit_vault;

// Opens the vault with a key file, down to the keys of one service's default place. NULL for any failure.
limit_vault *limit_open(const char *path, const char *key_file, const char *service);
void limit_close(limit_vault *vault);

// Reads and opens an item. The value lies within `*memory`, which the caller frees.
// `variants` is 2 where the synchronizable variant is looked for as well, else 1.
// Returns the value's length.
long limit_get(const limit_vault *vault, const char *key, int variants, unsigned char **memory,
               unsigned char **value);

// Whether the item's file is there, by faccessat; 1 or 0. The least that could answer anything.
int limit_probe(const limit_vault *vault, const char *key);

// Opens the attributes of the item, in no more than its prefix; 1 or 0.
int limit_contains(const limit_vault *vault, const char *key, int variants);

// Opens the attributes of every item of the service; with `keys` it collects and sorts the accounts, else
// it keeps the opened attributes. Returns the number of items.
long limit_list(const limit_vault *vault, int keys);

// Writes one item durably. `whole` does all that the format asks of a writer (lock, header, lock byte, a
// look at what is there, sidecar); without it only file, fsync, rename and fsync of the directory are left.
int limit_set(const limit_vault *vault, const char *key, const unsigned char *value, size_t count, int whole);

// Writes `number` new items with one syncfs. `whole` adds the commit record and the sidecars.
int limit_bulk(const limit_vault *vault, const char *prefix, size_t number, const unsigned char *value,
               size_t count, int whole);

#endif
