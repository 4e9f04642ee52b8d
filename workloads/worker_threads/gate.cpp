#include "workloads/worker_threads/gate.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace ncu_regions::workloads::worker_threads {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

Gate::Gate() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe");
  read_end_ = ends[0];
  write_end_ = ends[1];
  const int capacity = fcntl(write_end_, F_SETPIPE_SZ, 1);  // the system rounds up to a page
  if (capacity <= 0) fail("F_SETPIPE_SZ");
  sent_.resize(2 * static_cast<std::size_t>(capacity));
  received_.resize(sent_.size());
}

Gate::~Gate() {
  close(read_end_);
  close(write_end_);
}

void Gate::arrive_and_wait() {
  std::size_t done = 0;
  while (done < sent_.size()) {  // more than once only after a signal
    const ssize_t count = write(write_end_, sent_.data() + done, sent_.size() - done);
    if (count > 0) {
      done += static_cast<std::size_t>(count);
    } else if (errno != EINTR) {
      fail("write to a pipe");
    }
  }
}

void Gate::read_bytes(std::size_t count) {
  while (count > 0) {  // what the pipe holds at a time
    const ssize_t now = read(read_end_, received_.data(), count);
    if (now > 0) {
      count -= static_cast<std::size_t>(now);
    } else if (errno != EINTR) {
      fail("read from a pipe");
    }
  }
}

void Gate::await_arrival() { read_bytes(1); }

void Gate::open() { read_bytes(sent_.size() - 1); }

}  // namespace ncu_regions::workloads::worker_threads
