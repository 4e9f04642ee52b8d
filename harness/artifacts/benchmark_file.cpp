#include "harness/artifacts/benchmark_file.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/artifacts/benchmark_row.h"
#include "harness/artifacts/benchmark_text.h"
#include "harness/artifacts/input_file.h"
#include "harness/core/error.h"
#include "harness/core/hash.h"
#include "harness/core/metric.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLongestCounter = 120;

// Fills the file while the parser goes through it: rows are never all in memory as JSON.
class Handler final : public nlohmann::json_sax<Json> {
 public:
  explicit Handler(std::string name) { file_.name = std::move(name); }

  bool null() override { return take({}); }
  bool boolean(bool value) override { return take({.flag = value}); }
  bool number_integer(number_integer_t value) override {
    return take({.number = static_cast<double>(value)});
  }
  bool number_unsigned(number_unsigned_t value) override {
    return take({.number = static_cast<double>(value)});
  }
  bool number_float(number_float_t value, const string_t&) override {
    return take({.number = value});
  }
  bool string(string_t& value) override { return take({.text = std::move(value)}); }
  bool binary(binary_t&) override { return true; }

  bool start_object(std::size_t) override {
    ++depth_;
    if (depth_ == 1) is_object_ = true;
    if (is_row()) begin_row();
    return true;
  }
  bool end_object() override {
    if (is_row()) end_row();
    if (in_caches() && depth_ == 4) end_cache();
    --depth_;
    return true;
  }
  bool start_array(std::size_t) override {
    ++depth_;
    if (depth_ == 2 && section_ == "benchmarks") has_benchmarks_ = true;
    return true;
  }
  bool end_array() override {
    --depth_;
    return true;
  }
  bool key(string_t& value) override {
    if (depth_ == 1) {
      section_ = value;
      has_context_ |= value == "context";
    }
    if (depth_ == 2) member_ = value;
    key_ = std::move(value);
    return true;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    error_position_ = position;
    error_ = error.what();
    return false;
  }

  bool is_google_benchmark() const { return is_object_ && has_context_ && has_benchmarks_; }
  std::size_t error_position() const { return error_position_; }
  // "line 3, column 5", without what the parser would have liked.
  std::string error_place() const {
    const std::size_t at = error_.find("line ");
    const std::size_t end = error_.find(':', at == std::string::npos ? 0 : at);
    return at == std::string::npos ? "its beginning" : error_.substr(at, end - at);
  }
  BenchmarkFile take_file() { return std::move(file_); }

 private:
  bool is_row() const { return depth_ == 3 && section_ == "benchmarks" && has_benchmarks_; }
  bool in_caches() const { return section_ == "context" && member_ == "caches"; }

  bool take(JsonScalar value) {
    if (is_row()) {
      if (seen_.insert(key_).second) {
        row_.emplace_back(key_, std::move(value));
      } else if (is_benchmark_field(key_) && !seen_.contains(kLastOwnField)) {
        twice_ = key_;
      }
    } else if (section_ == "context" && depth_ == 2) {
      take_context(value);
    } else if (in_caches() && depth_ == 4) {
      cache_[key_] = value.text ? *value.text : value.number ? shortest(*value.number) : "";
    }
    return true;
  }

  void take_context(const JsonScalar& value) {
    BenchmarkContext& context = file_.context;
    if (key_ == "date") context.date = value.text.value_or("");
    if (key_ == "executable") context.executable = value.text.value_or("");
    if (key_ == "library_build_type") context.library_build = value.text.value_or("");
    if (key_ == "library_version") context.library_version = value.text.value_or("");
    if (key_ == "num_cpus") context.cpus = value.number;
    if (key_ == "mhz_per_cpu") context.mhz = value.number;
    if (key_ == "cpu_scaling_enabled") context.is_scaling = value.flag;
  }

  void end_cache() {
    std::string& caches = file_.context.caches;
    caches += (caches.empty() ? "" : ", ") + cache_["type"] + " " + cache_["level"] + ": " +
              cache_["size"] + " x" + cache_["num_sharing"];
    cache_.clear();
  }

  void begin_row() {
    row_.clear();
    seen_.clear();
    twice_.clear();
  }

  void end_row() {
    const RowReader reader(file_.name, ++rows_, row_);
    if (!twice_.empty()) reader.refuse_twice(twice_);
    BenchmarkRow row;
    row.name = reader.name();
    if (reader.is_aggregate()) {
      ++file_.aggregates;
      return;
    }
    row.family = reader.count("family_index");
    row.instance = reader.count("per_family_instance_index");
    row.is_failed = reader.is_set("error_occurred") || reader.is_set("skipped");
    row.message = reader.text("error_message") + reader.text("skip_message");
    if (!row.is_failed && reader.count("iterations") == 0U) {
      row.is_failed = true;
      row.message = "it ran no iteration";
    }
    if (!row.is_failed) {
      reader.require_possible();
      row.values.emplace_back(column(std::string(kBenchmarkTimeMetric)), reader.time("real_time"));
      row.values.emplace_back(column(std::string(kBenchmarkCpuTimeMetric)),
                              reader.time("cpu_time"));
      add_counters(row);
    }
    file_.rows.push_back(std::move(row));
  }

  void add_counters(BenchmarkRow& row) {
    for (const auto& [key, value] : row_) {
      if (is_benchmark_field(key) || value.text || value.flag) continue;
      row.values.emplace_back(counter_column(key),
                              value.number.value_or(std::numeric_limits<double>::quiet_NaN()));
    }
  }

  std::size_t column(const std::string& metric) {
    const auto [found, is_new] = columns_.emplace(metric, file_.metrics.size());
    if (is_new) file_.metrics.push_back(metric);
    return found->second;
  }

  // Two counters whose names differ in what is not kept stay two.
  std::size_t counter_column(const std::string& counter) {
    const auto known = counters_.find(counter);
    if (known != counters_.end()) return known->second;
    std::string metric = benchmark_metric(counter);
    if (columns_.contains(metric)) metric += "_" + short_hash(counter);
    return counters_.emplace(counter, column(metric)).first->second;
  }

  BenchmarkFile file_;
  std::size_t depth_ = 0;
  std::string section_, member_, key_;  // of the file, of the context, of the innermost object
  RawRow row_;
  std::set<std::string> seen_;  // keys of the row
  std::string twice_;           // a field of the library that the row has twice
  std::map<std::string, std::string> cache_;
  std::map<std::string, std::size_t> columns_, counters_;
  std::size_t rows_ = 0;
  bool is_object_ = false, has_context_ = false, has_benchmarks_ = false;
  std::size_t error_position_ = 0;
  std::string error_;
};

[[noreturn]] void refuse_file(const std::string& name, const std::string& why) {
  throw Error(ErrorKind::kMeasurement, printable(name) + ": " + why);
}

[[noreturn]] void refuse_text(const std::string& name, const std::string& text,
                              const Handler& handler) {
  if (trim(text).empty()) refuse_file(name, std::string("is empty; ") + kExpectedBenchmarks);
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (text.find_first_not_of(" \t\r\n") == text.find('{') && handler.error_position() > end) {
    refuse_file(
        name,
        "is cut off: its end is missing. Did the program end before its last benchmark? Its "
        "own output says why; run it again");
  }
  refuse_file(name, "is not JSON (" + handler.error_place() + "); " + kExpectedBenchmarks);
}

void require_repetitions(const BenchmarkFile& file) {
  if (!file.rows.empty()) return;
  if (file.aggregates == 0) {
    refuse_file(file.name, "holds no benchmark: did --benchmark_filter match none?");
  }
  refuse_file(
      file.name,
      "has only aggregates (mean, median, ...), and repetitions are what is judged: run the "
      "program without --benchmark_report_aggregates_only "
      "(--benchmark_display_aggregates_only=true keeps them off the screen alone)");
}

}  // namespace

std::string benchmark_metric(std::string_view counter) {
  std::string metric(kBenchmarkPrefix);
  for (const char c : counter.substr(0, kLongestCounter)) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                          std::string_view("_.:/%+-").find(c) != std::string_view::npos;
    metric += is_plain ? c : '_';
  }
  return metric;
}

bool is_json_object(const std::filesystem::path& path) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return false;
  std::ifstream file(path, std::ios::binary);
  char first = ' ';
  while (std::isspace(static_cast<unsigned char>(first)) != 0 && file.get(first)) {
  }
  return file && first == '{';
}

BenchmarkFile parse_benchmark_file(std::string_view bytes, const std::string& name) {
  const std::string text = as_json(bytes);
  Handler handler(name);
  if (!Json::sax_parse(text, &handler)) refuse_text(name, text, handler);
  if (!handler.is_google_benchmark()) {
    refuse_file(name,
                "is JSON, and not of Google Benchmark: it has no 'context' with a list of "
                "'benchmarks'; " +
                    std::string(kExpectedBenchmarks));
  }
  BenchmarkFile file = handler.take_file();
  require_repetitions(file);
  return file;
}

BenchmarkFile read_benchmark_file(const std::filesystem::path& path) {
  InputFile file(path);
  return parse_benchmark_file(file.whole(), path.string());
}

}  // namespace ncu_regions
