// Tests: runs of the stand-in for ncu with a scenario, and what its reports say.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/artifacts/report_file.h"
#include "tests/support/program.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions::stand_in {

using Strings = std::vector<std::string>;

// A scenario of one capture that this entry describes.
std::string one(const std::string& entry);

// A result in short: "A > A::A1: range", its process and its metrics.
struct Seen {
  std::string text, process;
  std::uint64_t pid = 0, device = 0;
  bool is_locked = false;
  std::map<std::string, double> metrics;
};

class Runs {
 public:
  explicit Runs(const std::string& scenario = "{}");

  // Adds --nvtx and -f -o to a report of its own.
  ProgramResult capture(const Strings& options, const Strings& program = {"/bin/true"}) const;
  ProgramResult run(const Strings& options) const;
  // Of the latest capture.
  std::vector<Seen> results() const;
  Strings texts() const;
  std::vector<nlohmann::json> log() const;
  std::filesystem::path file(const std::string& name) const { return folder_ / name; }
  std::filesystem::path report() const { return folder_ / "r.ncu-rep"; }

  std::map<std::string, std::string> environment;

 private:
  TempFolder folder_;
};

}  // namespace ncu_regions::stand_in
