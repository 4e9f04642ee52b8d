#include "harness/artifacts/benchmark_row.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

// Fields of a row that are no counters.
const std::set<std::string, std::less<>>& benchmark_fields() {
  static const std::set<std::string, std::less<>> kFields = {
      "name",       "run_name",         "run_type",     "repetitions",
      "threads",    "repetition_index", "family_index", "per_family_instance_index",
      "iterations", "aggregate_name",   "big_o",        "aggregate_unit",
      "time_unit",  "cpu_coefficient",  "label",        "real_coefficient",
      "rms",        "error_occurred",   "skipped",      "error_message",
      "real_time",  "skip_message",     "cpu_time"};
  return kFields;
}

std::optional<double> nanoseconds_in(std::string_view unit) {
  if (unit == "ns") return 1;
  if (unit == "us") return 1e3;
  if (unit == "ms") return 1e6;
  if (unit == "s") return 1e9;
  return std::nullopt;
}

}  // namespace

bool is_benchmark_field(const std::string& key) { return benchmark_fields().contains(key); }

std::string RowReader::name() const {
  if (find("run_type") == nullptr) {
    refuse("has no run_type: files of Google Benchmark before 1.5 cannot be read");
  }
  std::string name = text("run_name");
  if (name.empty()) refuse("has no run_name");
  return name;
}

std::optional<std::uint64_t> RowReader::count(const char* key) const {
  const JsonScalar* found = find(key);
  if (found == nullptr || !found->number) return std::nullopt;
  if (*found->number < 0 || *found->number > 1e15) return std::nullopt;
  return static_cast<std::uint64_t>(*found->number);
}

bool RowReader::is_set(const char* key) const {
  const JsonScalar* found = find(key);
  return found != nullptr && found->flag.value_or(false);
}

std::string RowReader::text(const char* key) const {
  const JsonScalar* found = find(key);
  return found == nullptr ? "" : found->text.value_or("");
}

double RowReader::time(const char* key) const {
  const auto factor = nanoseconds_in(text("time_unit"));
  if (!factor) refuse("has the time_unit '" + printable(text("time_unit")) + "', which is none");
  const JsonScalar* found = find(key);
  if (found == nullptr) refuse(std::string("has no ") + key);
  refuse_negative(key);
  return found->number ? *found->number * *factor : std::numeric_limits<double>::quiet_NaN();
}

void RowReader::require_possible() const {
  for (const char* key : {"iterations", "bytes_per_second", "items_per_second"}) {
    refuse_negative(key);
  }
  const JsonScalar* found = find("iterations");
  if (found == nullptr || !found->number) return;
  if (std::trunc(*found->number) != *found->number) {
    refuse("has " + shortest(*found->number) + " iterations, which is not a whole number");
  }
}

void RowReader::refuse_negative(const char* key) const {
  const JsonScalar* found = find(key);
  if (found == nullptr || !found->number || *found->number >= 0) return;
  refuse(std::string("has the ") + key + " " + shortest(*found->number) +
         ", which is never below 0");
}

void RowReader::refuse_twice(const std::string& field) const {
  refuse("has the field '" + field + "' twice");
}

const JsonScalar* RowReader::find(std::string_view key) const {
  const auto found = std::ranges::find(
      raw_, key, [](const auto& entry) -> const std::string& { return entry.first; });
  return found == raw_.end() ? nullptr : &found->second;
}

void RowReader::refuse(const std::string& why) const {
  throw Error(ErrorKind::kMeasurement, printable(file_) + ": row " + std::to_string(number_) +
                                           " of 'benchmarks' " + why + "; " + kExpectedBenchmarks);
}

}  // namespace ncu_regions
