#include "harness/config/waiver.h"

#include <cctype>
#include <chrono>

namespace ncu_regions {

bool is_date(const std::string& text) {
  constexpr std::string_view kShape = "dddd-dd-dd";
  if (text.size() != kShape.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_digit = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
    if (kShape[i] == 'd' ? !is_digit : text[i] != '-') return false;
  }
  const auto number = [&](std::size_t from, std::size_t count) {
    return std::stoi(text.substr(from, count));
  };
  return std::chrono::year_month_day(std::chrono::year(number(0, 4)),
                                     std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                     std::chrono::day(static_cast<unsigned>(number(8, 2))))
      .ok();
}

}  // namespace ncu_regions
