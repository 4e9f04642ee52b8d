// The real ncu judges our command lines: it accepts each of them as far as the missing driver, and
// its own matcher selects exactly the results that an expression is meant for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/command/nvtx_expression.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/machine/chip_query.h"
#include "tests/support/ncu_captures.h"
#include "tests/support/real_ncu.h"
#include "tests/support/report_writer.h"
#include "tests/support/require.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

#define NCU_REGIONS_NEED_NCU()                               \
  NCU_REGIONS_SKIP_WITHOUT("ncu", !installed_ncus().empty(), \
                           "neither in build/deps/ncu nor on PATH; ci/test puts it there")

NcuTool tool_of(const RealNcu& ncu) { return {ncu.program, *ncu_version_from(ncu.version)}; }

TEST(RealNcu, AcceptsTheCommandLineOfEveryModeAsFarAsTheMissingDriver) {
  NCU_REGIONS_NEED_NCU();
  if (fs::exists("/proc/driver/nvidia/version")) GTEST_SKIP() << "this machine has a driver";
  std::size_t accepted = 0;
  for (const RealNcu& ncu : installed_ncus()) {
    const TempFolder folder;
    for (const fixture::ModeCapture& mode : fixture::captures_of_every_mode(folder.path())) {
      if (!mode.is_known_to(tool_of(ncu).version)) continue;
      SCOPED_TRACE(mode.name + ", ncu " + ncu.version);
      fs::create_directories(mode.capture.folder);
      Workload workload;
      workload.gpu_command = {"/bin/true"};
      const CaptureCommand command =
          ncu_command(mode.capture, mode.settings, workload, tool_of(ncu), {});
      const ProgramResult run = run_program(command.argv);
      const std::string all = run.out + run.err + read_file(mode.capture.folder / kNcuLog);
      EXPECT_THAT(all, HasSubstr("failed to connect to the CUDA driver"));
      EXPECT_THAT(all,
                  Not(AnyOf(HasSubstr("option"), HasSubstr("nvalid"), HasSubstr("not match"))));
      EXPECT_NE(run.exit_code, 0);
      ++accepted;
    }
  }
  EXPECT_GE(accepted, 7 * installed_ncus().size());
}

// ---- expressions ----

const std::vector<std::string>& nasty_names() {
  static const std::vector<std::string> kNames = {
      "A",         "A::A1",      "a/b",        "x@y",         "@x",        "A\\",
      "regex:x",   "[0]",        "]",          "*",           "+",         "a,b",
      ",",         "\"quoted\"", "'single'",   "line\nbreak", "tab\there", " leading",
      "trailing ", "Größe",      "日本語",     "a.b",         "(paren",    "a|b",
      "^start",    "end$",       "%s%n",       "{2,3}",       "?",         "back\\slash",
      "\\x41",     "<b>&amp;",   "startend:A", "#",           "$(reboot)", "a*/+b"};
  return kNames;
}

fixture::Result launched_in(const RegionPath& path, std::size_t number) {
  fixture::Result result;
  result.demangled = "mark" + std::to_string(number) + "x(int)";
  result.metrics = {{"gpu__time_duration.sum", 1.0, {}}};
  fixture::Nvtx nvtx;
  const std::uint64_t domain = path.domain.empty() ? 0 : 1;
  if (domain != 0) nvtx.domains.push_back({domain, path.domain, {}});
  if (path.start_end) {
    nvtx.start_end.push_back({1, domain, {path.labels.front(), {}}, 9});
  } else {
    fixture::Stack& stack = nvtx.stacks.emplace_back();
    stack.domain = domain;
    for (const std::string& label : path.labels) stack.ranges.push_back({label, {}});
  }
  result.nvtx = nvtx;
  return result;
}

// Every name alone, under two parents, as a start/end range and in another domain.
std::vector<RegionPath> many_paths() {
  std::vector<RegionPath> paths;
  for (const std::string& name : nasty_names()) {
    paths.push_back({"", {name}, false});
    paths.push_back({"", {"outer", name}, false});
    paths.push_back({"", {"other outer", name, "inner"}, false});
    paths.push_back({"", {name}, true});
    paths.push_back({"dom[1]@x", {name}, false});
  }
  paths.push_back({"", {"A", "A::A1"}, false});
  paths.push_back({"", {"Z", "A", "A::A1"}, false});
  paths.push_back({"", {"outer"}, false});
  return paths;
}

bool is_below(const RegionPath& inner, const RegionPath& outer) {
  return inner.domain == outer.domain && inner.start_end == outer.start_end &&
         inner.labels.size() >= outer.labels.size() &&
         std::equal(outer.labels.begin(), outer.labels.end(), inner.labels.begin());
}

using Numbers = std::set<std::size_t>;

class Expressions {
 public:
  Expressions() : paths_(many_paths()), report_(folder_ / "stacks.ncu-rep") {
    fixture::ReportWriter writer;
    for (std::size_t i = 0; i < paths_.size(); ++i) writer.add(launched_in(paths_[i], i));
    write_file(report_, writer.bytes());
  }

  std::size_t size() const { return paths_.size(); }

  // Regions whose number has this bit, as far as they may share a run.
  Numbers with_bit(std::size_t bit, std::size_t value) const {
    Numbers regions;
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      if (((i >> bit) & 1) == value && !needs_own_run(paths_[i])) regions.insert(i);
    }
    return regions;
  }

  Numbers alone() const {
    Numbers regions;
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      if (i % 32 == 0 || (needs_own_run(paths_[i]) && i % 2 == 0)) regions.insert(i);
    }
    return regions;
  }

  // What ncu selects with the expressions of these regions, against what is meant.
  void expect_exactly(const RealNcu& ncu, const Numbers& regions) const {
    std::vector<std::string> options = {"--csv", "--page", "raw", "--print-kernel-base",
                                        "demangled"};
    std::vector<std::string> includes;
    for (const std::size_t region : regions) includes.push_back(nvtx_expression(paths_[region]));
    for (const std::string& include : includes) options.push_back("--nvtx-include=" + include);
    const ProgramResult printed = ncu.import(report_, options);
    Numbers selected;
    Numbers meant;
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      const std::string mark = "mark" + std::to_string(i) + "x";
      if (printed.out.find(mark) != std::string::npos) selected.insert(i);
      const auto covers = [&](std::size_t region) { return is_below(paths_[i], paths_[region]); };
      if (std::ranges::any_of(regions, covers)) meant.insert(i);
    }
    EXPECT_EQ(printed.exit_code, 0) << printed.out << printed.err;
    EXPECT_EQ(selected, meant) << "of " << testing::PrintToString(regions);
  }

 private:
  TempFolder folder_;
  std::vector<RegionPath> paths_;
  fs::path report_;
};

// Expressions are alternatives to each other, so one run can try many of them. For any two regions
// there is a run that has the one and not the other: the runs are by the bits of their numbers, and
// by the bits that are not set.
TEST(RealNcu, SelectsExactlyTheIntendedResults) {
  NCU_REGIONS_NEED_NCU();
  const Expressions expressions;
  ASSERT_GE(expressions.size(), 60u);
  for (const RealNcu& ncu : installed_ncus()) {
    SCOPED_TRACE("ncu " + ncu.version);
    for (std::size_t bit = 0; (std::size_t{1} << bit) < expressions.size(); ++bit) {
      for (const std::size_t wanted : {0u, 1u}) {
        expressions.expect_exactly(ncu, expressions.with_bit(bit, wanted));
      }
    }
  }
}

// One by one: those that have a run of their own, and some of the others (a region that contains
// others hides what is wrong with theirs).
TEST(RealNcu, SelectsEachRegionAlone) {
  NCU_REGIONS_NEED_NCU();
  const Expressions expressions;
  for (const std::size_t region : expressions.alone()) {
    expressions.expect_exactly(installed_ncus().back(), {region});
  }
}

// ---- metrics ----

std::string query(const RealNcu& ncu, const std::string& chip) {
  return run_program({ncu.program.string(), "--query-metrics", "--chips", chip},
                     {{}, {{"NV_COMPUTE_PROFILER_DISABLE_STOCK_FILE_DEPLOYMENT", "1"}}})
      .out;
}

bool is_in_no_list(const std::string& metric) {
  return metric.starts_with("launch__") || metric.starts_with("device__") ||
         metric.starts_with("profiler__");
}

// The names that the presets ask for, up to the first dot.
std::set<std::string> hardware_metrics_of_presets() {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(fs::path(NCU_REGIONS_TEST_CONF) / "ncu")) {
    SettingsSources sources;
    sources.conf = NCU_REGIONS_TEST_CONF;
    sources.folder = PresetFolder::kNcu;
    sources.preset = entry.path().stem().string();
    for (const std::string& metric : collected_metrics(load_settings(sources))) {
      if (!is_in_no_list(metric)) names.insert(metric.substr(0, metric.find('.')));
    }
  }
  return names;
}

// The chips are those that the oldest and the newest ncu here know; CC 12 is newer than both.
TEST(RealNcu, ListsWhatAChipHas) {
  NCU_REGIONS_NEED_NCU();
  for (const RealNcu& real : installed_ncus()) {
    const NcuProgram ncu{real.program, "", {}};
    const auto hopper = metrics_of_chip(ncu, "gh100");
    ASSERT_EQ(hopper.size(), 1u) << real.program;
    EXPECT_EQ(hopper[0].chip, "gh100");
    EXPECT_GT(hopper[0].names.size(), 2000u);
    EXPECT_TRUE(hopper[0].names.contains("dram__bytes_read"));
    const auto orin = metrics_of_chip(ncu, "ga10b");
    ASSERT_EQ(orin.size(), 1u) << real.program;
    EXPECT_FALSE(orin[0].names.contains("dram__bytes_read"));
    EXPECT_THAT(known_chips(ncu), testing::IsSupersetOf({"gh100", "ga10b", "tu102"}));
  }
}

// So the gates of every preset are kept on the one, and told as not available on the other.
TEST(RealNcu, FitsThePresetsToItsChips) {
  NCU_REGIONS_NEED_NCU();
  const NcuProgram ncu{installed_ncus().back().program, "", {}};
  SettingsSources sources;
  sources.conf = NCU_REGIONS_TEST_CONF;
  sources.folder = PresetFolder::kNcu;
  Settings hopper = load_settings(sources);
  EXPECT_THAT(fit_to_chips(hopper, metrics_of_chip(ncu, "gh100")), testing::IsEmpty());
  Settings orin = load_settings(sources);
  EXPECT_EQ(fit_to_chips(orin, metrics_of_chip(ncu, "ga10b")).size(), 3u);
  EXPECT_EQ(orin.ncu.not_on_chip.size(), 3u);
}

TEST(RealNcu, KnowsTheHardwareMetricsOfThePresets) {
  NCU_REGIONS_NEED_NCU();
  const std::set<std::string> names = hardware_metrics_of_presets();
  ASSERT_GE(names.size(), 15u);
  const RealNcu& ncu = installed_ncus().back();
  for (const std::string chip : {"ga100", "ga102", "ad102", "gh100"}) {
    const std::string list = query(ncu, chip);
    for (const std::string& name : names) {
      EXPECT_THAT(list, HasSubstr("\n" + name + " ")) << chip << " has no such metric";
    }
  }
}

}  // namespace
}  // namespace ncu_regions
