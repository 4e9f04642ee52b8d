#include "harness/cli/shown_options.h"

#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions::cli {
namespace {

std::vector<std::string> comma_list(const std::string& text, const std::string& option) {
  std::vector<std::string> items;
  for (const std::string& part : split(text, ',')) {
    if (!trim(part).empty()) items.emplace_back(trim(part));
  }
  if (items.empty()) {
    throw Error(ErrorKind::kUsage, option + " names nothing; expected a comma list");
  }
  return items;
}

}  // namespace

void ShownOptions::add_to(CLI::App& command) {
  command.add_option("--metrics", metrics_, "names or patterns");
  command.add_option("--sections", sections_, "identifiers or patterns");
  command.add_option("--kernel-include", include_)->allow_extra_args(false);
  command.add_option("--kernel-exclude", exclude_)->allow_extra_args(false);
  command.add_option("--kernel-name-base", base_);
  command.add_option("--top", top_);
  command.add_flag("--no-aggregate", no_aggregate_);
  command.add_option("--config", config_);
  command.add_option("--set", overrides_)->allow_extra_args(false);
}

bool ShownOptions::is_given() const {
  return !metrics_.empty() || !sections_.empty() || !top_.empty() || !base_.empty() ||
         !config_.empty() || !include_.empty() || !exclude_.empty() || !overrides_.empty() ||
         no_aggregate_;
}

SettingsSources ShownOptions::sources() const {
  SettingsSources sources;
  sources.conf = find_conf();
  if (!config_.empty()) sources.files.emplace_back(config_);
  sources.overrides = overrides_;
  if (no_aggregate_) sources.overrides.emplace_back("aggregate=false");
  if (!top_.empty()) sources.overrides.push_back("top_kernels=" + top_);
  if (!base_.empty()) sources.overrides.push_back("ncu_cli.kernel_name_base=" + base_);
  if (!metrics_.empty())
    sources.lists.emplace_back("ncu_cli.metrics", comma_list(metrics_, "--metrics"));
  if (!sections_.empty()) {
    sources.lists.emplace_back("ncu_cli.sections", comma_list(sections_, "--sections"));
  }
  if (!include_.empty()) sources.lists.emplace_back("ncu_cli.kernel_include", include_);
  if (!exclude_.empty()) sources.lists.emplace_back("ncu_cli.kernel_exclude", exclude_);
  return sources;
}

}  // namespace ncu_regions::cli
