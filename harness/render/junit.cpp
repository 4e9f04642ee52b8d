#include "harness/render/junit.h"

#include <algorithm>

#include "harness/render/findings.h"
#include "harness/render/html.h"
#include "harness/render/why.h"

namespace ncu_regions {
namespace {

std::string attribute(const char* name, std::string_view value) {
  return std::string(" ") + name + "=\"" + html_text(value) + "\"";
}

std::string case_end(const WorkloadRun& run, const Verdict& verdict) {
  const ExitCode code = region_test_code(run.outcome, verdict);
  const std::string word(to_string(verdict.word));
  if (code == ExitCode::kPass) return "/>\n";
  if (code == ExitCode::kSkipped) {
    return "><skipped" + attribute("message", word + ": " + verdict.reason) + "/></testcase>\n";
  }
  const Explanation* why = run.explained.find(verdict.region);
  return "><failure" + attribute("type", word) + attribute("message", verdict.reason) + ">" +
         html_text(why == nullptr ? "" : "why: " + reading_text(why->reading)) +
         "</failure></testcase>\n";
}

std::size_t count_code(const Outcome& outcome, bool skipped) {
  return static_cast<std::size_t>(
      std::ranges::count_if(outcome.verdicts, [&](const Verdict& verdict) {
        const ExitCode code = region_test_code(outcome, verdict);
        return skipped ? code == ExitCode::kSkipped
                       : code != ExitCode::kPass && code != ExitCode::kSkipped;
      }));
}

std::string suite(const WorkloadResult& result) {
  if (!result.run) {
    return "  <testsuite" + attribute("name", result.name) +
           " tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">\n    <testcase" +
           attribute("classname", result.name) + " name=\"run\"><error" +
           attribute("message", result.error) + "/></testcase>\n  </testsuite>\n";
  }
  const Outcome& outcome = result.run->outcome;
  const bool is_skipped = outcome.skipped;
  std::string text = "  <testsuite" + attribute("name", result.name) + " tests=\"" +
                     std::to_string(is_skipped ? 1 : outcome.verdicts.size()) + "\" failures=\"" +
                     std::to_string(count_code(outcome, false)) + R"(" errors="0" skipped=")" +
                     std::to_string(is_skipped ? 1 : count_code(outcome, true)) + "\">\n";
  if (is_skipped) {
    text += "    <testcase" + attribute("classname", result.name) + " name=\"run\"><skipped" +
            attribute("message", outcome.profiler_reason) + "/></testcase>\n";
  }
  for (const Verdict& verdict : outcome.verdicts) {
    text += "    <testcase" +
            attribute("classname", result.name + "." + written_form(verdict.region)) +
            attribute("name", verdict.metric) + case_end(*result.run, verdict);
  }
  return text + "  </testsuite>\n";
}

}  // namespace

std::string junit_xml(std::span<const WorkloadResult> results) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ncu-regions\">\n";
  for (const WorkloadResult& result : results) text += suite(result);
  return text + "</testsuites>\n";
}

}  // namespace ncu_regions
