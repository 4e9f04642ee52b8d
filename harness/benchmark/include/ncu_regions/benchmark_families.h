// Google Benchmark: the family of the benchmark that runs.
//
// From version 1.8 on a State knows its name. In 1.7 nobody does while it runs: there every
// benchmark that is registered goes into an object of ours, which is run in its place and says
// whose turn it is.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ncu_regions::benchmark_detail {

// Which namespace it is in depends on the version.
using Registered = std::remove_pointer_t<decltype(std::declval<::benchmark::Fixture&>().Arg(0))>;

template <typename State, typename = void>
struct NamesItself : std::false_type {};
template <typename State>
struct NamesItself<State, std::void_t<decltype(std::declval<const State&>().name())>>
    : std::true_type {};

inline constexpr bool kStatesHaveNames = NamesItself<::benchmark::State>::value;

// The members below are private, and what they hold can be had in no other way. Arguments of an
// explicit instantiation may name them; a version that calls them otherwise does not compile.
template <typename Tag, auto kMember>
struct Reveal {
  friend auto member_of(Tag) { return kMember; }
};

struct Ranges {
  friend auto member_of(Ranges);
};
template struct Reveal<Ranges, &::benchmark::State::range_>;

inline const std::vector<std::int64_t>& arguments_of(const ::benchmark::State& state) {
  return state.*member_of(Ranges{});
}

// All that ->Arg() and the like may have set in the constructor of a benchmark.
#define NCU_REGIONS_BENCHMARK_MEMBERS(EACH) \
  EACH(name_)                               \
  EACH(aggregation_report_mode_)            \
  EACH(arg_names_)                          \
  EACH(args_)                               \
  EACH(time_unit_)                          \
  EACH(use_default_time_unit_)              \
  EACH(range_multiplier_)                   \
  EACH(min_time_)                           \
  EACH(min_warmup_time_)                    \
  EACH(iterations_)                         \
  EACH(repetitions_)                        \
  EACH(measure_process_cpu_time_)           \
  EACH(use_real_time_)                      \
  EACH(use_manual_time_)                    \
  EACH(complexity_)                         \
  EACH(complexity_lambda_)                  \
  EACH(statistics_)                         \
  EACH(thread_counts_)                      \
  EACH(setup_)                              \
  EACH(teardown_)

// Stands for the real one where it is not needed: then its members are of no account.
struct NoBenchmark {
#define NCU_REGIONS_MEMBER(member) int member;
  NCU_REGIONS_BENCHMARK_MEMBERS(NCU_REGIONS_MEMBER)
#undef NCU_REGIONS_MEMBER
};
using Copied = std::conditional_t<kStatesHaveNames, NoBenchmark, Registered>;

#define NCU_REGIONS_MEMBER(member)       \
  struct Tag_##member {                  \
    friend auto member_of(Tag_##member); \
  };                                     \
  template struct Reveal<Tag_##member, &Copied::member>;
NCU_REGIONS_BENCHMARK_MEMBERS(NCU_REGIONS_MEMBER)
#undef NCU_REGIONS_MEMBER

template <typename Benchmark>
void copy_members(const Benchmark& from, Benchmark& to) {
#define NCU_REGIONS_MEMBER(member) to.*member_of(Tag_##member{}) = from.*member_of(Tag_##member{});
  NCU_REGIONS_BENCHMARK_MEMBERS(NCU_REGIONS_MEMBER)
#undef NCU_REGIONS_MEMBER
}
#undef NCU_REGIONS_BENCHMARK_MEMBERS

// On this thread; only where states have no names.
inline const std::string*& running_family() {
  thread_local const std::string* family = nullptr;
  return family;
}

template <typename State>
std::string family_of(const State& state) {
  if constexpr (NamesItself<State>::value) {
    return state.name();
  } else {
    return running_family() == nullptr ? std::string() : *running_family();
  }
}

// A benchmark of the program, and what is done after each of its runs.
template <typename Base>
class Family : public Base {
 public:
  using AfterRun = void (*)(::benchmark::State&);
  Family(std::unique_ptr<Base> inner, AfterRun after_run)
      : Base(""), inner_(std::move(inner)), after_run_(after_run) {
    copy_members<Base>(*inner_, *this);
  }

  void Run(::benchmark::State& state) override {
    const std::string& name = static_cast<Base&>(*this).*member_of(Tag_name_{});
    running_family() = &name;
    inner_->Run(state);
    after_run_(state);
    running_family() = nullptr;
  }

 private:
  std::unique_ptr<Base> inner_;
  AfterRun after_run_;
};

}  // namespace ncu_regions::benchmark_detail
