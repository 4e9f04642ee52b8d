// Regions: the rows that a profiler stored for kernels (and graphs, command lists and ranges), as
// far as tables and totals need them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/artifacts/report.h"
#include "harness/regions/roll_up.h"

namespace ncu_regions {

struct Kernel {
  std::string name;                          // what the profiler calls it
  std::string demangled, mangled, function;  // empty when the file does not tell
  ReportResultKind kind = ReportResultKind::kKernel;

  bool is_range() const { return kind == ReportResultKind::kRange; }
};

// Where a group of rows stands directly.
struct Standing {
  std::size_t region = 0;  // into RegionTree::regions
  bool selected = true;    // by the kernel selection that counts there
};

// Rows of one kernel in one scope and the same regions.
struct KernelGroup {
  std::size_t kernel = 0;  // into KernelRows::kernels
  std::size_t scope = 0;   // into RegionTree::scopes
  std::uint64_t launches = 0;
  std::vector<Standing> in;  // empty: in no region
  bool recorded = true;      // NVTX was; else it is (unlabeled), not (outside)
  bool selected = true;      // where it stands in no region
  std::optional<Dim3> grid, block;
  bool is_mixed = false;  // not all launches have that grid and block
  // By column. Of the host profiler: of all launches or of none.
  std::vector<Accumulator> values;
};

struct KernelRow {
  std::size_t group = 0;
  std::size_t source = 0;  // into KernelRows::sources
  std::uint64_t id = 0;    // in that file
  std::optional<Dim3> grid, block;
  std::uint64_t launches = 1;
  std::size_t first_cell = 0,
              cells = 0;  // into KernelRows::cells; those of later columns are empty
};

struct KernelRows {
  std::vector<std::string> sources;  // names of files
  std::vector<Kernel> kernels;
  std::vector<KernelGroup> groups;
  std::vector<KernelRow> rows;  // in the order of the files
  std::vector<Cell> cells;
  std::vector<std::string> texts;    // of TextId
  std::vector<std::string> columns;  // names of the metrics of cells

  // By region, and for no region at the end: the groups that stand directly in it. Made by
  // index_groups when all groups are in their places.
  std::vector<std::vector<std::size_t>> groups_in = {};
  std::vector<std::vector<std::size_t>> rows_of = {};  // by group

  // The value of a row in a column.
  const Cell& cell(const KernelRow& row, std::size_t column) const;
};

}  // namespace ncu_regions
