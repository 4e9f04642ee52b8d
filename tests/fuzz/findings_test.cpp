// Inputs that a fuzzer once found, and the seeds that it starts from: each is read or refused.
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/core/files.h"
#include "tests/fuzz/targets.h"
#include "tests/support/comment_fixture.h"
#include "tests/support/mutations.h"
#include "tests/support/report_fixtures.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

void read_as(const std::string& reader, const std::string& bytes) {
  if (reader == "ncu_report") return fuzz::read_ncu_report(bytes);
  if (reader == "ncu_csv") return fuzz::read_ncu_csv(bytes);
  if (reader == "host_capture") return fuzz::read_host_capture(bytes);
  if (reader == "benchmark_file") return fuzz::read_benchmark_file(bytes);
  if (reader == "baseline") return fuzz::read_baseline(bytes);
  if (reader == "packed_run") return fuzz::read_packed_run(bytes);
  FAIL() << "no reader " << reader;
}

TEST(FuzzFindings, StayMended) {
  std::size_t inputs = 0;
  for (const auto& entry : fs::recursive_directory_iterator(NCU_REGIONS_TEST_FINDINGS)) {
    if (!entry.is_regular_file() || entry.path().extension() == ".md") continue;
    SCOPED_TRACE(entry.path().string());
    read_as(entry.path().parent_path().filename(), read_file(entry.path()));
    ++inputs;
  }
  EXPECT_GT(inputs, 0u);
}

TEST(FuzzFindings, DamagedBaselinesAreReadOrRefused) {
  Mutations mutations(5);
  const std::string good =
      R"({"schema": 2, "workload": "w", "preset": "p", "kind": "host", "device": "d",
"sessions": ["", {"id": "s", "date": "2026-01-02", "commit": "c", "reason": "r", "captures": 1, "fingerprint": {"a": "b"}}],
"values": ["", ["A/B", {"metric": "m", "unit": "u", "samples": {"s": [1, null, 2.5e-7]}}]]})";
  fuzz::read_baseline(good);
  for (int i = 0; i < 5000; ++i) fuzz::read_baseline(mutations.of(good));
}

TEST(FuzzFindings, DamagedPackedRunsAreRenderedOrRefused) {
  Mutations mutations(7);
  const std::string good = packed_text();
  fuzz::read_packed_run(good);
  for (int i = 0; i < 2000; ++i) fuzz::read_packed_run(mutations.of(good));
}

TEST(FuzzFindings, DamagedFixturesAreReadOrRefused) {
  Mutations mutations(3);
  for (const fixture::Fixture& fixture : fixture::all_fixtures()) {
    const std::string bytes = fixture.bytes();
    for (int i = 0; i < 200; ++i) fuzz::read_ncu_report(mutations.of(bytes));
  }
}

}  // namespace
}  // namespace ncu_regions
