// worker_threads: a gate at which one thread waits until another lets it through.
//
// The start/end range of this program counts what all threads execute between its ends. With a
// mutex, a semaphore or std::barrier that would depend on who comes first: they try before they
// sleep, and between "I am here" and the sleep lie instructions that may be executed before or
// after the other thread has looked. Here both are one system call, a write that does not fit into
// its pipe: what the other thread can read proves that the writer is inside the kernel and executes
// nothing until the pipe is emptied. Every call is the same instructions, whatever the order.
#pragma once

#include <cstddef>
#include <vector>

namespace ncu_regions::workloads::worker_threads {

// For one waiting thread and one thread that opens. Throws std::system_error when the system
// refuses.
class Gate {
 public:
  Gate();
  ~Gate();
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  // The one side: says that it is here and returns when the gate was opened.
  void arrive_and_wait();

  // The other side, in this order: returns when somebody waits; lets them through.
  void await_arrival();
  void open();

 private:
  void read_bytes(std::size_t count);

  int read_end_ = -1;
  int write_end_ = -1;
  std::vector<char> sent_;  // twice what the pipe holds
  std::vector<char> received_;
};

}  // namespace ncu_regions::workloads::worker_threads
