// ncu-regions-region-tests: the verdicts of one region as GoogleTest cases.
//
//   ncu-regions-region-tests RUN --region REGION [GoogleTest options]
//
// Exit codes are those of the harness, for this region only: no outcome or no case is 3.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "harness/compare/outcome.h"
#include "harness/core/error.h"
#include "harness/core/hash.h"
#include "harness/core/text.h"
#include "harness/pipeline/run_folder.h"
#include "harness/render/markdown.h"
#include "harness/render/outcome_file.h"

namespace ncu_regions {
namespace {

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
    if (code != ExitCode::kPass) ADD_FAILURE() << text;
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
    if (exit_code_of(verdict_) == ExitCode::kNoBaseline) {
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

void register_cases(const Outcome& outcome, const std::string& region, const std::string& run) {
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
void print_measurements(const Outcome& outcome, const std::string& region) {
  for (const Verdict& verdict : outcome.verdicts) {
    if (verdict.declared != region || !verdict.now) continue;
    std::printf("<CTestMeasurement type=\"numeric/double\" name=\"%s %s\">%s</CTestMeasurement>\n",
                xml_escaped(display_form(verdict.region)).c_str(),
                xml_escaped(verdict.metric).c_str(), shortest(*verdict.now).c_str());
  }
}

// Left over in an environment they would hide gates; on the command line they are meant.
void ignore_selection_of_the_environment() {
  for (const char* name : {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX", "GTEST_FILTER"}) {
    unsetenv(name);
  }
}

ExitCode run(int argc, char** argv) {
  ignore_selection_of_the_environment();
  testing::InitGoogleTest(&argc, argv);
  if (argc != 4 || std::string(argv[2]) != "--region") {
    throw Error(ErrorKind::kUsage, "usage: ncu-regions-region-tests RUN --region REGION");
  }
  const std::string region = argv[3];
  const std::string folder = argv[1];
  const Outcome outcome = read_outcome(outcome_file(folder));
  register_cases(outcome, region, folder);
  const int failed = RUN_ALL_TESTS();
  if (codes_seen().empty()) {
    throw Error(ErrorKind::kMeasurement, "no case was selected for region '" + printable(region) +
                                             "' in " + printable(folder));
  }
  print_measurements(outcome, region);
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
