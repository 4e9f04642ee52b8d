// Compiled into every program that links NcuRegions::benchmark_regions, with its own Google
// Benchmark: the timed loop of every benchmark becomes an NVTX region with the benchmark's full
// name. docs/design/README.md says why it is done by the linker (--wrap).
#include <benchmark/benchmark.h>
#include <ncu_regions/announce.h>
#include <ncu_regions/benchmark_families.h>
#include <ncu_regions/benchmark_loop.h>
#include <ncu_regions/benchmark_names.h>

#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

// Functions of the library that the headers call from the program's own code, as the linker names
// them. The list stands in CMakeLists.txt once more: it tells the linker.
#define NCU_REGIONS_STATE "_ZN9benchmark5State"
#define NCU_REGIONS_REAL(name) asm("__real_" name)
#define NCU_REGIONS_WRAP(name) asm("__wrap_" name) __attribute__((used))
#if defined(_LIBCPP_VERSION)
#define NCU_REGIONS_STRING "ERKNSt3__112basic_stringIcNS1_11char_traitsIcEENS1_9allocatorIcEEEE"
#elif _GLIBCXX_USE_CXX11_ABI
#define NCU_REGIONS_STRING "ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
#else
#define NCU_REGIONS_STRING "ERKSs"
#endif
#define NCU_REGIONS_START NCU_REGIONS_STATE "16StartKeepRunningEv"
#define NCU_REGIONS_FINISH NCU_REGIONS_STATE "17FinishKeepRunningEv"
#define NCU_REGIONS_PAUSE NCU_REGIONS_STATE "11PauseTimingEv"
#define NCU_REGIONS_RESUME NCU_REGIONS_STATE "12ResumeTimingEv"
#define NCU_REGIONS_ERROR_OLD NCU_REGIONS_STATE "13SkipWithErrorEPKc"
#define NCU_REGIONS_ERROR NCU_REGIONS_STATE "13SkipWithError" NCU_REGIONS_STRING
#define NCU_REGIONS_MESSAGE NCU_REGIONS_STATE "15SkipWithMessage" NCU_REGIONS_STRING
#define NCU_REGIONS_REGISTER "_ZN9benchmark8internal25RegisterBenchmarkInternalEPNS0_9BenchmarkE"

namespace ncu_regions::benchmark_detail {

using ::benchmark::State;

void real_start(State* state) NCU_REGIONS_REAL(NCU_REGIONS_START);
void real_finish(State* state) NCU_REGIONS_REAL(NCU_REGIONS_FINISH);
void real_pause(State* state) NCU_REGIONS_REAL(NCU_REGIONS_PAUSE);
void real_resume(State* state) NCU_REGIONS_REAL(NCU_REGIONS_RESUME);
void real_error_old(State* state, const char* why) NCU_REGIONS_REAL(NCU_REGIONS_ERROR_OLD);
void real_error(State* state, const std::string& why) NCU_REGIONS_REAL(NCU_REGIONS_ERROR);
void real_message(State* state, const std::string& why) NCU_REGIONS_REAL(NCU_REGIONS_MESSAGE);
Registered* real_register(Registered* benchmark) NCU_REGIONS_REAL(NCU_REGIONS_REGISTER);

namespace {

// Whatever is attached: without a tool the program is what it was.
bool has_listener() {
  static const Domain domain(kNoteDomainName);
  return domain.handle() != nullptr;
}

class ListReporter : public ::benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& /*context*/) override { return true; }
  void ReportRuns(const std::vector<Run>& /*runs*/) override {}
};

void set_flags(std::vector<std::string> flags) {
  std::vector<char*> words = {
      const_cast<char*>(::benchmark::BenchmarkReporter::Context::executable_name)};
  for (std::string& flag : flags) words.push_back(flag.data());
  words.push_back(nullptr);
  int count = static_cast<int>(words.size()) - 1;
  ::benchmark::Initialize(&count, words.data());
}

// All benchmarks of the program, as --benchmark_list_tests prints them. They are asked for while
// the first one runs, when all are registered. The file of --benchmark_out is open already, and
// would be begun anew: a second RunSpecifiedBenchmarks() of the program writes none.
std::vector<std::string> list_names() {
  std::ostringstream names;
  std::ostringstream errors;
  ListReporter reporter;
  reporter.SetOutputStream(&names);
  reporter.SetErrorStream(&errors);
  set_flags({"--benchmark_list_tests=true", "--benchmark_out="});
  ::benchmark::RunSpecifiedBenchmarks(&reporter, ".");
  set_flags({"--benchmark_list_tests=false"});
  return parts_of(names.str(), '\n');
}

const std::vector<std::string>& listed_names() {
  static const std::vector<std::string> names = list_names();
  return names;
}

FullName name_of(const State& state) {
  return full_name(listed_names(), {family_of(state), arguments_of(state), state.threads()});
}

template <typename Tested>
bool is_skipped(const Tested& state) {
  if constexpr (NamesItself<Tested>::value) {
    return state.skipped();
  } else {
    return state.error_occurred();
  }
}

void say_what_a_region_is() {
  announce_note(
      "a region is the timed loop of a benchmark, in its first run; what the function does before "
      "and behind the loop, and between PauseTiming and ResumeTiming, is not in it");
}

// The region that this run opens, or "": only the first run of a benchmark, whose number of
// iterations is fixed (1, its own Iterations, or --benchmark_min_time=5x). Further ones look for a
// number that takes long enough, and repeat.
std::string region_of(const State& state) {
  static std::mutex mutex;
  static std::set<std::pair<std::string, int>> seen;  // name, thread
  const std::lock_guard lock(mutex);
  if (seen.empty()) say_what_a_region_is();
  const FullName found = name_of(state);
  if (!seen.emplace(found.names.front(), state.thread_index()).second) return "";
  if (found.why_not.empty()) return found.names.front();
  for (const std::string& name : found.names) announce_failed(name, found.why_not);
  return "";
}

void announce_end(const State& state, void (*announce)(const std::string&, const std::string&),
                  const std::string& why) {
  this_loop().finish(state);
  if (!has_listener()) return;
  for (const std::string& name : name_of(state).names) announce(name, why);
}

}  // namespace

void start(State* state) NCU_REGIONS_WRAP(NCU_REGIONS_START);
void start(State* state) {
  this_loop().leave();
  const std::string region = has_listener() ? region_of(*state) : "";
  real_start(state);  // all threads wait for each other in there
  if (!region.empty() && !is_skipped(*state)) this_loop().enter(*state, region);
}

void finish(State* state) NCU_REGIONS_WRAP(NCU_REGIONS_FINISH);
void finish(State* state) {
  this_loop().finish(*state);
  real_finish(state);
}

void pause(State* state) NCU_REGIONS_WRAP(NCU_REGIONS_PAUSE);
void pause(State* state) {
  this_loop().pause(*state);
  real_pause(state);
}

void resume(State* state) NCU_REGIONS_WRAP(NCU_REGIONS_RESUME);
void resume(State* state) {
  real_resume(state);
  this_loop().resume(*state);
}

// Each of the following exists in some versions only: the others must not ask the linker for it.
template <typename Tested>
void end_with_text(Tested* state, const char* why) {
  announce_end(*state, announce_failed, why);
  if constexpr (!NamesItself<Tested>::value) real_error_old(state, why);
}

void error_old(State* state, const char* why) NCU_REGIONS_WRAP(NCU_REGIONS_ERROR_OLD);
void error_old(State* state, const char* why) { end_with_text(state, why); }

template <typename Tested>
void end_with_error(Tested* state, const std::string& why) {
  announce_end(*state, announce_failed, why);
  if constexpr (NamesItself<Tested>::value) real_error(state, why);
}

void error(State* state, const std::string& why) NCU_REGIONS_WRAP(NCU_REGIONS_ERROR);
void error(State* state, const std::string& why) { end_with_error(state, why); }

template <typename Tested>
void end_with_message(Tested* state, const std::string& why) {
  announce_end(*state, announce_skipped_whole, why);
  if constexpr (NamesItself<Tested>::value) real_message(state, why);
}

void message(State* state, const std::string& why) NCU_REGIONS_WRAP(NCU_REGIONS_MESSAGE);
void message(State* state, const std::string& why) { end_with_message(state, why); }

template <typename Benchmark, typename = void>
struct TakesPointers : std::false_type {};
template <typename Benchmark>
struct TakesPointers<Benchmark,
                     std::void_t<decltype(::benchmark::internal::RegisterBenchmarkInternal(
                         std::declval<Benchmark*>()))>> : std::true_type {};

template <typename Benchmark>
Benchmark* register_family(Benchmark* benchmark) {
  if constexpr (!kStatesHaveNames) {
    return real_register(new Family<Benchmark>(std::unique_ptr<Benchmark>(benchmark),
                                               [](State& /*state*/) { this_loop().leave(); }));
  } else if constexpr (TakesPointers<Benchmark>::value) {
    return real_register(benchmark);
  } else {
    return benchmark;  // nobody calls it
  }
}

Registered* register_benchmark(Registered* benchmark) NCU_REGIONS_WRAP(NCU_REGIONS_REGISTER);
Registered* register_benchmark(Registered* benchmark) { return register_family(benchmark); }

}  // namespace ncu_regions::benchmark_detail
