// Artifacts: one report, opened. The reader is chosen by what the file holds, never by its name.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/artifacts/report.h"

namespace ncu_regions {

// What is wanted of each result; the rest is jumped over.
struct Selection {
  bool all_metrics = true;
  std::vector<std::string> metrics;  // when not all: names, or patterns with * and ?
  bool instances = false;
  bool rules = false;
  bool sections = false;
  std::optional<std::set<std::uint64_t>>
      results;  // nothing: all; else the others are not handed out

  // Of each result everything but its metrics.
  static Selection without_metrics() {
    Selection selection;
    selection.all_metrics = false;
    return selection;
  }

  bool wants(std::string_view metric) const;
  bool wants_result(std::uint64_t id) const { return !results || results->contains(id); }
  // Whether it wants any of `count` results from `first` on.
  bool wants_some(std::uint64_t first, std::uint64_t count) const {
    if (!results) return true;
    const auto next = results->lower_bound(first);
    return next != results->end() && *next - first < count;
  }
};

struct ReportDevice {
  std::uint64_t id = 0;
  std::string name;
};

// What the file says of the session of measurement. Empty when it does not.
struct ReportFacts {
  std::string format;       // "ncu report (format 7)", "ncu CSV, raw page", ...
  bool is_exact = true;     // false: CSV, rounded by whoever wrote it
  bool is_newer = false;    // of a format that this version does not know
  std::string ncu_version;  // that recorded it
  std::vector<std::pair<std::string, std::string>> versions;  // provider, text
  std::vector<ReportDevice> devices;
  std::string command_line;
  std::optional<std::uint64_t> created_s;  // Unix time
  std::string host, target;                // "Linux 5.15, x86_64, name"
};

// The word after --replay-mode on ncu's command line; "" when there is none.
std::string_view replay_mode_of(const ReportFacts& facts);

class ReportFile {
 public:
  virtual ~ReportFile() = default;

  const std::string& name() const { return name_; }
  const ReportFacts& facts() const { return facts_; }
  // What a reader of the numbers must know: cut short, a newer format, ...
  const std::vector<std::string>& warnings() const { return warnings_; }
  // Texts of the metric names; ReportMetric::name is an index. Two indices are two names. The list
  // may grow while a file is read for the first time.
  virtual std::span<const std::string_view> names() const = 0;
  // The base unit of a metric: what the file says, else by rule; "" when it has none.
  virtual std::string unit(std::uint32_t name) const = 0;

  // Hands every result to `use`, in the order of the file. May be called any number of times. The
  // result is used again for the next one. Throws Error(kMeasurement) that tells how many results
  // were complete when the file is damaged; `use` has then seen those.
  virtual void read(const Selection& selection,
                    const std::function<void(const ReportResult&)>& use) = 0;

  // Under another name; with a warning why when it was made from that file.
  void call_it(std::string name, std::string warning = "");

 protected:
  void warn(std::string text);  // once

  std::string name_;  // for messages
  ReportFacts facts_;
  std::vector<std::string> warnings_;
};

// Opens an ncu report or a CSV page. Throws Error(kMeasurement) with what the file is instead.
std::unique_ptr<ReportFile> open_report(const std::filesystem::path& path);

// The same for bytes that are already there; `bytes` must outlive the result.
std::unique_ptr<ReportFile> open_report_bytes(std::string_view bytes, std::string name);

}  // namespace ncu_regions
