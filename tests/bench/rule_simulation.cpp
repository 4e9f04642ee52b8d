// How often the decision rule is wrong, and how often it sees a slowdown, beside the rules of other
// tools on the same simulated captures. docs/design/decision-rule.md holds what this printed.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include "tests/bench/rule_simulation_cases.h"
#include "tests/bench/rule_simulation_promises.h"
#include "tests/bench/rule_simulation_tables.h"

namespace ncu_regions::simulation {
namespace {

constexpr const char* kUsage =
    "usage: bench_rule_simulation [--prs N] [--tests N] [--n-max N] [--seed N] [--only NOISE]\n"
    "                             [--quick] [--format md]\n"
    "Exit 1 when a promise is not kept.\n";

std::vector<CaseResult> simulate_cases(const std::vector<Case>& cases, const Options& options) {
  std::vector<CaseResult> results;
  results.reserve(cases.size());
  for (const Case& one : cases) results.push_back(simulate_all(one, options));
  return results;
}

void print_side_by_side(const std::vector<CaseResult>& results) {
  std::printf("\n### Both builds side by side (A/B)\n\n");
  std::printf("Unchanged pull requests with at least one red test, in percent:\n\n");
  print_false_alarms(results);
  std::printf("\nSlowed tests that are called slower, in percent, for\n");
  std::printf("1 / 2 / 3 / 5 / 10 / 20 %% slower (1 %% is inside the budget, 2 %% on it):\n\n");
  print_power(results);
  std::printf("\nCaptures of the new build that our rule takes per test:\n\n");
  print_captures(results);
}

void print_stored(const std::vector<CaseResult>& results) {
  std::printf("\n### Against a stored baseline only\n\n");
  std::printf("Baseline: sessions x captures. Each test's level moves from session to session\n");
  std::printf("by a normal shift of its own, of that standard deviation; the new captures are\n");
  std::printf("one session more. The guard against a drift of all tests at once is left out:\n");
  std::printf("shifts of each test's own hardly ever set it off.\n");
  std::printf("\nUnchanged pull requests with at least one red test, in percent:\n\n");
  print_false_alarms(results);
  std::printf("\nSlowed tests that are called slower, in percent, for 5 / 10 / 20 %%:\n\n");
  print_power(results);
  std::printf("\nCaptures of the new build that our rule takes per test:\n\n");
  print_captures(results);
}

bool run(const Options& options) {
  print_setup(options);
  const auto pairs = simulate_cases(side_by_side_cases(options), options);
  print_side_by_side(pairs);
  const auto stored = simulate_cases(stored_cases(options), options);
  print_stored(stored);
  const auto day = day_one(stored, options);
  if (day) print_day_one(*day);
  return keeps_promises(pairs, day);
}

bool is_noise(std::string_view name) {
  return std::ranges::any_of(noise_models(), [&](const auto& model) { return model.name == name; });
}

std::optional<std::uint64_t> number(const char* text, std::uint64_t least) {
  char* end = nullptr;
  const std::uint64_t value = std::strtoull(text, &end, 10);
  if (end == text || *end != '\0' || *text == '-' || value < least) return std::nullopt;
  return value;
}

// Whether the option and its value were understood.
bool set(Options& options, std::string_view name, const char* value) {
  // The peers take the first ten captures.
  const auto count = number(value, name == "--seed" ? 0 : name == "--n-max" ? 7 : 1);
  if (name == "--format") return std::string_view(value) == "md";
  if (name == "--only") {
    options.only = value;
    return is_noise(value);
  }
  if (!count) return false;
  if (name == "--prs") options.prs = *count;
  if (name == "--tests") options.tests = *count;
  if (name == "--n-max") options.n_max = *count;
  if (name == "--seed") options.seed = *count;
  return name == "--prs" || name == "--tests" || name == "--n-max" || name == "--seed";
}

std::optional<Options> parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--quick") {
      options.prs = 20;
    } else if (i + 1 == argc || !set(options, name, argv[++i])) {
      return std::nullopt;
    }
  }
  return options;
}

}  // namespace
}  // namespace ncu_regions::simulation

int main(int argc, char** argv) {
  using Clock = std::chrono::steady_clock;
  const auto options = ncu_regions::simulation::parse(argc, argv);
  if (!options) {
    std::fputs(ncu_regions::simulation::kUsage, stderr);
    return 2;
  }
  const auto start = Clock::now();
  const bool is_kept = ncu_regions::simulation::run(*options);
  const std::chrono::duration<double> taken = Clock::now() - start;
  std::fprintf(stderr, "%.1f s\n", taken.count());
  return is_kept ? 0 : 1;
}
