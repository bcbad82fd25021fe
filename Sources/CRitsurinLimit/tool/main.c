// limit-get VAULT KEY-FILE SERVICE KEY: what `rvault get` does, in C.
#include "CRitsurinLimit.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int count, char **arguments) {
  unsigned char *memory, *value;
  if (count != 5) return 64;
  limit_vault *vault = limit_open(arguments[1], arguments[2], arguments[3]);
  if (vault == NULL) {
    fprintf(stderr, "limit-get: cannot open %s\n", arguments[1]);
    return 1;
  }
  long length = limit_get(vault, arguments[4], 2, &memory, &value);
  if (length < 0) return 3;
  int result = write(1, value, (size_t)length) == length ? 0 : 8;
  free(memory);
  limit_close(vault);
  return result;
}
