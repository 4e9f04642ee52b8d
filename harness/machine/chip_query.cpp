#include "harness/machine/chip_query.h"

#include <algorithm>
#include <cctype>

#include "harness/core/text.h"

namespace ncu_regions {
namespace {

// The list of one chip has 0.8 MB.
constexpr std::size_t kMostListing = std::size_t{32} * 1024 * 1024;

bool is_rule(std::string_view line) {
  return line.starts_with("---") && line.find_first_not_of("- ") == std::string_view::npos;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// "Chip ga102", or "Device NVIDIA GeForce RTX 3090 (GA102)".
std::string chip_in(std::string_view heading) {
  if (heading.starts_with("Chip ")) return lower(trim(heading.substr(5)));
  const std::size_t open = heading.rfind('(');
  const std::size_t close = heading.rfind(')');
  if (!heading.starts_with("Device ") || open == std::string_view::npos || close < open) return "";
  return lower(heading.substr(open + 1, close - open - 1));
}

class Listing {
 public:
  std::vector<ChipMetrics> read(std::string_view text) {
    for (const std::string& line : split(text, '\n')) add(line);
    std::erase_if(chips_, [](const ChipMetrics& chip) { return chip.names.empty(); });
    return std::move(chips_);
  }

 private:
  void add(const std::string& line) {
    if (const std::string chip = chip_in(line); !chip.empty()) {
      chips_.push_back({chip, {}});
      rules_ = 0;
    } else if (is_rule(line)) {
      ++rules_;
    } else if (rules_ >= 2 && !chips_.empty() && line.find("__") != std::string::npos) {
      // A description of several lines goes on behind blanks.
      const std::string name = line.substr(0, line.find(' '));
      if (name.find("__") != std::string::npos) chips_.back().names.insert(name);
    }
  }

  std::vector<ChipMetrics> chips_;
  int rules_ = 0;  // that were seen of the table's head
};

std::vector<ChipMetrics> ask(const NcuProgram& ncu, std::vector<std::string> options,
                             const std::vector<std::string>& variables, double limit_s) {
  options.insert(options.begin(), "--query-metrics");
  const ProgramAnswer answer =
      answer_of(ncu_question(ncu, options, variables), limit_s, kMostListing);
  return answer.bad_end.empty() ? chip_metrics_from(answer.output) : std::vector<ChipMetrics>();
}

}  // namespace

std::vector<ChipMetrics> chip_metrics_from(std::string_view text) { return Listing().read(text); }

std::vector<ChipMetrics> metrics_of_gpus(const NcuProgram& ncu, const std::string& device,
                                         const std::string& visible, double limit_s) {
  std::vector<std::string> variables;
  const bool is_uuid = device.starts_with("GPU-") || device.starts_with("MIG-");
  const std::string& only = is_uuid ? device : visible;
  if (!only.empty()) variables.push_back("CUDA_VISIBLE_DEVICES=" + only);
  if (!device.starts_with("cuda:")) return ask(ncu, {}, variables, limit_s);
  return ask(ncu, {"--devices", device.substr(5)}, variables, limit_s);
}

std::vector<ChipMetrics> metrics_of_chip(const NcuProgram& ncu, const std::string& chip,
                                         double limit_s) {
  return ask(ncu, {"--chips", chip}, {}, limit_s);
}

std::vector<std::string> known_chips(const NcuProgram& ncu, double limit_s) {
  const ProgramAnswer answer = answer_of(ncu_question(ncu, {"--list-chips"}), limit_s);
  std::vector<std::string> chips;
  if (!answer.bad_end.empty()) return chips;
  for (const std::string& chip : split(answer.output, ',')) {
    if (const std::string_view name = trim(chip); !name.empty()) chips.push_back(lower(name));
  }
  return chips;
}

}  // namespace ncu_regions
