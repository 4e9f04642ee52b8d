// Tests: synthetic runs of any size, for report.html. Everything in them says that it is synthetic.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/render/report.h"

namespace ncu_regions {

struct PageFixture {
  RunRecord run;
  RegionTree tree;
  Outcome outcome;
  Explained explained;

  ReportInput input() const { return {run, tree, &outcome, {}, explained}; }
};

struct PageShape {
  std::size_t regions = 3;
  std::size_t metrics = 4;
  std::size_t red_every = 0;            // every so many regions a gate has regressed; 0: none
  std::size_t captures = 5;             // of each side
  std::vector<std::string> names = {};  // of regions, in turns; empty: ours
};

// A tree three levels deep, all metrics gated, each with captures of both sides. The same shape
// gives the same fixture.
PageFixture page_fixture(const PageShape& shape);

}  // namespace ncu_regions
