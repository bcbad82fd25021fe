#include "limit.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The value of a line of signed text, NULL where it is missing. The text ends with a zero.
static const char *line(const unsigned char *text, const char *name) {
  size_t count = strlen(name);
  for (const char *at = (const char *)text; *at != 0;) {
    if (strncmp(at, name, count) == 0 && at[count] == ' ') return at + count + 1;
    at = strchr(at, '\n');
    if (at == NULL) return NULL;
    at++;
  }
  return NULL;
}

static size_t line_count(const char *value) { return strcspn(value, "\n"); }

static int from_base64(const char *value, size_t characters, unsigned char *bytes, size_t count, int variant) {
  size_t made = 0;
  return value != NULL && sodium_base642bin(bytes, count, value, characters, NULL, &made, NULL, variant) == 0 &&
                 made == count
             ? 0
             : -1;
}

static int base64_line(const unsigned char *text, const char *name, unsigned char *bytes, size_t count) {
  const char *value = line(text, name);
  return value == NULL
             ? -1
             : from_base64(value, line_count(value), bytes, count, sodium_base64_VARIANT_ORIGINAL);
}

static int hex_line(const unsigned char *text, const char *name, unsigned char *bytes, size_t count) {
  const char *value = line(text, name);
  size_t made = 0;
  if (value == NULL || line_count(value) != count * 2) return -1;
  return sodium_hex2bin(bytes, count, value, count * 2, NULL, &made, NULL) == 0 && made == count ? 0 : -1;
}

// Signed lines end with the signature of all that stands before its line.
static int verify(const unsigned char *text, size_t count, const unsigned char identity[32]) {
  unsigned char signature[64];
  if (count < 99 || base64_line(text + count - 99, "signature", signature, 64) != 0) return -1;
  return crypto_sign_verify_detached(signature, text, count - 99, identity);
}

static int open_box(unsigned char *message, const unsigned char *box, size_t count, const unsigned char *aad,
                    size_t aad_count, const unsigned char key[32]) {
  return crypto_aead_xchacha20poly1305_ietf_decrypt(message, NULL, NULL, box + 24, count - 24, aad, aad_count, box,
                                                    key);
}

static int read_key_file(const char *path, unsigned char key[32]) {
  static const char prefix[] = "ritsurin-key-1";
  size_t count = 0;
  unsigned char *text = read_whole(AT_FDCWD, path, &count);
  int result = -1;
  for (char *at = (char *)text; at != NULL && *at != 0 && result != 0;) {
    if (strncmp(at, prefix, sizeof prefix - 1) == 0 && strlen(at) >= sizeof prefix + 43)
      result = from_base64(at + sizeof prefix, 43, key, 32, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    at = strchr(at, '\n');
    if (at != NULL) at++;
  }
  if (text != NULL) {
    sodium_memzero(text, count);
    free(text);
  }
  return result;
}

static int open_slot(limit_vault *vault, const unsigned char *slot, size_t count, const unsigned char identity[32],
                     const unsigned char kek[32]) {
  unsigned char wrapped[105], payload[65], aad[40], id[4], key_id[4], derived[32];
  const char *kind = line(slot, "kind");
  if (kind == NULL || strncmp(kind, "keyfile\n", 8) != 0 || verify(slot, count, identity) != 0) return -1;
  if (base64_line(slot, "wrapped", wrapped, sizeof wrapped) != 0) return -1;
  if (hex_line(slot, "id", id, 4) != 0 || hex_line(slot, "key", key_id, 4) != 0) return -1;
  if (memcmp(key_id, vault->key_id, 4) != 0) return -1;
  memcpy(aad, "ritsurin-wrap-v1", 16);
  memcpy(aad + 16, vault->id, 16);
  memcpy(aad + 32, id, 4);
  memcpy(aad + 36, key_id, 4);
  if (open_box(payload, wrapped, sizeof wrapped, aad, sizeof aad, kek) != 0 || payload[0] != 1) return -1;
  memcpy(vault->keys->master, payload + 1, 32);
  crypto_sign_seed_keypair(derived, vault->keys->seed_and_public, payload + 33);
  sodium_memzero(payload, sizeof payload);
  if (memcmp(derived, identity, 32) != 0) return -1;
  crypto_kdf_derive_from_key(derived, 32, 6, "ritsurin", vault->keys->master);
  return memcmp(derived, key_id, 4);
}

static int open_slots(limit_vault *vault, const unsigned char identity[32], const unsigned char kek[32]) {
  DIR *slots = fdopendir(open_beneath(vault->root, "slots", O_RDONLY | O_DIRECTORY));
  if (slots == NULL) return -1;
  int result = -1;
  for (struct dirent *entry; result != 0 && (entry = readdir(slots)) != NULL;) {
    if (strlen(entry->d_name) != 13 || strcmp(entry->d_name + 8, ".slot") != 0) continue;
    size_t count = 0;
    unsigned char *slot = read_whole(dirfd(slots), entry->d_name, &count);
    if (slot != NULL) result = open_slot(vault, slot, count, identity, kek);
    free(slot);
  }
  closedir(slots);
  return result;
}

static void hash_key(unsigned char out[32], unsigned char first, const unsigned char group[16],
                     const unsigned char key[32]) {
  unsigned char message[17] = {first};
  if (group != NULL) memcpy(message + 1, group, 16);
  crypto_generichash(out, 32, message, group == NULL ? 1 : 17, key, 32);
}

static int derive(limit_vault *vault, const char *service) {
  unsigned char box[72], aad[32], key[32], names[32];
  if (base64_line(vault->header, "keys", box, sizeof box) != 0) return -1;
  memcpy(aad, "ritsurin-keys-v1", 16);
  memcpy(aad + 16, vault->id, 16);
  crypto_kdf_derive_from_key(key, 32, 1, "ritsurin", vault->keys->master);
  if (open_box(names, box, sizeof box, aad, sizeof aad, key) != 0) return -1;
  hash_key(key, 1, NULL, names);
  crypto_generichash(vault->service, 16, (const unsigned char *)service, strlen(service), key, 32);
  hash_key(key, 2, NULL, names);
  crypto_generichash(vault->group, 16, NULL, 0, key, 32);
  hash_key(vault->keys->item_names, 3, vault->group, names);
  crypto_kdf_derive_from_key(key, 32, 3, "ritsurin", vault->keys->master);
  hash_key(vault->keys->attributes, 1, vault->group, key);
  crypto_kdf_derive_from_key(key, 32, 4, "ritsurin", vault->keys->master);
  hash_key(vault->keys->values, 1, vault->group, key);
  sodium_memzero(key, sizeof key);
  sodium_memzero(names, sizeof names);
  char component[name_count];
  base32(component, vault->service);
  snprintf(vault->service_directory, path_limit, "items/%.26s", component);
  base32(component, vault->group);
  snprintf(vault->directory, path_limit, "%.40s/%.26s", vault->service_directory, component);
  return 0;
}

limit_vault *limit_open(const char *path, const char *key_file, const char *service) {
  unsigned char kek[32], identity[32];
  struct stat status;
  if (sodium_init() < 0 || read_key_file(key_file, kek) != 0) return NULL;
  limit_vault *vault = calloc(1, sizeof *vault);
  if (vault == NULL) return NULL;
  vault->keys = sodium_malloc(sizeof *vault->keys);
  vault->path = strdup(path);
  vault->service_text = strdup(service);
  vault->root = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (vault->root >= 0 && fstat(vault->root, &status) == 0 && (status.st_mode & 077) == 0)
    vault->header = read_whole(vault->root, "vault.header", &vault->header_count);
  if (vault->header != NULL && vault->keys != NULL && hex_line(vault->header, "id", vault->id, 16) == 0 &&
      hex_line(vault->header, "key", vault->key_id, 4) == 0 &&
      base64_line(vault->header, "identity", identity, 32) == 0 &&
      verify(vault->header, vault->header_count, identity) == 0 && open_slots(vault, identity, kek) == 0 &&
      derive(vault, service) == 0) {
    sodium_memzero(kek, sizeof kek);
    return vault;
  }
  limit_close(vault);
  return NULL;
}

void limit_close(limit_vault *vault) {
  if (vault == NULL) return;
  if (vault->root >= 0) close(vault->root);
  sodium_free(vault->keys);
  free((void *)vault->service_text);
  free(vault->header);
  free(vault->path);
  free(vault);
}
