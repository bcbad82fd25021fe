#include "CRitsurinSystem.h"

#if defined(__APPLE__)
// poll does not work on terminals there.
#define _DARWIN_UNLIMITED_SELECT
#include <errno.h>
#include <sys/select.h>

int ritsurin_wait_readable(int first, int second) {
  if (first < 0 || second < 0 || first >= FD_SETSIZE || second >= FD_SETSIZE) {
    errno = EINVAL;
    return -1;
  }
  fd_set set;
  FD_ZERO(&set);
  FD_SET(first, &set);
  FD_SET(second, &set);
  int count = select((first > second ? first : second) + 1, &set, NULL, NULL, NULL);
  if (count < 0) return -1;
  return (FD_ISSET(first, &set) ? 1 : 0) | (FD_ISSET(second, &set) ? 2 : 0);
}
#else
#include <poll.h>

int ritsurin_wait_readable(int first, int second) {
  struct pollfd wanted[2] = {{.fd = first, .events = POLLIN}, {.fd = second, .events = POLLIN}};
  int count = poll(wanted, 2, -1);
  if (count < 0) return -1;
  return (wanted[0].revents != 0 ? 1 : 0) | (wanted[1].revents != 0 ? 2 : 0);
}
#endif
