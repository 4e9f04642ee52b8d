// What `show` prints of synthetic reports, in every format.
#include <gtest/gtest.h>

#include "harness/render/results.h"
#include "tests/support/golden.h"
#include "tests/support/report_fixtures.h"

namespace ncu_regions {
namespace {

// Opens a fixture and looks at all of it.
struct Opened {
  explicit Opened(const std::string& name) : bytes(bytes_of(name)) {
    file = open_report_bytes(bytes, name + ".ncu-rep");
    selection.rules = true;
    outline = outline_of(*file, selection);
  }
  static std::string bytes_of(const std::string& name) {
    for (const fixture::Fixture& fixture : fixture::all_fixtures()) {
      if (fixture.name == name) return fixture.bytes();
    }
    return "";
  }
  ResultTable table() { return result_table(*file, {}); }

  std::string bytes;
  Selection selection;
  std::unique_ptr<ReportFile> file;
  ReportOutline outline;
};

template <typename Write>
std::string written(const Write& write) {
  std::string text;
  write([&](std::string_view part) { text += part; });
  return text;
}

TEST(Results, TablesForATerminal) {
  for (const char* name : {"nested", "ranges", "mixed", "domains_and_threads", "hostile_names"}) {
    expect_golden(std::string("results/") + name + ".txt", results_text(Opened(name).table()));
  }
}

TEST(Results, TablesInMarkdown) {
  for (const char* name : {"nested", "hostile_names"}) {
    expect_golden(std::string("results/") + name + ".md",
                  results_markdown(Opened(name).table(), std::string(name) + ".ncu-rep"));
  }
}

TEST(Results, Json) {
  for (const char* name :
       {"domains_and_threads", "values", "sections_and_rules", "hostile_names"}) {
    Opened opened(name);
    expect_golden(std::string("results/") + name + ".json", written([&](const TextSink& out) {
                    write_results_json(*opened.file, opened.selection, out);
                  }));
  }
}

TEST(Results, CsvPages) {
  for (const char* name : {"nested", "values", "hostile_names", "ranges", "processes"}) {
    Opened opened(name);
    expect_golden(std::string("results/") + name + ".csv", written([&](const TextSink& out) {
                    write_results_csv(*opened.file, opened.selection, out);
                  }));
  }
}

TEST(Results, SessionNvtxAndRules) {
  Opened payloads("payloads"), rules("sections_and_rules");
  expect_golden("results/info.txt", info_text(*payloads.file, payloads.outline));
  expect_golden("results/nvtx.txt",
                written([&](const TextSink& out) { write_nvtx_text(*payloads.file, out); }));
  expect_golden("results/rules.txt",
                written([&](const TextSink& out) { write_rules_text(*rules.file, out); }));
}

}  // namespace
}  // namespace ncu_regions
