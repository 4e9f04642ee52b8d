// Host: the numbers in lines of callgrind's.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ncu_regions::host {

// Stays inside the readers of callgrind's files: they turn it into a reason.
class Unreadable : public std::runtime_error {
 public:
  Unreadable(std::string_view line, std::string_view why);
};

// A number at the front of `text`, which is moved past it.
std::optional<std::uint64_t> take_number(std::string_view& text);
bool take_prefix(std::string_view& text, std::string_view prefix);

// "ncu-regions cut 3 17": thread and event, or nothing when it is another text.
struct CutMark {
  std::uint64_t thread = 0;
  std::uint64_t event = 0;
};
std::optional<CutMark> parse_cut_mark(std::string_view text);

// Which columns of a line of totals are wanted.
class Columns {
 public:
  explicit Columns(std::vector<std::string> wanted) : wanted_(std::move(wanted)) {}

  // The names that follow "events: ".
  void name(std::string_view line, std::string_view names);
  bool named() const { return !places_.empty(); }

  // The wanted values of "145467 22 7". Callgrind leaves trailing zero columns out, even the first.
  std::vector<std::uint64_t> values(std::string_view line, std::string_view text) const;

 private:
  std::vector<std::string> wanted_;
  std::vector<std::size_t> places_;
  std::size_t count_ = 0;
};

}  // namespace ncu_regions::host
