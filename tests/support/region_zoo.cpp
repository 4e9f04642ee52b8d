#include "tests/support/region_zoo.h"

#include <limits>
#include <random>

namespace ncu_regions::fixture {
namespace {

Result kernel(const std::string& name, double ns, const std::vector<std::string>& stack) {
  Result result;
  result.function = name;
  result.demangled = name + "(float *)";
  result.mangled = "_Z" + std::to_string(name.size()) + name + "Pf";
  result.metrics = {{"gpu__time_duration.sum", ns, {}},
                    {"dram__bytes_read.sum", static_cast<std::uint64_t>(ns) * 64, {}},
                    {"smsp__inst_executed.sum", ns / 3, {}},
                    {"sm__throughput.avg.pct_of_peak_sustained_elapsed", ns / 10, {}},
                    {"launch__registers_per_thread", std::uint64_t{32}, {}}};
  result.nvtx = nvtx_stack(stack);
  return result;
}

const std::vector<std::string>& odd_labels() {
  static const std::vector<std::string> kLabels = {
      "A",      "A::A1", "a/b",   "x::y::z", "\"quoted\"", "line\nbreak", "pipe|",
      "<b>",    "at@",   "../..", "Größe",   "日本語",     "back\\slash", "startend:A",
      "comma,", "'",     "=1+1",  "%s%n",    "trailing ",  " leading",    "tab\there"};
  return kLabels;
}

ZooCapture nested(std::size_t depth) {
  ZooCapture capture{"nested" + std::to_string(depth), {}, {}};
  std::vector<std::string> stack;
  for (std::size_t i = 0; i < depth; ++i) {
    stack.push_back("level" + std::to_string(i));
    capture.results.push_back(
        kernel("k" + std::to_string(i % 3), 10 + static_cast<double>(i), stack));
  }
  return capture;
}

ZooCapture recursion() {
  return {"recursion",
          {kernel("k", 1, {"A"}), kernel("k", 2, {"A", "B"}), kernel("k", 4, {"A", "B", "A"}),
           kernel("k", 8, {"A", "A"}), kernel("k", 16, {})},
          {}};
}

ZooCapture same_label() {
  return {"same_label",
          {kernel("k", 1, {"X", "step"}), kernel("k", 2, {"Y", "step"}), kernel("k", 4, {"step"}),
           kernel("l", 8, {"X"})},
          {}};
}

ZooCapture labels() {
  ZooCapture capture{"labels", {}, {}};
  double value = 1;
  for (const std::string& outer : odd_labels()) {
    capture.results.push_back(kernel("k", value++, {outer}));
    for (const std::string& inner : odd_labels()) {
      capture.results.push_back(kernel("k", value++, {outer, inner}));
    }
  }
  return capture;
}

Nvtx several_domains() {
  Nvtx nvtx;
  nvtx.domains = {{0, "<default domain>", {}}, {1, "lib", {}}, {2, "d@/\\", {}}};
  return nvtx;
}

ZooCapture domains_and_threads() {
  ZooCapture capture{"domains_and_threads", {}, {}};
  for (int i = 0; i < 8; ++i) {
    Result result = kernel("k" + std::to_string(i % 2), 1 << i, {});
    Nvtx nvtx = several_domains();
    if ((i & 1) != 0) nvtx.stacks.push_back({7, 0, {{"A", {}}, {"A::A1", {}}}});
    if ((i & 2) != 0) nvtx.stacks.push_back({7, 1, {{"A", {}}}});
    if ((i & 4) != 0) nvtx.stacks.push_back({8, 0, {{"of another thread", {}}}});
    nvtx.stacks.push_back({9, 2, {{"also elsewhere", {}}}});
    result.nvtx = nvtx;
    capture.results.push_back(result);
  }
  return capture;
}

ZooCapture start_end() {
  ZooCapture capture{"start_end", {}, {}};
  for (int i = 0; i < 8; ++i) {
    Result result = kernel("k", 1 << i, {});
    Nvtx nvtx = several_domains();
    if ((i & 1) != 0) nvtx.stacks.push_back({7, 0, {{"A", {}}}});
    if ((i & 2) != 0) nvtx.start_end.push_back({1, 0, {"A", {}}, 8});  // begun by another thread
    if ((i & 2) != 0) nvtx.start_end.push_back({2, 0, {"A", {}}, 7});  // twice: one region
    if ((i & 4) != 0) nvtx.start_end.push_back({3, 1, {"B", {}}, 9});
    result.nvtx = nvtx;
    capture.results.push_back(result);
  }
  return capture;
}

ZooCapture two_by_two() {
  ZooCapture capture{"two_by_two", {}, {}};
  for (std::uint64_t i = 0; i < 16; ++i) {
    Result result =
        kernel("k", 1 + static_cast<double>(i),
               i % 3 == 0 ? std::vector<std::string>{} : std::vector<std::string>{"A", "B"});
    result.device = i % 2;
    capture.results.push_back(result);
    capture.processes.push_back({100 + (i / 2) % 2, "127.0.0.1", "/synthetic/app"});
  }
  return capture;
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t below(std::uint64_t limit) { return engine_() % limit; }
  bool once_in(std::uint64_t times) { return below(times) == 0; }
  double real() { return static_cast<double>(engine_() >> 11) * 0x1p-40 + 1e-3; }

  std::vector<Range> stack() {
    std::vector<Range> ranges(below(5));
    for (Range& range : ranges) {
      range.name = once_in(2) ? std::string(1, static_cast<char>('A' + below(3)))
                              : odd_labels()[below(odd_labels().size())];
    }
    return ranges;
  }

  Value value(bool whole) {
    if (once_in(20)) return std::monostate();
    if (once_in(20)) return std::numeric_limits<double>::quiet_NaN();
    if (once_in(30)) return std::numeric_limits<double>::infinity();
    if (whole) return once_in(3) ? Value(below(1u << 20)) : Value(engine_() >> 8);
    return once_in(3) ? Value(static_cast<double>(below(100))) : Value(real());
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace

std::string ZooCapture::bytes() const {
  ReportWriter writer;
  for (std::size_t i = 0; i < results.size(); ++i) {
    writer.add(results[i], i < processes.size() ? processes[i] : Process());
  }
  return writer.bytes();
}

std::vector<ZooCapture> region_zoo() {
  std::vector<ZooCapture> zoo = {recursion(), same_label(), labels(),      domains_and_threads(),
                                 start_end(), two_by_two(), three_ranges()};
  for (std::size_t depth = 1; depth <= 50; ++depth) zoo.push_back(nested(depth));
  return zoo;
}

ZooCapture random_capture(std::uint64_t seed) {
  Random random(seed);
  ZooCapture capture{"random" + std::to_string(seed), {}, {}};
  const std::uint64_t count = 1 + random.below(60);
  for (std::uint64_t i = 0; i < count; ++i) {
    Result result;
    result.function = "k" + std::to_string(random.below(4));
    result.demangled = result.mangled = result.function;
    result.device = random.below(2);
    result.metrics = {{"gpu__time_duration.sum", random.value(false), {}},
                      {"dram__bytes_read.sum", random.value(true), {}},
                      {"smsp__inst_executed.sum", random.value(random.once_in(2)), {}},
                      {"sm__cycles_active.max", random.value(false), {}},
                      {"l1tex__t_sector_hit_rate.pct", random.value(false), {}},
                      {"l1tex__t_sectors.sum", random.value(true), {}}};
    if (random.once_in(4)) result.metrics.pop_back();
    Nvtx nvtx = several_domains();
    for (std::uint64_t domain = 0; domain < 3; ++domain) {
      if (random.once_in(2)) nvtx.stacks.push_back({7, domain, random.stack()});
      if (random.once_in(6)) nvtx.stacks.push_back({8, domain, random.stack()});
    }
    for (std::uint64_t j = 0; j < random.below(3); ++j) {
      nvtx.start_end.push_back({j,
                                random.below(3),
                                {std::string(1, static_cast<char>('A' + random.below(3))), {}},
                                7 + j});
    }
    if (!random.once_in(15)) result.nvtx = nvtx;
    capture.results.push_back(result);
    capture.processes.push_back({100 + random.below(2), "127.0.0.1", "/synthetic/app"});
  }
  return capture;
}

ZooCapture three_ranges() {
  return {
      "three_ranges",
      {kernel("warm_up", 5, {}), kernel("gemm", 100, {"A"}), kernel("gemm", 110, {"A", "A::A1"}),
       kernel("relu", 20, {"A", "A::A1"}), kernel("gemm", 120, {"A", "A::A1"}),
       kernel("relu", 30, {"A"}), kernel("gemm", 90, {"B"}), kernel("memset", 7, {"B"})},
      {}};
}

}  // namespace ncu_regions::fixture
