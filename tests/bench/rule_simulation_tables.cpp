#include "tests/bench/rule_simulation_tables.h"

#include <cstdio>

#include "tests/bench/rule_simulation_ours.h"
#include "tests/bench/rule_simulation_peers.h"

namespace ncu_regions::simulation {
namespace {

void print_rules() {
  std::printf(" ours |");
  for (const Peer& peer : peers()) {
    std::printf(" %s, N = %zu |", std::string(peer.name).c_str(), peer.captures);
  }
}

void print_line(std::size_t cells) {
  std::printf("\n|");
  for (std::size_t i = 0; i < cells; ++i) std::printf("---|");
  std::printf("\n");
}

void print_head(const Case& which) {
  std::printf(which.is_stored() ? "| noise | baseline |" : "| noise |");
}

void print_case(const Case& which) {
  std::printf("| %s |", std::string(which.noise.name).c_str());
  if (which.is_stored()) std::printf(" %s |", which.baseline().c_str());
}

std::size_t case_cells(const Case& which) { return which.is_stored() ? 2 : 1; }

double ratio(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

void print_spent(const Tally& tally) {
  std::printf(" %.1f | %.2f | %.1f |", ratio(tally.undecided, tally.prs),
              ratio(tally.captures, tally.tests), ratio(tally.worst_captures, tally.prs));
}

// One cell: of the slowed tests, for each slowdown.
template <typename Part>
void print_shares(const CaseResult& result, Part part) {
  const char* before = " ";
  for (const auto& [slowdown, tally] : result.slowed) {
    std::printf("%s%.0f", before, percent(part(tally), tally.slowed));
    before = " / ";
  }
  std::printf(" |");
}

}  // namespace

double percent(std::size_t part, std::size_t whole) { return 100 * ratio(part, whole); }

void print_setup(const Options& options) {
  std::printf("%zu tests per pull request, budget %g %%, n1 = %zu, n_max = %zu, alpha = %g;\n",
              options.tests, 100 * kBudget, kScreenCaptures, options.n_max, kAlpha);
  std::printf("%zu unchanged pull requests for each false-alarm rate, %zu with %zu slowed tests\n",
              options.prs, options.power_prs(), options.slowed());
  std::printf("for each power; seed %llu.\n\n", static_cast<unsigned long long>(options.seed));
  for (const NoiseModel& noise : noise_models()) {
    std::printf("- %s: %s\n", std::string(noise.name).c_str(),
                std::string(noise.parameters).c_str());
  }
}

void print_false_alarms(std::span<const CaseResult> results) {
  print_head(results.front().which);
  print_rules();
  print_line(case_cells(results.front().which) + 1 + peers().size());
  for (const CaseResult& result : results) {
    print_case(result.which);
    for (const std::size_t red : result.unchanged.red_prs) {
      std::printf(" %.1f |", percent(red, result.unchanged.prs));
    }
    std::printf("\n");
  }
}

void print_power(std::span<const CaseResult> results) {
  print_head(results.front().which);
  std::printf(" ours: suspect |");
  print_rules();
  print_line(case_cells(results.front().which) + 2 + peers().size());
  for (const CaseResult& result : results) {
    print_case(result.which);
    print_shares(result, [](const Tally& tally) { return tally.suspect_slowed; });
    for (std::size_t rule = 0; rule < 1 + peers().size(); ++rule) {
      print_shares(result, [&](const Tally& tally) { return tally.red_slowed[rule]; });
    }
    std::printf("\n");
  }
}

void print_captures(std::span<const CaseResult> results) {
  print_head(results.front().which);
  std::printf(" unchanged: undecided tests | mean | worst test |");
  std::printf(" 5 %% slower: undecided tests | mean | worst test |");
  print_line(case_cells(results.front().which) + 6);
  for (const CaseResult& result : results) {
    print_case(result.which);
    print_spent(result.unchanged);
    print_spent(result.at(0.05));
    std::printf("\n");
  }
}

}  // namespace ncu_regions::simulation
