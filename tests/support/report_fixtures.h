// Tests: synthetic reports of every shape that readers have to know.
#pragma once

#include <string>
#include <vector>

#include "tests/support/report_writer.h"

namespace ncu_regions::fixture {

struct Fixture {
  std::string name;
  std::vector<Result> results;
  std::vector<Process> processes;  // of each result; one for all when shorter
  bool strings_last = false;
  // CSV cannot tell: names with quotes break ncu's rows.
  bool breaks_csv = false;
  int since = 20223;  // the first release of ncu that knows all of it

  std::string bytes() const;
  const Process& process(std::size_t result) const;
};

std::vector<Fixture> all_fixtures();

}  // namespace ncu_regions::fixture
