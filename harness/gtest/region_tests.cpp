// ncu-regions-region-tests: the verdicts of a run as GoogleTest cases.
//
//   ncu-regions-region-tests RUN [--build BUILD --test NAME] [--region REGION]...
//
// Exit codes are those of the harness, for the cases that were selected: no outcome, no case, or an
// outcome of another program than the build has now is 3.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/compare/outcome.h"
#include "harness/config/workload.h"
#include "harness/core/error.h"
#include "harness/core/hash.h"
#include "harness/core/text.h"
#include "harness/pipeline/binding.h"
#include "harness/pipeline/run_folder.h"
#include "harness/render/markdown.h"
#include "harness/runs/outcome_file.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

std::vector<ExitCode>& codes_seen() {
  static std::vector<ExitCode> codes;
  return codes;
}

// --gtest_filter cannot name ':', '-', '*' or '?'; a changed name gets a hash, so that two regions
// never share one.
std::string filter_safe(const std::string& name) {
  std::string safe;
  for (const char c : name) safe += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return safe == name ? safe : safe + "_" + short_hash(name).substr(0, 6);
}

class VerdictCase : public testing::Test {
 public:
  VerdictCase(const Outcome& outcome, const Verdict& verdict, const std::string& run)
      : outcome_(outcome), verdict_(verdict), run_(run) {}

  void TestBody() override {
    RecordProperty("region", printable(written_form(verdict_.region)));
    RecordProperty("metric", verdict_.metric);
    RecordProperty("verdict", std::string(to_string(verdict_.word)));
    const ExitCode code = region_test_code(outcome_, verdict_);
    codes_seen().push_back(code);
    const std::string text = message();
    if (code == ExitCode::kSkipped) GTEST_SKIP() << text;
    if (code != ExitCode::kPass) ADD_FAILURE_AT(report_file(run_).c_str(), -1) << text;
  }

 private:
  std::string message() const {
    std::string text = std::string(to_string(verdict_.word)) + ": region '" +
                       printable(verdict_.declared) + "', " + verdict_.metric + ": ";
    if (verdict_.baseline && verdict_.now) {
      text += with_unit(*verdict_.baseline, verdict_.unit) + " -> " +
              with_unit(*verdict_.now, verdict_.unit) + " (" +
              relative_change(*verdict_.baseline, *verdict_.now) + "), ";
    }
    text += printable(verdict_.reason);
    if (exit_code_of(verdict_) == ExitCode::kNoBaseline && stores_levels(outcome_)) {
      text += "\naccept the measured values with: ncu-regions accept --run " +
              shell_word(printable(run_)) + " --reason '...'" +
              (verdict_.word == VerdictWord::kIncomparable ? " --all" : "");
    }
    return without_ctest_tags(text + "\nreport: " + printable(report_file(run_).string()));
  }

  const Outcome& outcome_;
  const Verdict& verdict_;
  const std::string& run_;
};

class SkippedCase : public testing::Test {
 public:
  explicit SkippedCase(const Outcome& outcome) : outcome_(outcome) {}
  void TestBody() override {
    codes_seen().push_back(ExitCode::kSkipped);
    GTEST_SKIP() << without_ctest_tags("cannot measure here: " +
                                       printable(outcome_.profiler_reason));
  }

 private:
  const Outcome& outcome_;
};

void register_region(const Outcome& outcome, const std::string& region, const std::string& run) {
  const std::string suite = filter_safe(outcome.workload) + "_" + filter_safe(region);
  if (outcome.skipped) {
    testing::RegisterTest(suite.c_str(), "skipped", nullptr, nullptr, __FILE__, __LINE__,
                          [&outcome]() -> testing::Test* { return new SkippedCase(outcome); });
  }
  for (const Verdict& verdict : outcome.verdicts) {
    if (verdict.declared != region) continue;
    testing::RegisterTest(suite.c_str(), filter_safe(verdict.metric).c_str(), nullptr, nullptr,
                          __FILE__, __LINE__, [&outcome, &verdict, &run]() -> testing::Test* {
                            return new VerdictCase(outcome, verdict, run);
                          });
  }
}

std::string xml_escaped(const std::string& text) {
  std::string out;
  for (const char c : printable(text)) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

// After the reasons: CTest keeps only the first kilobyte of a passed test's output.
void print_measurements(const Outcome& outcome, const std::vector<std::string>& regions) {
  for (const Verdict& verdict : outcome.verdicts) {
    if (std::ranges::find(regions, verdict.declared) == regions.end() || !verdict.now) continue;
    std::printf("<CTestMeasurement type=\"numeric/double\" name=\"%s %s\">%s</CTestMeasurement>\n",
                xml_escaped(display_form(verdict.region)).c_str(),
                xml_escaped(verdict.metric).c_str(), shortest(*verdict.now).c_str());
  }
}

struct Arguments {
  std::string folder;
  std::string build, test;           // empty: where the run folder lies says it
  std::vector<std::string> regions;  // empty: all
};

constexpr char kUsage[] =
    "usage: ncu-regions-region-tests RUN [--build BUILD --test NAME] [--region REGION]... "
    "[GoogleTest options]\n"
    "RUN is a run folder (<build>/ncu-regions/<name>); without --region all of its regions are "
    "tested. In a build folder with registered tests the run must be of the test as it is "
    "registered now, and of its program as it is now";

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--region" && i + 1 < argc) {
      arguments.regions.emplace_back(argv[++i]);
    } else if (word == "--build" && i + 1 < argc) {
      arguments.build = argv[++i];
    } else if (word == "--test" && i + 1 < argc) {
      arguments.test = argv[++i];
    } else if (arguments.folder.empty() && !word.starts_with('-')) {
      arguments.folder = word;
    } else {
      throw Error(ErrorKind::kUsage, "'" + printable(word) + "' is not expected; " + kUsage);
    }
  }
  const bool is_half = arguments.build.empty() != arguments.test.empty();
  if (arguments.folder.empty() || is_half) throw Error(ErrorKind::kUsage, kUsage);
  return arguments;
}

// The test that the run folder is of: as CTest says, or by where the folder lies. Nothing for a run
// that was packed, or measured without a build.
std::optional<Workload> registered_test(const Arguments& arguments) {
  if (!arguments.test.empty()) return load_workload(tests_file(arguments.build), arguments.test);
  const fs::path run = fs::absolute(arguments.folder + "/").lexically_normal().parent_path();
  const fs::path tests = run.parent_path() / "tests.json";
  std::error_code failed;
  if (run.parent_path().filename() != "ncu-regions" || !fs::exists(tests, failed)) {
    return std::nullopt;
  }
  const std::vector<std::string> names = workload_names(tests);
  const std::string name = run.filename().string();
  if (std::ranges::find(names, name) == names.end()) return std::nullopt;
  return load_workload(tests, name);
}

// An empty selection passes in GoogleTest: a gate that was not looked at.
[[noreturn]] void refuse_empty_selection(const Arguments& arguments) {
  const char* shards = std::getenv("GTEST_TOTAL_SHARDS");
  throw Error(ErrorKind::kMeasurement,
              "no case was selected" +
                  (arguments.regions.empty()
                       ? std::string()
                       : " for region '" + printable(join(arguments.regions, "', '")) + "'") +
                  " in " + printable(arguments.folder) +
                  (shards == nullptr ? "" : std::string(" (of ") + printable(shards) + " shards)"));
}

// GoogleTest takes its own options away. A region may be called like one of them, so that it does
// not see the values of ours.
void initialise_googletest(int& argc, char** argv) {
  std::vector<char*> own = {argv[0]};
  std::vector<char*> rest = {argv[0]};
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const bool has_value = word == "--region" || word == "--build" || word == "--test";
    (word.starts_with("--gtest_") ? own : rest).push_back(argv[i]);
    if (has_value && i + 1 < argc) rest.push_back(argv[++i]);
  }
  auto count = static_cast<int>(own.size());
  own.push_back(nullptr);
  testing::InitGoogleTest(&count, own.data());
  for (int i = 1; i < count; ++i)
    rest.push_back(own[static_cast<std::size_t>(i)]);  // not known to it
  std::ranges::copy(rest, argv);
  argc = static_cast<int>(rest.size());
}

ExitCode run(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "--help") {
    std::printf("%s\n\n", kUsage);
    testing::InitGoogleTest(&argc, argv);  // prints its own help
    return ExitCode::kPass;
  }
  initialise_googletest(argc, argv);
  Arguments arguments = parse(argc, argv);
  const Outcome outcome = read_outcome(outcome_file(arguments.folder));
  if (const auto test = registered_test(arguments)) require_bound(outcome, *test);
  const std::vector<std::string>& regions =
      arguments.regions.empty() ? outcome.declared : arguments.regions;
  for (const std::string& region : regions) register_region(outcome, region, arguments.folder);
  const int failed = RUN_ALL_TESTS();
  if (testing::GTEST_FLAG(list_tests)) return ExitCode::kPass;
  if (codes_seen().empty()) refuse_empty_selection(arguments);
  print_measurements(outcome, regions);
  const ExitCode code = combine(codes_seen());
  return code == ExitCode::kPass && failed != 0 ? ExitCode::kNotMeasured : code;
}

}  // namespace
}  // namespace ncu_regions

int main(int argc, char** argv) {
  using namespace ncu_regions;
  try {
    return static_cast<int>(run(argc, argv));
  } catch (const Error& error) {
    std::printf("%s\n", without_ctest_tags(error.what()).c_str());
    return static_cast<int>(exit_code_of(error.kind()));
  }
}
