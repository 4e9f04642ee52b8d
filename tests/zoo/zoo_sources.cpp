// Zoo: ranges that say where they are opened, and others beside them. Each mode prints the lines of
// the ranges that have one: "<region> <line>".
#include <ncu_regions/annotate.h>
#include <pthread.h>
#include <sys/wait.h>

#include <atomic>
#include <string>

#include "tests/zoo/zoo.h"

namespace {

using ncu_regions::Domain;
using ncu_regions::Range;
using ncu_regions::RegisteredString;
using ncu_regions::StartEndRange;

void print_line(const char* region, int line) { printf("%s %d\n", region, line); }

void every_kind() {
  static const Domain domain("own");
  static const RegisteredString text(domain, "registered");
  print_line("plain", __LINE__ + 1);
  const Range plain("plain");
  print_line("plain/inner", __LINE__ + 1);
  const Range inner("inner");
  print_line("own@in a domain", __LINE__ + 1);
  const Range own(domain, "in a domain");
  print_line("own@in a domain/registered", __LINE__ + 1);
  const Range registered(domain, text);
  print_line("startend:process", __LINE__ + 1);
  const StartEndRange process("process");
  print_line("own@startend:process", __LINE__ + 1);
  StartEndRange other(domain, "process");
  other.end();
}

// A label is one region where it stands under the same parent, and may be opened in many places.
void many_places() {
  print_line("first", __LINE__ + 1);
  { const Range range("first"); }
  for (int i = 0; i < 3; ++i) {
    { const Range range("first"); }
    { const Range range("first"); }
    { const Range range("first"); }
    { const Range range("first"); }
    { const Range range("first"); }
  }
  print_line("outer", __LINE__ + 1);
  const Range outer("outer");
  print_line("outer/first", __LINE__ + 1);
  const Range first("first");
}

// What was told belongs to one range: not to the plain ones that follow, and not to launches.
void others_beside_them() {
  static const Domain launches(ncu_regions::kLaunchDomainName);
  print_line("told", __LINE__ + 1);
  const Range told("told");
  nvtxRangePushA("plain push");
  {
    const Range launch(launches, "kernel <<<1x1x1, 1x1x1>>>");
    nvtxRangePushA("push in a launch");
    nvtxRangePop();
  }
  nvtxRangePop();
  nvtxRangeEnd(nvtxRangeStartA("plain start"));
  const Range no_file("no file", nullptr, 7);
  const Range no_line("no line", "a.cpp", 0);
  const Range odd_line("odd line", "a.cpp", 10'000'001);
  const Range empty("empty file", "", 1);
  const std::string long_name(5000, 'x');
  const Range too_long("long file", long_name.c_str(), 1);
  empty_range("plain at the end");
}

// As annotate.h would do it; then the thread thinks better of it.
void told_and_not_opened() {
  nvtxRangePushA("around");
  nvtxDomainHandle_t domain = nvtxDomainCreateA("ncu_regions.source");
  nvtxDomainNameCategoryA(domain, 12, "nowhere.cpp");
  nvtxRangePop();
  empty_range("after a pop");
  nvtxRangeId_t id = nvtxRangeStartA("started");
  nvtxDomainNameCategoryA(domain, 13, "nowhere.cpp");
  nvtxRangeEnd(id);
  empty_range("after an end");
  nvtxDomainNameCategoryA(domain, 14, nullptr);
  empty_range("after no file");
  nvtxDomainNameCategoryA(nullptr, 15, "nowhere.cpp");
  nvtxDomainNameCategoryA(nvtxDomainCreateA("other"), 16, "nowhere.cpp");
  empty_range("after categories");
}

// A text that is no name of a file, and a buffer that is used again.
void odd_files() {
  char file[] = "one\n\xff.cpp";
  { const Range range("odd", file, 1); }
  memcpy(file, "two", 3);
  { const Range range("again", file, 1); }
}

std::atomic<int> g_thread_line = 0;
void* in_a_thread(void*) {
  for (int i = 0; i < 1000; ++i) {
    g_thread_line = __LINE__ + 1;
    const Range range("thread");
    empty_range("plain");
  }
  return nullptr;
}
void threads() {
  pthread_t all[8];
  for (pthread_t& thread : all) pthread_create(&thread, nullptr, in_a_thread, nullptr);
  for (pthread_t& thread : all) pthread_join(thread, nullptr);
  print_line("thread", g_thread_line);
}

void share(const char* label) {
  print_line(label, __LINE__ + 1);
  const Range range(label);
  empty_range("plain");
}
void forks() {
  share("before");
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    share("before");
    share("child");
    fflush(stdout);
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  share("parent");
}

constexpr Mode kModes[] = {{"every-kind", every_kind},
                           {"many-places", many_places},
                           {"others", others_beside_them},
                           {"told-and-not-opened", told_and_not_opened},
                           {"odd-files", odd_files},
                           {"threads", threads},
                           {"forks", forks}};

}  // namespace

int main(int argc, char** argv) { return run_mode(argc, argv, kModes); }
