// Tests: what ncu says when it fails, in the wordings of several versions.
#pragma once

#include <string>
#include <vector>

namespace ncu_regions::fixture {

enum class Channel { kLog, kOut, kErr };

struct NcuFailure {
  std::string kind;  // of harness/run/failure_texts.h
  std::string text;
  int exit_code = 1;
  Channel channel = Channel::kLog;
};

// At least one of every kind.
const std::vector<NcuFailure>& ncu_failures();

}  // namespace ncu_regions::fixture
