#include "workloads/two_ranks/ranks.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <system_error>

namespace ncu_regions::workloads::two_ranks {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

// Memory that parent and child both see.
class SharedValues {
 public:
  explicit SharedValues(std::size_t count) : count_(count) {
    void* memory =
        mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) fail("mmap");
    data_ = static_cast<float*>(memory);
  }
  ~SharedValues() { munmap(data_, bytes()); }
  SharedValues(const SharedValues&) = delete;
  SharedValues& operator=(const SharedValues&) = delete;

  void store(const std::vector<float>& values) {
    if (values.size() != count_) throw std::logic_error("a rank has another number of values");
    std::copy(values.begin(), values.end(), data_);
  }
  std::vector<float> load() const { return {data_, data_ + count_}; }

 private:
  std::size_t bytes() const { return count_ * sizeof(float); }

  std::size_t count_;
  float* data_ = nullptr;
};

// The child does not return to its caller: it would print the parent's output a second time.
[[noreturn]] void run_child(SharedValues& shared, const RankFunction& rank_function) {
  int code = 0;
  try {
    shared.store(rank_function(1));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "two_ranks: rank 1: %s\n", error.what());
    code = 1;
  }
  _exit(code);
}

// Whatever happens to rank 0, no child is left behind.
class Child {
 public:
  explicit Child(pid_t pid) : pid_(pid) {}
  ~Child() { wait(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Whether it ended well.
  bool wait() {
    if (pid_ < 0) return ended_well_;
    int status = 0;
    pid_t ended = 0;
    do {
      ended = waitpid(pid_, &status, 0);
    } while (ended < 0 && errno == EINTR);
    ended_well_ = ended == pid_ && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    pid_ = -1;
    return ended_well_;
  }

 private:
  pid_t pid_;
  bool ended_well_ = false;
};

}  // namespace

std::vector<std::vector<float>> run_forked(std::size_t count, const RankFunction& rank_function) {
  SharedValues shared(count);
  const pid_t pid = fork();
  if (pid < 0) fail("fork");
  if (pid == 0) run_child(shared, rank_function);
  Child child(pid);
  std::vector<float> own = rank_function(0);
  if (!child.wait()) throw std::runtime_error("rank 1 failed");
  return {std::move(own), shared.load()};
}

}  // namespace ncu_regions::workloads::two_ranks
