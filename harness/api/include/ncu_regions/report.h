// Api: the report of a run, for programs. Standard C++ alone: nothing that ncu-regions is built
// with shows here.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ncu_regions {

// A run that cannot be read, or a measurement that failed; `what()` is for people.
class ReportError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ReportKernel {
  std::string name;
  std::uint64_t launches = 0;
};

struct ReportRegion {
  std::string name;                   // as people read it: "A::A1"
  std::string path;                   // in full: "A/A::A1"
  std::string label;                  // the innermost: "A::A1"
  std::optional<std::size_t> parent;  // into Report::regions
  // Of everything inside; without what its inner regions have. In base units (ns, byte); a metric
  // that was not measured is not there.
  std::map<std::string, double> metrics, exclusive;
  std::vector<ReportKernel> kernels;  // launched in it and in its inner regions
};

// What was decided for one declared region and one metric.
struct ReportVerdict {
  std::string declared;  // the region as the test declared it
  std::string path;      // as it was found
  std::string metric, unit;
  std::string word;  // pass, regressed, ...: docs/verdicts.md
  std::string reason;
  std::optional<double> baseline, now;
  int exit_code = 0;  // of its ctest: 0 kept, 77 could not be judged here, else failed
};

struct Report {
  std::filesystem::path folder;
  std::string workload;
  std::string kind;     // host, range, kernel, ...: values of different kinds are different things
  std::string device;   // empty for reports of files
  std::string summary;  // one line
  bool is_measured = false;
  std::string why_not;                  // what keeps this machine from measuring, when it was not
  std::vector<ReportRegion> regions;    // parents before their children
  std::vector<ReportKernel> outside;    // launched in no region
  std::vector<ReportVerdict> verdicts;  // none when nothing was judged

  // By its path in full or its label alone; nullptr when there is none. Throws ReportError when a
  // label stands in two places.
  const ReportRegion* find(std::string_view region) const;
  // The same, and throws ReportError, with the regions that there are, when there is none.
  const ReportRegion& at(std::string_view region) const;
  // What was judged of a region, named as the test declared it, by its path or its label. Throws
  // ReportError, with the regions that are gated, when that is nothing.
  std::vector<const ReportVerdict*> verdicts_of(std::string_view region) const;
};

// The report of a run folder (<build>/ncu-regions/<name>), or of files (ncu-regions report FILE).
// Throws ReportError when there is no complete one.
Report load_report(const std::filesystem::path& folder);

#ifndef NCU_REGIONS_PROGRAM
#define NCU_REGIONS_PROGRAM "ncu-regions"  // on PATH; NcuRegions::report defines its own
#endif

// What to measure: a registered test, or any program.
struct MeasureRequest {
  std::filesystem::path build;  // CMake build folder ...
  std::string test;             // ... and the test that ncu_regions_add_test registered in it

  std::vector<std::string> command;  // or a program with its arguments ...
  std::vector<std::string> regions;  // ... and the regions that must be there

  std::vector<std::string> options;  // further ones of `ncu-regions check`: "key=value", "--limit"
  std::filesystem::path run;         // folder for the results; empty: the test's own
};

// Runs ncu-regions (`program`) and loads what it wrote. Verdicts do not matter here, and a machine
// that cannot measure gives a report with `is_measured` false; anything else that went wrong throws
// ReportError with what ncu-regions said.
Report measure(const MeasureRequest& request,
               const std::filesystem::path& program = NCU_REGIONS_PROGRAM);

}  // namespace ncu_regions
