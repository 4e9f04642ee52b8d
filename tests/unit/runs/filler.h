// Tests: values for stored structs, filled and compared member by member. Nothing here knows a
// description: a member that one forgot comes back empty, and that is a difference.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/core/exit_code.h"
#include "harness/core/region_path.h"
#include "harness/runs/described_json.h"

namespace ncu_regions::fixture {

// References to the members of an aggregate.
template <class T>
auto members_of(T& value) {
  constexpr std::size_t kMembers = member_count<std::remove_const_t<T>>();
  if constexpr (kMembers == 2) {
    auto& [a, b] = value;
    return std::tie(a, b);
  } else if constexpr (kMembers == 3) {
    auto& [a, b, c] = value;
    return std::tie(a, b, c);
  } else if constexpr (kMembers == 4) {
    auto& [a, b, c, d] = value;
    return std::tie(a, b, c, d);
  } else if constexpr (kMembers == 5) {
    auto& [a, b, c, d, e] = value;
    return std::tie(a, b, c, d, e);
  } else if constexpr (kMembers == 6) {
    auto& [a, b, c, d, e, f] = value;
    return std::tie(a, b, c, d, e, f);
  } else if constexpr (kMembers == 7) {
    auto& [a, b, c, d, e, f, g] = value;
    return std::tie(a, b, c, d, e, f, g);
  } else if constexpr (kMembers == 8) {
    auto& [a, b, c, d, e, f, g, h] = value;
    return std::tie(a, b, c, d, e, f, g, h);
  } else if constexpr (kMembers == 12) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l] = value;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l);
  } else {
    static_assert(kMembers == 13, "add a case");
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = value;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m);
  }
}

template <class T>
bool are_same(const T& a, const T& b) {
  if constexpr (requires { a.has_value(); }) {
    return a.has_value() == b.has_value() && (!a || are_same(*a, *b));
  } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::filesystem::path>) {
    return a == b;
  } else if constexpr (requires { a.begin(); }) {
    return std::ranges::equal(a, b, [](const auto& x, const auto& y) { return are_same(x, y); });
  } else if constexpr (requires { a == b; }) {
    return a == b;
  } else {
    const auto left = members_of(a);
    const auto right = members_of(b);
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (are_same(std::get<I>(left), std::get<I>(right)) && ...);
    }
    (std::make_index_sequence<std::tuple_size_v<decltype(left)>>());
  }
}

class Filler {
 public:
  explicit Filler(std::uint64_t seed) : random_(seed) {}

  void fill(bool& value) { value = !value; }
  void fill(double& value) { value = static_cast<double>(random_() % 1'000'000) / 8 + 1; }
  void fill(std::string& value) { value = "a \\ \"b" + std::to_string(random_() % 1000) + "\" ü"; }
  void fill(std::filesystem::path& value) {
    value = "folder/" + std::to_string(random_() % 1000) + ".ncu-rep";
  }
  void fill(RegionPath& value) {
    value = {"net", {"A/b", "c" + std::to_string(random_() % 9)}, false};
  }
  void fill(ExitCode& value) { value = ExitCode::kRegressed; }

  template <class T>
  requires std::is_integral_v<T>
  void fill(T& value) { value = static_cast<T>(random_() % 1000 + 1); }

  // Never the value that is there, which a lost member would have.
  template <HasWords E>
  void fill(E& value) {
    const auto& all = StoredWords<E>::kAll;
    const E before = value;
    while (value == before) value = all[random_() % all.size()];
  }

  template <class T>
  void fill(std::optional<T>& value) {
    fill(value.emplace());
  }
  template <class T>
  void fill(std::vector<T>& items) {
    for (int i = 0; i < 2; ++i) fill(items.emplace_back());
  }
  template <class T>
  void fill(std::set<T>& items) {
    T value{};
    fill(value);
    items.insert(std::move(value));
  }
  template <class T>
  void fill(std::map<std::string, T>& items) {
    fill(items["key " + std::to_string(random_() % 1000)]);
  }

  template <class T>
  requires std::is_aggregate_v<T>
  void fill(T& value) {
    std::apply([this](auto&... member) { (this->fill(member), ...); }, members_of(value));
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace ncu_regions::fixture
