#include "limit.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

static const unsigned char magic[12] = {0x89, 'R', 'T', 'S', 0x0d, 0x0a, 0x1a, 0x0a, 1, 1, 0, 0};

void base32(char text[name_count], const unsigned char bytes[16]) {
  static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";
  uint32_t held = 0;
  int bits = 0, made = 0;
  for (int i = 0; i < 16; i++) {
    held = held << 8 | bytes[i];
    for (bits += 8; bits >= 5; bits -= 5) text[made++] = alphabet[held >> (bits - 5) & 31];
  }
  text[made] = alphabet[held << (5 - bits) & 31];
}

size_t item_path(const limit_vault *vault, char path[path_limit], const char *key, int synchronizable) {
  unsigned char digest[16], message[17];
  memcpy(message, vault->service, 16);
  message[16] = synchronizable ? 1 : 0;
  crypto_generichash_state state;
  crypto_generichash_init(&state, vault->keys->item_names, 32, 16);
  crypto_generichash_update(&state, message, 17);
  crypto_generichash_update(&state, (const unsigned char *)key, strlen(key));
  crypto_generichash_final(&state, digest, 16);
  size_t count = strlen(vault->directory);
  memcpy(path, vault->directory, count);
  path[count] = '/';
  base32(path + count + 1, digest);
  path[count + 1 + name_count] = 0;
  return count + 1 + name_count;
}

static uint32_t number(const unsigned char *bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void put_number(unsigned char *bytes, uint64_t value, int count) {
  for (int i = 0; i < count; i++) bytes[i] = (unsigned char)(value >> (8 * i));
}

int read_envelope(const limit_vault *vault, const unsigned char *bytes, size_t count, struct envelope *result) {
  if (count < envelope_count || memcmp(bytes, magic, sizeof magic) != 0) return -1;
  result->attributes = number(bytes + 16);
  result->value = number(bytes + 20);
  if (result->attributes < 64 || result->attributes > 65536 || result->attributes % 64 != 0) return -1;
  if (result->value < 32 || result->value > 67108896 || result->value % 32 != 0) return -1;
  if (count != envelope_count + 2 * tag_count + result->attributes + result->value) return -1;
  if (memcmp(bytes + 12, vault->key_id, 4) != 0 || memcmp(bytes + 24, vault->id, 8) != 0) return -1;
  return memcmp(bytes + 32, vault->group, 16) == 0 ? 0 : -1;
}

long open_attributes(const limit_vault *vault, const unsigned char *bytes, const struct envelope *envelope,
                     unsigned char *text) {
  size_t count = 0;
  if (crypto_aead_xchacha20poly1305_ietf_decrypt(text, NULL, NULL, bytes + envelope_count,
                                                 envelope->attributes + tag_count, bytes, envelope_count, bytes + 48,
                                                 vault->keys->attributes) != 0)
    return -1;
  return sodium_unpad(&count, text, envelope->attributes, 64) == 0 ? (long)count : -1;
}

long open_value(const limit_vault *vault, unsigned char *bytes, const struct envelope *envelope) {
  size_t prefix = envelope_count + envelope->attributes + tag_count, count = 0;
  unsigned char *value = bytes + prefix;
  if (crypto_aead_xchacha20poly1305_ietf_decrypt(value, NULL, NULL, value, envelope->value + tag_count, bytes, prefix,
                                                 bytes + 48, vault->keys->values) != 0)
    return -1;
  return sodium_unpad(&count, value, envelope->value, 32) == 0 ? (long)count : -1;
}

long attribute(const unsigned char *text, size_t count, const char *code, const unsigned char **bytes) {
  for (size_t at = 0; at + 8 <= count;) {
    size_t length = number(text + at + 4);
    if (length > count - at - 8) return -1;
    *bytes = text + at + 8;
    if (memcmp(text + at, code, 4) == 0) return (long)length;
    at += 8 + length;
  }
  return -1;
}

static size_t put(unsigned char *text, size_t at, const char *code, const void *bytes, size_t count) {
  memcpy(text + at, code, 4);
  put_number(text + at + 4, count, 4);
  memcpy(text + at + 8, bytes, count);
  return at + 8 + count;
}

unsigned char *seal(const limit_vault *vault, const char *key, const unsigned char *value, size_t count,
                    size_t *file_count, size_t *prefix_count) {
  struct timespec now;
  unsigned char time[8], text[1024];
  clock_gettime(CLOCK_REALTIME, &now);
  put_number(time, (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000, 8);
  size_t used = put(text, 0, "acct", key, strlen(key));
  used = put(text, used, "cdat", time, 8);
  used = put(text, used, "mdat", time, 8);
  used = put(text, used, "pdmn", "ck", 2);
  used = put(text, used, "svce", vault->service_text, strlen(vault->service_text));
  used = put(text, used, "sync", "", 1);
  size_t a = used / 64 * 64 + 64, p = count / 32 * 32 + 32;
  *prefix_count = envelope_count + a + tag_count;
  *file_count = *prefix_count + p + tag_count;
  unsigned char *bytes = malloc(*file_count);
  if (bytes == NULL) return NULL;
  memcpy(bytes, magic, sizeof magic);
  memcpy(bytes + 12, vault->key_id, 4);
  put_number(bytes + 16, a, 4);
  put_number(bytes + 20, p, 4);
  memcpy(bytes + 24, vault->id, 8);
  memcpy(bytes + 32, vault->group, 16);
  randombytes_buf(bytes + 48, 24);
  unsigned char *part = bytes + envelope_count;
  memcpy(part, text, used);
  sodium_pad(NULL, part, used, 64, a);
  crypto_aead_xchacha20poly1305_ietf_encrypt(part, NULL, part, a, bytes, envelope_count, NULL, bytes + 48,
                                             vault->keys->attributes);
  part = bytes + *prefix_count;
  memcpy(part, value, count);
  sodium_pad(NULL, part, count, 32, p);
  crypto_aead_xchacha20poly1305_ietf_encrypt(part, NULL, part, p, bytes, *prefix_count, NULL, bytes + 48,
                                             vault->keys->values);
  return bytes;
}
