// Run: whether a run of ncu can be trusted, and if not, what happened and what to do.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/run/failure_texts.h"
#include "harness/run/process.h"

namespace ncu_regions {

// What a run of ncu left. Its own lines begin with "==" on the channels that the program writes to.
struct NcuTexts {
  std::string log, out, err;
};

NcuTexts read_ncu_texts(const std::filesystem::path& folder);

struct NcuJudgement {
  bool is_good = false;  // exit code 0, no error text; whether a report is there is not looked at
  std::string kind;      // of the failure: "no_driver", "timeout", ...
  FailureAction action = FailureAction::kFail;
  std::string meaning, remedy;
  std::vector<std::string> lines;  // what ncu said, made harmless
  std::vector<std::string> notes;  // with the line that each comes from

  // For people: meaning, what ncu said, what to do.
  std::string message() const;
  std::string one_line() const;
};

// The first row of the table counts. A run that was ended by us, or by a signal, is judged by that.
NcuJudgement judge_ncu_run(const ProcessEnd& end, const CaptureCommand& command,
                           const NcuTexts& texts);

// What the texts in this folder say of a run that failed, whatever its exit code was; kind
// "ncu_ended" when they say nothing.
NcuJudgement judge_as_failed(const std::filesystem::path& folder);

NcuJudgement good_run();

// For what the texts do not say: no report, a wrong number of results, another program's report.
NcuJudgement bad_result(std::string kind, std::string meaning, std::string remedy);

// How far ncu has come.
struct NcuProgress {
  std::size_t results = 0;  // begun
  std::string passes;       // of the latest: "3 passes", "pass 2"; may be empty
};

NcuProgress progress_of(std::string_view log);

}  // namespace ncu_regions
