// Zoo: programs that announce kernel launches in odd ways.
#include <pthread.h>
#include <sys/wait.h>

#include "tests/zoo/zoo.h"

namespace {

nvtxDomainHandle_t g_launches = nullptr;

void begin_launch(const char* kernel) {
  nvtxEventAttributes_t attributes = attributes_of(kernel);
  nvtxDomainRangePushEx(g_launches, &attributes);
}
void end_launch() { nvtxDomainRangePop(g_launches); }

__attribute__((noinline)) void launch(const char* kernel, int turns) {
  begin_launch(kernel);
  work(turns);
  end_launch();
}

void* one_thread(void* turns) {
  nvtxRangePushA("step");
  for (int i = 0; i < 3; ++i) launch("grow <<<1x1x1, 1x1x1>>>", *static_cast<int*>(turns));
  nvtxRangePop();
  return nullptr;
}
void threads() {
  int turns[4] = {1000, 1000, 2000, 2000};
  pthread_t all[4];
  for (int i = 0; i < 4; ++i) pthread_create(&all[i], nullptr, one_thread, &turns[i]);
  for (pthread_t thread : all) pthread_join(thread, nullptr);
}

void forks() {
  int turns = 1000;
  one_thread(&turns);
  const pid_t child = fork();
  if (child == 0) {
    one_thread(&turns);
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  one_thread(&turns);
}

void nested() {
  nvtxRangePushA("step");
  begin_launch("outer");
  work(1000);
  launch("inner", 2000);
  end_launch();
  nvtxRangePop();
}

void reaches_out() {
  nvtxRangePushA("step");
  launch("whole", 1000);
  begin_launch("reaches out");
  work(1000);
  nvtxRangePop();
  work(1000);
  end_launch();
}

void never_ends() {
  nvtxRangePushA("step");
  launch("whole", 1000);
  begin_launch("never ends");
  work(1000);
  nvtxRangePop();
}

// Only the process-wide range is asked for; the ranges around the launches are others.
void start_end() {
  const nvtxRangeId_t id = nvtxRangeStartA("step");
  nvtxRangePushA("around");
  launch("grow", 1000);
  nvtxRangePop();
  nvtxRangeEnd(id);
  nvtxRangeEnd(id);
  nvtxRangePushA("around");
  launch("later", 1000);
  nvtxRangePop();
}

// One launch more in every pass but the timing pass.
void not_the_same() {
  nvtxRangePushA("step");
  launch("always", 1000);
  if (getenv("NCU_REGIONS_COUNT") != nullptr) launch("sometimes", 1000);
  nvtxRangePop();
  nvtxRangePushA("steady");
  launch("always", 1000);
  nvtxRangePop();
}

constexpr Mode kModes[] = {
    {"threads", threads},          {"forks", forks},           {"nested", nested},
    {"reaches-out", reaches_out},  {"never-ends", never_ends}, {"start-end", start_end},
    {"not-the-same", not_the_same}};

}  // namespace

int main(int argc, char** argv) {
  g_launches = nvtxDomainCreateA("ncu_regions.launch");
  work(1);
  return run_mode(argc, argv, kModes);
}
