#include "workloads/worker_threads/gate.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace ncu_regions::workloads::worker_threads {
namespace {

TEST(Gate, NobodyPassesBeforeItIsOpened) {
  Gate gate;
  std::atomic<int> passed = 0;
  std::thread thread([&] {
    for (int i = 0; i < 3; ++i) {
      gate.arrive_and_wait();
      ++passed;
    }
  });

  for (int i = 0; i < 3; ++i) {
    gate.await_arrival();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ(passed, i);
    gate.open();
  }
  thread.join();

  EXPECT_EQ(passed, 3);
}

TEST(Gate, ArrivalIsNotSeenBeforeItHappens) {
  Gate gate;
  std::atomic<bool> arriving = false;
  std::thread thread([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    arriving = true;
    gate.arrive_and_wait();
  });

  gate.await_arrival();
  EXPECT_TRUE(arriving);
  gate.open();
  thread.join();
}

}  // namespace
}  // namespace ncu_regions::workloads::worker_threads
