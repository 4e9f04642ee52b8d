// Tests: whole logs of runs of ncu that failed (tests/data/ncu_logs), with what has to come of
// each.
#pragma once

#include <string>
#include <vector>

#include "harness/run/ncu_judgement.h"

namespace ncu_regions::fixture {

struct NcuLog {
  std::string name;    // of its file
  std::string what;    // happened, for people
  std::string kind;    // of harness/run/failure_texts.h, or of ncu_judgement.cpp
  std::string action;  // as to_string() names it
  int ncu_exit_code = 0;
  int check_exit_code = 0;  // when every run of ncu ends like that
  std::string shows;        // a part of the line that the message has to show
  NcuTexts texts;
};

// All of them, by name.
std::vector<NcuLog> ncu_logs();

NcuLog ncu_log(const std::string& name);

}  // namespace ncu_regions::fixture
