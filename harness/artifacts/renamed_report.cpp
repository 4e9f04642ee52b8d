#include "harness/artifacts/renamed_report.h"

#include <algorithm>
#include <utility>

namespace ncu_regions {
namespace {

class RenamedReport : public ReportFile {
 public:
  RenamedReport(std::unique_ptr<ReportFile> file, const std::map<std::string, std::string>& names)
      : file_(std::move(file)) {
    name_ = file_->name();
    facts_ = file_->facts();
    warnings_ = file_->warnings();
    for (const auto& [here, there] : names) here_.emplace(there, here);
  }

  std::span<const std::string_view> names() const override {
    const std::span<const std::string_view> stored = file_->names();
    while (texts_.size() < stored.size()) texts_.push_back(renamed(stored[texts_.size()]));
    return texts_;
  }

  std::string unit(std::uint32_t name) const override { return file_->unit(name); }

  void read(const Selection& selection,
            const std::function<void(const ReportResult&)>& use) override {
    Selection wanted = selection;
    for (const auto& [there, here] : here_) {
      if (selection.wants(here)) wanted.metrics.push_back(there);
    }
    file_->read(wanted, use);
    for (const std::string& warning : file_->warnings()) warn(warning);
  }

 private:
  std::string_view renamed(std::string_view stored) const {
    const auto found = here_.find(stored);
    if (found == here_.end()) return stored;
    const bool has_both = std::ranges::find(file_->names(), found->second) != file_->names().end();
    return has_both ? stored : std::string_view(found->second);
  }

  std::unique_ptr<ReportFile> file_;
  std::map<std::string, std::string, std::less<>> here_;  // name in the file -> name here
  mutable std::vector<std::string_view> texts_;
};

}  // namespace

std::unique_ptr<ReportFile> renamed_report(std::unique_ptr<ReportFile> file,
                                           const std::map<std::string, std::string>& names) {
  if (names.empty()) return file;
  return std::make_unique<RenamedReport>(std::move(file), names);
}

}  // namespace ncu_regions
