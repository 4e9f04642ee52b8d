// Config: a reviewed, dated exception.
#pragma once

#include <string>

namespace ncu_regions {

struct Waiver {
  std::string metric = "*";  // globs
  std::string region = "*";
  std::string reason, author;
  std::string until;   // the last day, YYYY-MM-DD
  std::string issue;   // a link; may be empty
  std::string origin;  // "file:line"

  bool has_expired(const std::string& today) const { return today > until; }
};

// Whether it is a day of the calendar, YYYY-MM-DD.
bool is_date(const std::string& text);

}  // namespace ncu_regions
