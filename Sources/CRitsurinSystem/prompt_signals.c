#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "CRitsurinSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int caught[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT};
enum { caught_count = sizeof caught / sizeof caught[0] };

static struct sigaction previous[caught_count];
static int is_caught[caught_count];
// Never closed: a handler that still runs on another thread must not write into somebody else's file.
static int ends[2] = {-1, -1};

static void note(int signal) {
  int saved = errno;
  unsigned char byte = (unsigned char)signal;
  ssize_t ignored = write(ends[1], &byte, 1);
  (void)ignored;
  errno = saved;
}

static int open_pipe(void) {
  if (ends[0] >= 0) return 0;
  int fresh[2];
#if defined(__linux__)
  if (pipe2(fresh, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
#else
  if (pipe(fresh) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(fresh[i], F_SETFD, FD_CLOEXEC);
    fcntl(fresh[i], F_SETFL, O_NONBLOCK);
  }
#endif
  ends[1] = fresh[1];
  ends[0] = fresh[0];
  return 0;
}

int ritsurin_signals_catch(void) {
  if (open_pipe() != 0) return -1;
  unsigned char stale;
  while (read(ends[0], &stale, 1) == 1) {
  }
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < caught_count; i++) {
    is_caught[i] = 0;
    if (sigaction(caught[i], NULL, &previous[i]) != 0) continue;
    if (previous[i].sa_handler == SIG_IGN) continue;
    is_caught[i] = sigaction(caught[i], &action, NULL) == 0;
  }
  return ends[0];
}

void ritsurin_signals_release(void) {
  for (int i = 0; i < caught_count; i++) {
    if (is_caught[i]) sigaction(caught[i], &previous[i], NULL);
    is_caught[i] = 0;
  }
}

void ritsurin_signal_raise(int signal) {
  sigset_t only, before;
  sigemptyset(&only);
  sigaddset(&only, signal);
  pthread_sigmask(SIG_UNBLOCK, &only, &before);
  raise(signal);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}
