// Writes the pages that the browser looks at: synthetic runs of several sizes, green, red and
// hostile.
#include <iostream>

#include "harness/core/files.h"
#include "harness/render/page/page.h"
#include "tests/support/comment_fixture.h"
#include "tests/support/page_fixture.h"

namespace ncu_regions {
namespace {

void write_page_of(const std::filesystem::path& folder, const char* name, const PageShape& shape) {
  write_file(folder / (std::string(name) + ".html"), report_html(page_fixture(shape).input()));
}

// Side by side with a base build, where nothing was judged.
void write_base(const std::filesystem::path& folder) {
  PageFixture fixture = page_fixture({30, 4, 0});
  const RegionTree before = fixture.tree;
  for (Region& region : fixture.tree.regions) {
    for (auto& [name, totals] : region.all.metrics) totals.inclusive = *totals.inclusive * 1.05;
  }
  fixture.outcome.verdicts.clear();
  ReportInput input = fixture.input();
  input.before = &before;
  write_file(folder / "base.html", report_html(input));
}

// Hostile text wherever a program, a file or a person may have put it.
void write_hostile(const std::filesystem::path& folder) {
  PageShape shape;
  shape.regions = 40;
  shape.red_every = 2;
  shape.names = hostile_texts();
  PageFixture fixture = page_fixture(shape);
  std::size_t i = 0;
  const auto text = [&] { return hostile_texts()[i++ % hostile_texts().size()]; };
  fixture.run.workload = fixture.outcome.workload = text();
  fixture.run.version = text();
  fixture.run.folder = text();
  fixture.run.fingerprint = {{text(), text()}, {text(), text()}};
  fixture.outcome.device = text();
  fixture.outcome.profiler_reason = text();
  fixture.outcome.baseline.file = text();
  fixture.outcome.baseline.commit = text();
  fixture.outcome.notes = hostile_texts();
  fixture.tree.shown[1].unit = text();
  for (Verdict& verdict : fixture.outcome.verdicts) {
    verdict.reason = text();
    verdict.unit = text();
    verdict.declared = text();
  }
  for (const Verdict& verdict : fixture.outcome.verdicts) {
    if (verdict.word == VerdictWord::kPass) continue;
    fixture.explained.explanations.push_back(an_explanation(verdict, text()));
  }
  write_file(folder / "hostile.html", report_html(fixture.input()));
}

}  // namespace
}  // namespace ncu_regions

int main(int argc, char** argv) {
  using namespace ncu_regions;
  if (argc != 2) {
    std::cerr << "usage: write_pages FOLDER\n";
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  make_folder(folder);
  write_page_of(folder, "green", {3, 4, 0});
  write_page_of(folder, "red", {30, 4, 4});
  write_page_of(folder, "large-green", {1000, 20, 0});
  write_page_of(folder, "large-red", {1000, 20, 7});
  write_base(folder);
  write_hostile(folder);
  return 0;
}
