#include "harness/compare/rank_test.h"

#include <algorithm>
#include <map>

namespace ncu_regions {
namespace {

// Ways to have taken i new captures and j old ones with count u, for one i: [j][u].
using Ways = std::vector<std::vector<double>>;

// Takes one more new capture: it lies above all old ones taken so far that are not dropped.
Ways with_one_more(const Ways& ways, std::size_t i, const RankSizes& sizes) {
  const std::size_t kept_base = sizes.base - sizes.dropped_base;
  const bool counts = i < sizes.now - sizes.dropped_now;
  Ways next(ways.size(), std::vector<double>(ways.front().size(), 0.0));
  for (std::size_t j = 0; j < ways.size(); ++j) {
    const std::size_t add = counts ? std::min(j, kept_base) : 0;
    for (std::size_t u = 0; u + add < ways[j].size(); ++u) next[j][u + add] = ways[j][u];
    if (j == 0) continue;
    for (std::size_t u = 0; u < next[j].size(); ++u) next[j][u] += next[j - 1][u];
  }
  return next;
}

std::vector<double> make_tail(const RankSizes& sizes) {
  const std::size_t most = (sizes.base - sizes.dropped_base) * (sizes.now - sizes.dropped_now);
  // No new capture taken: one way for each number of old ones.
  Ways ways(sizes.base + 1, std::vector<double>(most + 1, 0.0));
  for (auto& counts : ways) counts[0] = 1;
  for (std::size_t i = 0; i < sizes.now; ++i) ways = with_one_more(ways, i, sizes);
  std::vector<double> tail = std::move(ways.back());
  for (std::size_t u = tail.size() - 1; u-- > 0;) tail[u] += tail[u + 1];
  const double all = tail[0];
  for (double& chance : tail) chance /= all;
  return tail;
}

}  // namespace

const std::vector<double>& rank_tail(const RankSizes& sizes) {
  static std::map<RankSizes, std::vector<double>> known;
  const auto found = known.find(sizes);
  if (found != known.end()) return found->second;
  return known.emplace(sizes, make_tail(sizes)).first->second;
}

double choose(std::size_t n, std::size_t k) {
  double ways = 1;
  for (std::size_t i = 1; i <= k; ++i) {
    ways = ways * static_cast<double>(n - k + i) / static_cast<double>(i);
  }
  return ways;
}

double smallest_p(const RankSizes& sizes) {
  return choose(sizes.now + sizes.dropped_base, sizes.dropped_base) /
         choose(sizes.base + sizes.now, sizes.now);
}

std::size_t pairs_above(std::span<const double> base, std::span<const double> now) {
  std::size_t pairs = 0;
  for (const double value : now) {
    pairs += static_cast<std::size_t>(std::ranges::lower_bound(base, value) - base.begin());
  }
  return pairs;
}

std::size_t interval_rank(std::size_t base, std::size_t now) {
  const std::vector<double>& tail = rank_tail({base, now});
  std::size_t rank = 0;
  while (rank < tail.size() && is_significant(tail[tail.size() - 1 - rank], 0.05)) ++rank;
  return rank;
}

bool is_significant(double p, double level) { return p <= level + 1e-12; }

}  // namespace ncu_regions
