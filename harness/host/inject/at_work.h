// Injection library: the program must not notice us.
#pragma once

namespace ncu_regions::host {

// Brackets everything that the library does in a call of the program's. The program's errno is as
// before, and a signal handler that opens ranges while we are at work finds us busy: what it opens
// is counted as lost, because waiting for ourselves would never end.
class AtWork {
 public:
  AtWork();
  ~AtWork();
  AtWork(const AtWork&) = delete;
  AtWork& operator=(const AtWork&) = delete;
  bool interrupted() const { return interrupted_; }

  // Whether this thread is inside the library.
  static bool now();

 private:
  int errno_;
  bool interrupted_;
};

}  // namespace ncu_regions::host
