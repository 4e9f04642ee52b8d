#include "harness/pipeline/benchmark_set.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

#include "harness/artifacts/host_capture.h"
#include "harness/artifacts/input_file.h"
#include "harness/command/capture_command.h"
#include "harness/compare/gated_tests.h"
#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/core/utf8.h"
#include "harness/core/version.h"
#include "harness/pipeline/measured.h"
#include "harness/pipeline/program.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

constexpr char kJson[] = ".json";

// "2026-11-17T13:01:45+00:00" as "2026-11-17T13:01:45Z"; "" for anything else.
std::string utc_of(const std::string& text) {
  std::tm parts = {};
  char sign = 0;
  int hours = 0;
  int minutes = 0;
  int end = 0;
  const int found = std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d%c%2d:%2d%n", &parts.tm_year,
                                &parts.tm_mon, &parts.tm_mday, &parts.tm_hour, &parts.tm_min,
                                &parts.tm_sec, &sign, &hours, &minutes, &end);
  const bool is_date = found == 9 && static_cast<std::size_t>(end) == text.size() &&
                       (sign == '+' || sign == '-') && parts.tm_year >= 1970;
  if (!is_date) return "";
  parts.tm_year -= 1900;
  parts.tm_mon -= 1;
  const int offset = (sign == '+' ? 1 : -1) * (hours * 3600 + minutes * 60);
  const std::time_t time = timegm(&parts) - offset;
  std::tm utc = {};
  char out[32];
  if (gmtime_r(&time, &utc) == nullptr) return "";
  std::strftime(out, sizeof(out), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return out;
}

std::string fact_text(const std::optional<double>& number) {
  return number && std::isfinite(*number) ? shortest(*number) : "";
}

Fingerprint fingerprint_of(const BenchmarkContext& context) {
  BenchmarkFacts facts;
  facts.cpus = fact_text(context.cpus);
  // Measured anew by each run: the last digits say nothing.
  if (context.mhz) facts.mhz = fact_text(std::round(*context.mhz / 100) * 100);
  if (context.is_scaling) facts.scaling = *context.is_scaling ? "enabled" : "disabled";
  facts.caches = context.caches;
  facts.library_build = context.library_build;
  facts.library_version = context.library_version;
  facts.executable = fs::path(context.executable).filename().string();
  return benchmark_fingerprint(facts);
}

std::vector<std::string> notes_on_context(const BenchmarkContext& context) {
  std::vector<std::string> notes;
  if (context.library_build == "debug") {
    notes.emplace_back(
        "Google Benchmark itself was built for debugging (library_build_type: debug): its own part "
        "of the times is larger than it need be");
  }
  if (context.is_scaling.value_or(false)) {
    notes.emplace_back(
        "the clocks of the CPU were not fixed (cpu_scaling_enabled): times vary and drift more "
        "than "
        "they need to");
  }
  return notes;
}

void require_same_machine(const BenchmarkSet& set, const BenchmarkFile& file) {
  const FingerprintComparison compared =
      compare_fingerprints(set.fingerprint, fingerprint_of(file.context), "benchmark_time");
  std::vector<FieldDifference> differences = compared.must_match;
  for (const FieldDifference& field : compared.warn) {
    if (field.field == "executable") differences.push_back(field);
  }
  if (differences.empty()) return;
  const FieldDifference& first = differences.front();
  throw Error(ErrorKind::kMeasurement,
              printable(file.name) + " was measured under other conditions than " +
                  printable(set.files.front().name) + " (" + first.field + ": '" +
                  printable(first.before) + "', here '" + printable(first.now) +
                  "'): repetitions of one program on one machine belong together");
}

std::vector<BenchmarkFile> parse_all(BenchmarkSet& set) {
  std::vector<BenchmarkFile> files;
  for (const CaptureFile& file : set.files) {
    InputFile input(file.path);
    set.texts.emplace_back(input.whole());
    files.push_back(parse_benchmark_file(set.texts.back(), valid_utf8(file.name)));
  }
  return files;
}

BenchmarkSet assembled(BenchmarkSet set, const std::vector<BenchmarkFile>& files) {
  const BenchmarkContext& first = files.front().context;
  set.fingerprint = fingerprint_of(first);
  for (const BenchmarkFile& file : files) require_same_machine(set, file);
  set.trees = assemble_benchmarks(files, default_settings().metric_table);
  set.date = utc_of(first.date);
  set.notes = notes_on_context(first);
  set.notes.insert(set.notes.end(), set.trees.notes.begin(), set.trees.notes.end());
  return set;
}

std::vector<CaptureFile> files_in(const fs::path& path) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) return {{path.string(), fs::absolute(path)}};
  std::vector<CaptureFile> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, failed)) {
    if (entry.path().extension() != kJson) continue;
    files.push_back({entry.path().string(), fs::absolute(entry.path())});
  }
  if (files.empty()) {
    throw Error(ErrorKind::kMeasurement,
                printable(path.string()) + " is a folder without *.json of Google Benchmark");
  }
  std::ranges::sort(files, {}, &CaptureFile::name);
  return files;
}

// In the order in which they were measured, as far as they tell.
void sort_by_date(BenchmarkSet& set, std::vector<BenchmarkFile>& files) {
  std::vector<std::size_t> order(files.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return utc_of(files[i].context.date); });
  BenchmarkSet sorted;
  std::vector<BenchmarkFile> sorted_files;
  for (const std::size_t i : order) {
    sorted.files.push_back(std::move(set.files[i]));
    sorted.texts.push_back(std::move(set.texts[i]));
    sorted_files.push_back(std::move(files[i]));
  }
  set = std::move(sorted);
  files = std::move(sorted_files);
}

}  // namespace

bool holds_benchmarks(const fs::path& path) {
  std::error_code failed;
  // Also one that is not there, so that the message is about a file.
  if (!fs::is_directory(path, failed)) return fs::exists(path, failed) || path.extension() == kJson;
  if (fs::exists(run_record_file(path), failed)) return false;
  return std::ranges::any_of(fs::directory_iterator(path, failed),
                             [](const auto& entry) { return entry.path().extension() == kJson; });
}

bool are_benchmark_files(const fs::path& path) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) return !is_host_capture(path) && is_json_object(path);
  return !fs::exists(path / kCaptureFile, failed) && holds_benchmarks(path);
}

BenchmarkSet read_benchmarks(const fs::path& path) {
  BenchmarkSet set;
  set.files = files_in(path);
  std::vector<BenchmarkFile> files = parse_all(set);
  sort_by_date(set, files);
  return assembled(std::move(set), files);
}

BenchmarkSet read_benchmarks(std::vector<CaptureFile> named) {
  BenchmarkSet set;
  set.files = std::move(named);
  const std::vector<BenchmarkFile> files = parse_all(set);
  return assembled(std::move(set), files);
}

std::string names_of(const BenchmarkSet& set) {
  const std::size_t more = set.files.size() - 1;
  return printable(set.files.front().name) +
         (more > 0 ? " and " + counted(more, "further file") : "");
}

StoredRun run_of_benchmarks(const fs::path& path) {
  BenchmarkSet set = read_benchmarks(path);
  const Settings settings = settings_for({}, {}, PresetFolder::kBenchmark);
  StoredRun run;
  run.record.workload = printable(path.stem().string());
  run.record.date = set.date.empty() ? utc_now() : set.date;
  run.record.fingerprint = set.fingerprint;
  run.record.version = program_version();
  for (std::size_t i = 0; i < set.trees.samples.size(); ++i) {
    SampleInfo info;
    info.number = i + 1;
    info.regions = set.trees.regions[i];
    run.samples.push_back({info, std::move(set.trees.samples[i])});
  }
  run.outcome.workload = run.record.workload;
  run.outcome.preset = "default";
  run.outcome.kind = to_string(CaptureKind::kBenchmark);
  run.outcome.device = kBenchmarkDevice;
  run.outcome.profiler_reason = "Google Benchmark's own times, read from " + names_of(set);
  run.outcome.spent.head = run.samples.size();
  for (const GatedTest& test : tests_of_values(settings, run.samples)) {
    static_cast<GatedTest&>(run.outcome.verdicts.emplace_back()) = test;
  }
  for (const Region& region : set.trees.summary.regions) {
    run.outcome.declared.push_back(written_form(region.path));
  }
  run.conditions = set.notes;
  run.summary = std::move(set.trees.summary);
  return run;
}

bool is_of_benchmarks(const RunRecord& record) {
  return !record.captures.empty() && record.captures.front().pass == kBenchmarkPass;
}

void read_benchmark_samples(StoredRun& stored, const fs::path& run) {
  const CaptureRecord& capture = stored.record.captures.front();
  std::vector<CaptureFile> files;
  for (const CaptureFile& file : capture.files) {
    files.push_back({file.name, run / kCaptures / capture.id / file.path.filename()});
  }
  if (files.empty()) {
    throw Error(ErrorKind::kMeasurement,
                run.string() + ": run.json names no file of Google Benchmark");
  }
  BenchmarkSet set = read_benchmarks(std::move(files));
  if (set.trees.samples.size() != stored.record.samples.size()) {
    throw Error(ErrorKind::kMeasurement, run.string() + ": run.json is of " +
                                             counted(stored.record.samples.size(), "repetition") +
                                             ", and the files in " +
                                             (run / kCaptures / capture.id).string() + " hold " +
                                             std::to_string(set.trees.samples.size()));
  }
  for (std::size_t i = 0; i < stored.record.samples.size(); ++i) {
    stored.samples.push_back({stored.record.samples[i], std::move(set.trees.samples[i])});
  }
  stored.summary = std::move(set.trees.summary);
}

}  // namespace ncu_regions
