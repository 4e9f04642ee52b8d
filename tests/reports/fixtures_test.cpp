// What the fixture writer wrote is what the reader reads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "harness/artifacts/report_file.h"
#include "tests/support/report_fixtures.h"

namespace ncu_regions {
namespace {

using fixture::Fixture;

// As the reader should have it: nothing for lists of metrics, the last of equal names.
std::map<std::string, fixture::Value> expected_metrics(const fixture::Result& result) {
  std::map<std::string, fixture::Value> metrics;
  for (const fixture::Metric& metric : result.metrics) {
    if (metric.name.find(":hidden") == std::string::npos) metrics[metric.name] = metric.value;
  }
  return metrics;
}

void expect_value(const fixture::Value& written, const MetricValue& read, const std::string& name) {
  if (const auto* real = std::get_if<double>(&written)) {
    ASSERT_TRUE(std::holds_alternative<double>(read)) << name;
    const double got = std::get<double>(read);
    EXPECT_TRUE(got == *real || (std::isnan(got) && std::isnan(*real))) << name << " " << got;
  } else if (const auto* single = std::get_if<float>(&written)) {
    EXPECT_EQ(std::get<double>(read), *single) << name;
  } else if (const auto* whole = std::get_if<std::uint64_t>(&written)) {
    EXPECT_EQ(std::get<std::uint64_t>(read), *whole) << name;
  } else if (const auto* text = std::get_if<std::string>(&written)) {
    EXPECT_EQ(std::get<std::string_view>(read), *text) << name;
  } else {
    EXPECT_TRUE(std::holds_alternative<std::monostate>(read)) << name;
  }
}

void expect_nvtx(const fixture::Nvtx& written, const NvtxState& read) {
  const auto domain_name = [&](std::uint64_t id) {
    for (const fixture::Domain& domain : written.domains) {
      if (domain.id == id) return domain.name;
    }
    return std::string("?");
  };
  std::vector<fixture::Stack> open;
  for (const fixture::Stack& stack : written.stacks) {
    if (!stack.ranges.empty()) open.push_back(stack);
  }
  ASSERT_EQ(read.stacks.size(), open.size());
  for (std::size_t i = 0; i < open.size(); ++i) {
    EXPECT_EQ(read.stacks[i].thread, open[i].thread);
    EXPECT_EQ(read.stacks[i].domain, domain_name(open[i].domain));
    ASSERT_EQ(read.stacks[i].ranges.size(), open[i].ranges.size());
    for (std::size_t j = 0; j < open[i].ranges.size(); ++j) {
      EXPECT_EQ(read.stacks[i].ranges[j].name, open[i].ranges[j].name);
    }
  }
  ASSERT_EQ(read.start_end.size(), written.start_end.size());
  for (std::size_t i = 0; i < written.start_end.size(); ++i) {
    EXPECT_EQ(read.start_end[i].range.name, written.start_end[i].range.name);
    EXPECT_EQ(read.start_end[i].domain, domain_name(written.start_end[i].domain));
    EXPECT_EQ(read.start_end[i].thread, written.start_end[i].thread);
  }
}

void expect_result(const fixture::Result& written, const fixture::Process& process,
                   const ReportResult& read, const ReportFile& file) {
  EXPECT_EQ(static_cast<int>(read.kind), static_cast<int>(written.kind));
  const bool is_kernel = written.kind == fixture::Kind::kKernel;
  EXPECT_EQ(read.mangled, is_kernel ? written.mangled : "");
  EXPECT_EQ(read.function, is_kernel ? written.function : "");
  EXPECT_EQ(read.thread, written.thread);
  EXPECT_EQ(read.context, written.context);
  EXPECT_EQ(read.stream, written.kind == fixture::Kind::kRange ? std::nullopt : written.stream);
  EXPECT_EQ(read.device, written.device);
  EXPECT_EQ(read.process.pid, process.pid);
  EXPECT_EQ(read.process.host, process.host);
  EXPECT_EQ(read.process.path, process.path);
  ASSERT_EQ(read.nvtx.has_value(), written.nvtx.has_value());
  if (read.nvtx) expect_nvtx(*written.nvtx, *read.nvtx);
  const auto expected = expected_metrics(written);
  std::size_t found = 0;
  for (const ReportMetric& metric : read.metrics) {
    const std::string name(file.names()[metric.name]);
    if (name.starts_with("device__attribute_")) continue;
    ASSERT_TRUE(expected.contains(name)) << name;
    expect_value(expected.at(name), metric.value, name);
    ++found;
  }
  EXPECT_EQ(found, expected.size());
}

TEST(ReportFixtures, ReadBackAsTheyWereWritten) {
  for (const Fixture& fixture : fixture::all_fixtures()) {
    SCOPED_TRACE(fixture.name);
    const std::string bytes = fixture.bytes();
    const auto file = open_report_bytes(bytes, fixture.name);
    std::size_t i = 0;
    file->read({}, [&](const ReportResult& result) {
      ASSERT_LT(i, fixture.results.size());
      EXPECT_EQ(result.id, i);
      expect_result(fixture.results[i], fixture.process(i), result, *file);
      ++i;
    });
    EXPECT_EQ(i, fixture.results.size());
    EXPECT_THAT(file->warnings(), testing::IsEmpty());
    EXPECT_THAT(file->facts().ncu_version, testing::HasSubstr("synthetic"));
  }
}

}  // namespace
}  // namespace ncu_regions
