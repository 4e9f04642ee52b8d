// Artifacts: one row of a file of Google Benchmark, before it is a repetition. Private to this
// room.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ncu_regions {

inline constexpr char kExpectedBenchmarks[] =
    "expected what a program with Google Benchmark writes with --benchmark_out=FILE "
    "--benchmark_out_format=json";

// A scalar of the file. Numbers that are none are null.
struct JsonScalar {
  std::optional<double> number = {};
  std::optional<std::string> text = {};
  std::optional<bool> flag = {};
};

// What a row has, key by key. The library writes its own fields first, the last of them
// kLastOwnField or none, and then the counters, which may have the same names. So the first of two
// values counts.
using RawRow = std::vector<std::pair<std::string, JsonScalar>>;

inline constexpr char kLastOwnField[] = "time_unit";

// Whether a key of a row is a field of the format, not a counter.
bool is_benchmark_field(const std::string& key);

class RowReader {
 public:
  // `file` and `number` are for messages.
  RowReader(const std::string& file, std::size_t number, const RawRow& raw)
      : file_(file), number_(number), raw_(raw) {}

  bool is_aggregate() const { return text("run_type") == "aggregate"; }
  // These throw Error(kMeasurement) when it is not there, or is none.
  std::string name() const;
  double time(const char* key) const;  // in ns; NaN: there is no number
  // Nor when the library can never have written it: a negative time, rate or number of iterations,
  // a part of an iteration. Counters and the memory manager of the program may give any value.
  void require_possible() const;
  // Throws Error(kMeasurement): the library's own part of the row has two values for one field.
  [[noreturn]] void refuse_twice(const std::string& field) const;

  std::optional<std::uint64_t> count(const char* key) const;
  bool is_set(const char* key) const;
  std::string text(const char* key) const;  // "" when it is not there

 private:
  const JsonScalar* find(std::string_view key) const;
  void refuse_negative(const char* key) const;
  [[noreturn]] void refuse(const std::string& why) const;

  const std::string& file_;
  std::size_t number_;
  const RawRow& raw_;
};

}  // namespace ncu_regions
