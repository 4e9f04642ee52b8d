#include "harness/render/survey_text.h"

#include <algorithm>
#include <map>
#include <set>

#include "harness/core/metric.h"
#include "harness/core/text.h"
#include "harness/render/report_parts.h"
#include "harness/render/table_text.h"

namespace ncu_regions {
namespace {

// A page that a person can read, whatever the program does.
constexpr std::size_t kMostOverlaps = 20;
constexpr std::size_t kMostSurveyRows = 500;
constexpr std::size_t kMostDeclared = 100;
constexpr std::size_t kMostSurveyIndent = 20;

std::string name_of(const Region& region) { return printable(display_form(region.path)); }

std::string heading(const SurveyView& survey) {
  std::size_t instances = 0;
  for (const Region& region : survey.tree.regions) instances += region.all.instances;
  return printable(survey.workload.name) + ": " + counted(survey.tree.regions.size(), "region") +
         ", " + counted(instances, "instance") +
         (survey.tree.scopes.size() > 1
              ? ", " + std::to_string(survey.tree.scopes.size()) + " processes"
              : "") +
         " (one plain run, nothing was counted)\n";
}

// Below its parent a region shows its own label alone.
std::string tree_cell(const Region& region) {
  if (region.depth == 0) return name_of(region);
  const std::string depth =
      region.depth > kMostSurveyIndent ? "(level " + std::to_string(region.depth + 1) + ") " : "";
  return std::string(std::min(region.depth, kMostSurveyIndent) * 2, ' ') + depth +
         printable(region.path.labels.back());
}

std::string tree_table(const RegionTree& tree) {
  std::vector<TableRow> rows = {{"region", "instances", "threads", "kernels", "time ms"}};
  for (const Region& region : tree.regions) {
    if (rows.size() > kMostSurveyRows) break;
    rows.push_back({tree_cell(region), grouped(static_cast<double>(region.all.instances)),
                    grouped(static_cast<double>(region.all.threads)),
                    count_cell(region.all, kHostLaunchesMetric), time_cell(tree, region.all)});
  }
  const std::size_t more = tree.regions.size() - (rows.size() - 1);
  return table_text(rows) + (more > 0 ? "and " + counted(more, "other region") + "\n" : "");
}

// Who opened what, when there are several processes.
std::string process_table(const RegionTree& tree) {
  if (tree.scopes.size() < 2) return "";
  std::vector<TableRow> rows = {{"process", "pid", "regions", "instances"}};
  for (std::size_t i = 0; i < tree.scopes.size(); ++i) {
    std::size_t regions = 0;
    std::size_t instances = 0;
    for (const Region& region : tree.regions) {
      if (!region.by_scope[i]) continue;
      ++regions;
      instances += region.by_scope[i]->instances;
    }
    rows.push_back({printable(tree.scopes[i].name), std::to_string(tree.scopes[i].pid),
                    std::to_string(regions), grouped(static_cast<double>(instances))});
  }
  return "\n" + table_text(rows);
}

// Without those that follow from what contains them: when A and B were open at the same time, and
// A/x was too, A and B say it.
std::vector<std::pair<std::size_t, std::size_t>> outermost_overlaps(const RegionTree& tree) {
  const std::set<std::pair<std::size_t, std::size_t>> all(tree.overlaps.begin(),
                                                          tree.overlaps.end());
  const auto known = [&](std::optional<std::size_t> a, std::optional<std::size_t> b) {
    return a && b && (all.contains({*a, *b}) || all.contains({*b, *a}));
  };
  std::vector<std::pair<std::size_t, std::size_t>> outermost;
  for (const auto& [a, b] : tree.overlaps) {
    const auto above_a = tree.regions[a].parent;
    const auto above_b = tree.regions[b].parent;
    if (!known(above_a, b) && !known(a, above_b) && !known(above_a, above_b)) {
      outermost.emplace_back(a, b);
    }
  }
  return outermost;
}

std::string overlap_lines(const RegionTree& tree) {
  const auto overlaps = outermost_overlaps(tree);
  if (overlaps.empty()) return "";
  std::string text =
      "\nopen at the same time in this run (on several threads, in several domains, or as "
      "start/end ranges):\n";
  for (std::size_t i = 0; i < std::min(overlaps.size(), kMostOverlaps); ++i) {
    const auto& [a, b] = overlaps[i];
    text += "  " + name_of(tree.regions[a]) + " and " +
            (a == b ? "itself, more than once" : name_of(tree.regions[b])) + "\n";
  }
  if (overlaps.size() > kMostOverlaps) {
    text += "  and " + counted(overlaps.size() - kMostOverlaps, "other pair") + "\n";
  }
  return text;
}

std::string range_replay_line(const RegionTree& tree) {
  std::size_t deepest = 0;
  for (const Region& region : tree.regions) deepest = std::max(deepest, region.depth + 1);
  return "\nnested " + std::to_string(deepest) + " deep: with ncu range replay, at least " +
         counted(deepest, "run") + " when all of them are declared" +
         (tree.overlaps.empty() ? "" : ", and more for what is open at the same time") + "\n";
}

std::string cmake_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\\' || c == '"' || c == '$') out += '\\';
    out += c;
  }
  return out + "\"";
}

// Where generator expressions are allowed: "$<" has to be told from the beginning of one.
std::string cmake_argument(std::string_view text) {
  std::string literal;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = text.substr(i, 2) == "$<";
    literal += begins ? "$<1:$>$<1:<>" : std::string(1, text[i]);
    if (begins) ++i;
  }
  return cmake_string(literal);
}

// Regions travel in a CMake list: what separates its elements, or joins them, cannot be in one, and
// a keyword of the function is not taken for a name. Nor what a terminal would not show as it is.
bool cmake_can_carry(const std::string& region) {
  static const std::set<std::string> kKeywords = {"NAME",
                                                  "TARGET",
                                                  "COMMAND",
                                                  "HOST_TARGET",
                                                  "HOST_COMMAND",
                                                  "ARGS",
                                                  "REGIONS",
                                                  "PRESET",
                                                  "CONFIG",
                                                  "BUDGETS",
                                                  "METRICS",
                                                  "TIMEOUT",
                                                  "ENVIRONMENT",
                                                  "DEPENDS",
                                                  "LABELS",
                                                  "REQUIRE_GPU",
                                                  "WORKING_DIRECTORY",
                                                  "REQUIRE_BASELINE",
                                                  "ALLOW_INCOMPARABLE"};
  return region.find_first_of(";[]") == std::string::npos && !region.ends_with('\\') &&
         printable(region) == region && !kKeywords.contains(region);
}

// NAME may hold letters, digits and _ . + - only, and some names are taken.
std::string test_name(const std::string& name) {
  std::string safe;
  for (const char c : name) {
    const bool good = (std::isalnum(static_cast<unsigned char>(c)) != 0) ||
                      std::string_view("_.+-").find(c) != std::string_view::npos;
    safe += good ? c : '_';
  }
  if (safe.empty() || safe.front() == '.' || safe.front() == '-' || safe.front() == '+') {
    safe.insert(0, "_");
  }
  const bool taken = safe == "profile" || safe == "report" || safe == "summary" ||
                     safe == "flags" || safe == "tests.json" || safe.ends_with(".previous");
  return taken ? safe + "_regions" : safe;
}

bool is_python(const Workload& workload) {
  const auto names_python = [](const std::string& word) {
    return std::filesystem::path(word).filename().string().starts_with("python");
  };
  return names_python(workload.host_command.front()) ||
         std::ranges::any_of(workload.args, names_python);
}

}  // namespace

std::string survey_text(const SurveyView& survey) {
  return heading(survey) + tree_table(survey.tree) + process_table(survey.tree) +
         overlap_lines(survey.tree) + range_replay_line(survey.tree);
}

std::vector<std::string> declared_names(const RegionTree& tree) {
  std::map<std::string_view, std::size_t> by_label;
  for (const Region& region : tree.regions) ++by_label[region.path.labels.back()];
  std::set<std::string> written_forms;  // of the top: a label with a '/' in it is none of them
  std::vector<const Region*> regions;
  for (const Region& region : tree.regions) {
    regions.push_back(&region);
    if (region.depth < 2) written_forms.insert(written_form(region.path));
  }
  std::ranges::stable_sort(regions, {}, &Region::depth);
  regions.resize(std::min(regions.size(), kMostDeclared));
  std::ranges::sort(regions);  // back in the order of the tree
  std::vector<std::string> names;
  for (const Region* region : regions) {
    const std::string& label = region->path.labels.back();
    // A label alone, unless it needs escapes, another region has it too, or is written like that.
    const bool plain = written_form({"", {label}}) == label;
    const bool elsewhere = written_forms.contains(label) && written_form(region->path) != label;
    names.push_back(plain && !elsewhere && by_label[label] == 1 ? label
                                                                : written_form(region->path));
  }
  return names;
}

std::string add_test_lines(const SurveyView& survey) {
  const Workload& workload = survey.workload;
  std::string carried;
  std::string comments;
  for (const std::string& region : declared_names(survey.tree)) {
    if (cmake_can_carry(region)) {
      carried += "\n    " + cmake_string(region);
    } else {
      comments += "# CMake cannot carry this region: " + printable(region) + "\n";
    }
  }
  if (survey.tree.regions.size() > kMostDeclared) {
    comments += "# the outermost " + std::to_string(kMostDeclared) + " of " +
                counted(survey.tree.regions.size(), "region") + "\n";
  }
  if (carried.empty()) return comments + "# no region is left: use --write FILE\n";
  std::string text = comments + "ncu_regions_add_test(NAME " + test_name(workload.name) + "\n  " +
                     (survey.is_cuda ? "COMMAND " : "HOST_COMMAND ") +
                     cmake_argument(workload.host_command.front());
  if (!workload.args.empty()) {
    text += "\n  ARGS";
    for (const std::string& argument : workload.args) text += " " + cmake_argument(argument);
  }
  if (is_python(workload)) text += "\n  ENVIRONMENT PYTHONHASHSEED=0";  // else no count repeats
  return text + "\n  WORKING_DIRECTORY " + cmake_string(workload.working_directory.string()) +
         "\n  REGIONS" + carried + ")\n";
}

}  // namespace ncu_regions
