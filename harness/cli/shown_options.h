// CLI: options that choose what reports of ncu's results show.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "harness/config/settings.h"

namespace ncu_regions::cli {

class ShownOptions {
 public:
  void add_to(CLI::App& command);

  bool is_given() const;
  // Throws Error(kUsage).
  SettingsSources sources() const;

 private:
  std::string metrics_, sections_, top_, base_, config_;
  std::vector<std::string> include_, exclude_, overrides_;
  bool no_aggregate_ = false;
};

}  // namespace ncu_regions::cli
