// Injection library: the program must not notice us.
#pragma once

#include <errno.h>
#include <pthread.h>

// initial-exec: the general model would malloc in the program's heap at a thread's first range.
#define NCU_REGIONS_TLS __attribute__((tls_model("initial-exec"))) constinit thread_local

namespace ncu_regions::host {

extern NCU_REGIONS_TLS bool t_at_work;

// Not 0 in the process that the library was started in; 0 in a copy of it. Wiped by the kernel, so
// that a fork that runs no handlers of pthread_atfork is seen, too.
extern volatile char* g_original;
void start_over_in_copy();
void count_interruption();

// Brackets everything that the library does in a call of the program's. A signal handler that opens
// ranges while we are at work finds us busy: what it opens is counted as lost, because waiting for
// ourselves would never end.
class AtWork {
 public:
  AtWork() : interrupted_(t_at_work) {
    t_at_work = true;
    if (interrupted_) {
      count_interruption();
    } else if (g_original != nullptr && *g_original == 0) {
      start_over_in_copy();
    }
  }
  ~AtWork() { t_at_work = interrupted_; }
  AtWork(const AtWork&) = delete;
  AtWork& operator=(const AtWork&) = delete;
  bool interrupted() const { return interrupted_; }

 private:
  bool interrupted_;
};

// Around system calls: the program's errno stays as it is, and the thread is not cancelled while it
// holds what others wait for.
class Quietly {
 public:
  Quietly() : errno_(errno) { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_); }
  ~Quietly() {
    pthread_setcancelstate(cancel_, nullptr);
    errno = errno_;
  }
  Quietly(const Quietly&) = delete;
  Quietly& operator=(const Quietly&) = delete;

 private:
  int errno_;
  int cancel_ = 0;
};

}  // namespace ncu_regions::host
