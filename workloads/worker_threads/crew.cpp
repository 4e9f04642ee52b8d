#include "workloads/worker_threads/crew.h"

#include <ncu_regions/annotate.h>

#include <array>
#include <exception>
#include <thread>

#include "workloads/worker_threads/gate.h"

namespace ncu_regions::workloads::worker_threads {
namespace {

// One worker on a thread of its own. A worker that failed still comes to every gate.
class Post {
 public:
  Post() = default;
  ~Post() { finish(); }
  Post(const Post&) = delete;
  Post& operator=(const Post&) = delete;

  void start(const Worker& worker) {
    thread_ = std::thread([this, &worker] {
      attempt([&] { worker.warm_up(); });
      for (;;) {
        gate_.arrive_and_wait();
        if (finished_) return;
        attempt([&] { worker.iterate(); });
      }
    });
  }

  void await() { gate_.await_arrival(); }
  void open() { gate_.open(); }

  // To be called while the worker waits.
  void finish() {
    if (!thread_.joinable()) return;
    finished_ = true;
    gate_.open();
    thread_.join();
  }

  // What the worker threw; after finish().
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  template <class Action>
  void attempt(Action action) {
    if (failure_) return;
    try {
      action();
    } catch (...) {
      failure_ = std::current_exception();
    }
  }

  Gate gate_;
  bool finished_ = false;  // written before the gate is opened, read after it
  std::exception_ptr failure_;
  std::thread thread_;
};

void iterate(std::array<Post, kWorkers>& posts) {
  const StartEndRange all(kRegionAll);
  for (Post& post : posts) post.open();
  for (Post& post : posts) post.await();
}

}  // namespace

Results run_crew(const WorkerConfig& config, const Penalties& penalties) {
  std::vector<Worker> workers;
  for (unsigned w = 0; w < kWorkers; ++w) workers.emplace_back(config, w, penalties.workers[w]);
  const Combine combine(config, penalties.combine);
  for (const Worker& worker : workers) worker.warm_up();
  combine.warm_up(workers);

  std::array<Post, kWorkers> posts;
  for (unsigned w = 0; w < kWorkers; ++w) posts[w].start(workers[w]);
  for (Post& post : posts) post.await();
  for (unsigned i = 0; i < config.iterations; ++i) {
    iterate(posts);
    synchronize_device();
    combine.run(workers);
    synchronize_device();
  }
  for (Post& post : posts) post.finish();
  for (const Post& post : posts) post.rethrow();

  Results results;
  for (const Worker& worker : workers) results.values.push_back(worker.values().download());
  results.sums = combine.sums();
  return results;
}

}  // namespace ncu_regions::workloads::worker_threads
