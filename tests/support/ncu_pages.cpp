#include "tests/support/ncu_pages.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "harness/core/unit.h"
#include "tests/support/csv_cells.h"

namespace ncu_regions {
namespace {

const std::set<std::string> kIdentity = {
    "ID",     "Process ID", "Process Name", "Host Name", "Kernel Name", "Context",
    "Stream", "Block Size", "Grid Size",    "Device",    "CC"};

bool is_nvtx(const std::string& column) { return column.find("_Range:") != std::string::npos; }

std::string with_decimals(double value, int decimals) {
  char text[512];
  std::snprintf(text, sizeof(text), "%.*f", decimals, value);
  return text;
}

bool is_whole(double value) { return value == std::trunc(value); }

// ncu sorts by process, keeps the file's order within one, and numbers anew.
std::vector<CsvRow> in_ncus_order(std::vector<CsvRow> rows) {
  if (rows.size() < 3) return rows;
  std::stable_sort(rows.begin() + 2, rows.end(), [](const CsvRow& a, const CsvRow& b) {
    return std::atoll(a[1].c_str()) < std::atoll(b[1].c_str());
  });
  for (std::size_t i = 2; i < rows.size(); ++i) rows[i][0] = std::to_string(i - 2);
  return rows;
}

class Comparer {
 public:
  Comparer(const std::string& ours, const NcuPage& ncu)
      : page_(ncu), ours_(in_ncus_order(csv_rows(ours))), theirs_(csv_rows(ncu.text)) {}

  PageComparison compare() {
    if (ours_.size() != theirs_.size()) {
      differ("rows", std::to_string(ours_.size()), std::to_string(theirs_.size()));
      return result_;
    }
    for (std::size_t i = 0; i < ours_[0].size(); ++i) ours_at_[ours_[0][i]] = i;
    for (std::size_t i = 0; i < theirs_[0].size(); ++i) compare_column(i);
    for (const auto& [name, at] : ours_at_) compare_surplus(name, at);
    return result_;
  }

 private:
  void compare_column(std::size_t theirs) {
    const std::string& name = theirs_[0][theirs];
    if (name == "Kernel Time") return;  // 2022.3: not in our layout
    const auto ours = ours_at_.find(name);
    if (ours == ours_at_.end()) return differ(name, "(no column)", "(column)");
    seen_.insert(name);
    is_finite_ = true;
    for (std::size_t row = 2; row < ours_.size(); ++row) {
      const std::string& cell = ours_[row][ours->second];
      is_finite_ &= cell != "nan" && cell != "inf" && cell != "-inf";
    }
    for (std::size_t row = 2; row < ours_.size(); ++row) {
      compare_cell(name, theirs_[1][theirs], ours_[row][ours->second], theirs_[row][theirs]);
    }
  }

  void compare_cell(const std::string& name, const std::string& unit, const std::string& ours,
                    const std::string& theirs) {
    if (kIdentity.contains(name)) {
      ++result_.identity_cells;
      const bool is_unknown = (name == "Device" && ours == "n/a" && theirs == "255") ||
                              (name == "CC" && ours.empty() && theirs == "0.0");
      const bool is_renamed = name == "Kernel Name" && page_.renamed;
      if (ours != theirs && !is_unknown && !is_renamed) differ(name, ours, theirs);
    } else if (is_nvtx(name)) {
      ++result_.nvtx_cells;
      if (ours != theirs) differ(name, ours, theirs);
    } else {
      ++result_.metric_cells;
      compare_metric(name, unit, ours, theirs);
    }
  }

  void compare_metric(const std::string& name, const std::string& unit, const std::string& ours,
                      const std::string& theirs) {
    if (ours == theirs) return;
    double value = 0;
    const auto [end, failed] = std::from_chars(ours.data(), ours.data() + ours.size(), value);
    if (failed != std::errc() || end != ours.data() + ours.size()) {
      return differ(name, ours, theirs);
    }
    if (!is_finite_ && is_lost(theirs)) return;
    if (is_whole(value) && value >= 0x1p63 && theirs == "0") {
      ++result_.ncu_overflows;
      return;
    }
    const UnitScale scale = scale_of_unit(unit);
    if (!unit.empty() && scale.base != unit_of_metric(name)) ++result_.odd_units;
    if (!is_text_of(value / scale.factor, !unit.empty(), theirs)) differ(name, ours, theirs);
  }

  // In a scaled column that holds a NaN or an infinity ncu shows 0 for NaN, and may show NaN for
  // everything else: it derives the scale from the largest value.
  bool is_lost(const std::string& theirs) {
    if (theirs == "-nan") return true;
    if (page_.base || (theirs != "0" && theirs != "0.000000")) return false;
    ++result_.ncu_nans;
    return true;
  }

  // How ncu prints a number: base units whole or with two decimals; scaled ones with six when they
  // have a unit, but whole since 2024.2 when they are stored as whole numbers.
  bool is_text_of(double value, bool has_unit, const std::string& theirs) const {
    if (page_.base || !has_unit) {
      return theirs == with_decimals(value, is_whole(value) && !page_.base ? 0 : 2) ||
             theirs == with_decimals(value, is_whole(value) ? 0 : 2);
    }
    return theirs == with_decimals(value, 6) ||
           (is_whole(value) && theirs == with_decimals(value, 0));
  }

  // A column that ncu does not print: 2022.3 has fewer of identity.
  void compare_surplus(const std::string& name, std::size_t) {
    if (seen_.contains(name)) return;
    if (page_.release < 20231 && kIdentity.contains(name)) return;
    differ(name, "(column)", "(no column)");
  }

  void differ(const std::string& name, const std::string& ours, const std::string& theirs) {
    result_.differences.push_back(name + ": ours '" + ours + "', ncu's '" + theirs + "'");
  }

  const NcuPage& page_;
  std::vector<CsvRow> ours_, theirs_;
  std::map<std::string, std::size_t> ours_at_;
  std::set<std::string> seen_;
  bool is_finite_ = true;  // all values of the present column
  PageComparison result_;
};

}  // namespace

PageComparison compare_pages(const std::string& ours, const NcuPage& ncu) {
  return Comparer(ours, ncu).compare();
}

}  // namespace ncu_regions
