#include "harness/artifacts/benchmark_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/error_of.h"
#include "tests/support/mutations.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

// Rows as Google Benchmark 1.7.1 wrote them, and one each as 1.5 and 1.9 do; times shortened.
constexpr char kBenchmarks[] = R"({
  "context": {
    "date": "2026-11-17T13:01:45+01:00",
    "host_name": "vm",
    "executable": "./bench/sort",
    "num_cpus": 2,
    "mhz_per_cpu": 2596,
    "cpu_scaling_enabled": false,
    "caches": [
      {
        "type": "Data",
        "level": 1,
        "size": 32768,
        "num_sharing": 1
      },
      {
        "type": "Unified",
        "level": 2,
        "size": 1048576,
        "num_sharing": 2
      }
    ],
    "load_avg": [3.88,2.74,1.39],
    "library_version": "v1.9.1",
    "library_build_type": "release",
    "json_schema_version": 1
  },
  "benchmarks": [
    {
      "name": "sort/10",
      "family_index": 0,
      "per_family_instance_index": 3,
      "run_name": "sort/10",
      "run_type": "iteration",
      "repetitions": 2,
      "repetition_index": 0,
      "threads": 1,
      "iterations": 51618,
      "real_time": 2.5e+01,
      "cpu_time": 2.25e+01,
      "time_unit": "us",
      "bytes_per_second": 3.5e+08,
      "infinite": -Infinity,
      "none": NaN,
      "odd \"name\"|": 7.0,
      "real_time": 1.0,
      "label": "a label"
    },
    {
      "name": "sort/10_mean",
      "run_name": "sort/10",
      "run_type": "aggregate",
      "repetitions": 2,
      "threads": 1,
      "aggregate_name": "mean",
      "iterations": 2,
      "real_time": 2.9e+01,
      "cpu_time": 2.8e+01,
      "time_unit": "us"
    },
    {
      "name": "sort_BigO",
      "run_name": "sort",
      "run_type": "aggregate",
      "aggregate_name": "BigO",
      "cpu_coefficient": 2.1e-01,
      "real_coefficient": 2.2e-01,
      "big_o": "N",
      "time_unit": "ns"
    },
    {
      "name": "old",
      "run_name": "old",
      "run_type": "iteration",
      "repetitions": 0,
      "repetition_index": 0,
      "threads": 1,
      "error_occurred": true,
      "error_message": "no input",
      "iterations": 0,
      "real_time": 0.0,
      "cpu_time": 0.0,
      "time_unit": "ns"
    },
    {
      "name": "new",
      "run_name": "new",
      "run_type": "iteration",
      "threads": 1,
      "skipped": true,
      "skip_message": "not today",
      "iterations": 0,
      "real_time": 0.0,
      "cpu_time": 0.0,
      "time_unit": "ns"
    }
  ]
}
)";

BenchmarkFile parse_benchmarks(const std::string& text) {
  return parse_benchmark_file(text, "b.json");
}

std::string with_benchmarks(const std::string& from, const std::string& to) {
  std::string text = kBenchmarks;
  return text.replace(text.find(from), from.size(), to);
}

std::string benchmark_refusal(const std::string& text) {
  return error_of(ErrorKind::kMeasurement, [&] { parse_benchmarks(text); });
}

double value_of(const BenchmarkFile& file, std::size_t row, const std::string& metric) {
  for (const auto& [column, value] : file.rows.at(row).values) {
    if (file.metrics.at(column) == metric) return value;
  }
  ADD_FAILURE() << "row " << row << " has no " << metric;
  return 0;
}

TEST(BenchmarkFile, RepetitionsAreReadAndAggregatesPassedOver) {
  const BenchmarkFile file = parse_benchmarks(kBenchmarks);

  EXPECT_EQ(file.aggregates, 2u);
  ASSERT_EQ(file.rows.size(), 3u);
  EXPECT_EQ(file.rows[0].name, "sort/10");
  EXPECT_EQ(file.rows[0].family, 0u);
  EXPECT_EQ(file.rows[0].instance, 3u);
  EXPECT_FALSE(file.rows[0].is_failed);
  EXPECT_DOUBLE_EQ(value_of(file, 0, "benchmark__real_time"),
                   25'000);  // the field, not the counter
  EXPECT_DOUBLE_EQ(value_of(file, 0, "benchmark__cpu_time"), 22'500);
  EXPECT_DOUBLE_EQ(value_of(file, 0, "benchmark__bytes_per_second"), 3.5e8);
  EXPECT_TRUE(std::isnan(value_of(file, 0, "benchmark__none")));
  EXPECT_TRUE(std::isnan(value_of(file, 0, "benchmark__infinite")));
  EXPECT_DOUBLE_EQ(value_of(file, 0, "benchmark__odd__name__"), 7);
}

TEST(BenchmarkFile, TheContextIsRead) {
  const BenchmarkContext context = parse_benchmarks(kBenchmarks).context;

  EXPECT_EQ(context.date, "2026-11-17T13:01:45+01:00");
  EXPECT_EQ(context.executable, "./bench/sort");
  EXPECT_EQ(context.cpus, 2);
  EXPECT_EQ(context.mhz, 2596);
  EXPECT_EQ(context.is_scaling, false);
  EXPECT_EQ(context.caches, "Data 1: 32768 x1, Unified 2: 1048576 x2");
  EXPECT_EQ(context.library_build, "release");
  EXPECT_EQ(context.library_version, "v1.9.1");
}

TEST(BenchmarkFile, WhatDidNotRunSaysWhy) {
  const BenchmarkFile file = parse_benchmarks(kBenchmarks);

  EXPECT_TRUE(file.rows[1].is_failed);
  EXPECT_EQ(file.rows[1].message, "no input");
  EXPECT_TRUE(file.rows[1].values.empty());
  EXPECT_TRUE(file.rows[2].is_failed);
  EXPECT_EQ(file.rows[2].message, "not today");
}

TEST(BenchmarkFile, EveryTimeUnitIsNanosecondsInTheEnd) {
  for (const auto& [unit, time] :
       {std::pair("ns", 25.0), {"us", 25e3}, {"ms", 25e6}, {"s", 25e9}}) {
    const BenchmarkFile file =
        parse_benchmarks(with_benchmarks("\"us\"", "\"" + std::string(unit) + "\""));
    EXPECT_DOUBLE_EQ(value_of(file, 0, "benchmark__real_time"), time);
  }
  EXPECT_THAT(benchmark_refusal(with_benchmarks("\"us\"", "\"weeks\"")),
              AllOf(HasSubstr("b.json: row 1 of 'benchmarks'"), HasSubstr("'weeks'")));
}

TEST(BenchmarkFile, NamesMayHoldAnyByte) {
  const BenchmarkFile file = parse_benchmarks(with_benchmarks(
      R"("run_name": "sort/10")", "\"run_name\": \"a\x01\xff\\n\\\"b NaN\xc3\xa9\""));
  EXPECT_EQ(file.rows[0].name, "a\x01\\xff\n\"b NaN\xc3\xa9");
}

TEST(BenchmarkFile, CountersWithNearlyOneNameStayTwo) {
  const BenchmarkFile file =
      parse_benchmarks(with_benchmarks(R"("none": NaN)", R"("a b": 1, "a|b": 2, "a_b": 3)"));
  EXPECT_DOUBLE_EQ(value_of(file, 0, "benchmark__a_b"), 1);
  std::size_t like = 0;
  for (const std::string& metric : file.metrics)
    like += metric.starts_with("benchmark__a_b") ? 1 : 0;
  EXPECT_EQ(like, 3u);
}

TEST(BenchmarkFile, EachBadFileHasItsMessage) {
  EXPECT_THAT(benchmark_refusal(""), HasSubstr("b.json: is empty"));
  EXPECT_THAT(benchmark_refusal("name,iterations,real_time\n"),
              AllOf(HasSubstr("b.json: is not JSON (line 1, column"),
                    HasSubstr("--benchmark_out_format=json")));
  EXPECT_THAT(benchmark_refusal(std::string(kBenchmarks).substr(0, 900)),
              HasSubstr("is cut off: its end is missing"));
  EXPECT_THAT(benchmark_refusal(with_benchmarks("\"name\": \"old\"", "\"name\" \"old\"")),
              HasSubstr("is not JSON (line "));
  EXPECT_THAT(benchmark_refusal("[1, 2]"), HasSubstr("is JSON, and not of Google Benchmark"));
  EXPECT_THAT(benchmark_refusal(R"({"benchmarks": {"context": 1}})"),
              HasSubstr("is JSON, and not of Google Benchmark"));
  EXPECT_THAT(benchmark_refusal(R"({"context": {}, "benchmarks": []})"),
              HasSubstr("holds no benchmark: did --benchmark_filter match none?"));
  EXPECT_THAT(
      benchmark_refusal(with_benchmarks("\"run_type\": \"iteration\",", "")),
      HasSubstr("row 1 of 'benchmarks' has no run_type: files of Google Benchmark before 1.5"));
  EXPECT_THAT(benchmark_refusal(with_benchmarks("\"cpu_time\": 2.25e+01,", "")),
              HasSubstr("has no cpu_time"));
}

TEST(BenchmarkFile, ValuesThatTheLibraryCannotHaveWrittenAreRefused) {
  EXPECT_THAT(benchmark_refusal(with_benchmarks("\"real_time\": 2.5e+01", "\"real_time\": -5")),
              HasSubstr("row 1 of 'benchmarks' has the real_time -5, which is never below 0"));
  EXPECT_THAT(benchmark_refusal(with_benchmarks("\"cpu_time\": 2.25e+01", "\"cpu_time\": -0.5")),
              HasSubstr("has the cpu_time -0.5"));
  EXPECT_THAT(
      benchmark_refusal(with_benchmarks("\"bytes_per_second\": 3", "\"bytes_per_second\": -3")),
      HasSubstr("has the bytes_per_second -3.5e+08"));
  EXPECT_THAT(benchmark_refusal(with_benchmarks("\"iterations\": 51618", "\"iterations\": -1")),
              HasSubstr("has the iterations -1"));
  EXPECT_THAT(benchmark_refusal(with_benchmarks("\"iterations\": 51618", "\"iterations\": 1.5")),
              HasSubstr("has 1.5 iterations, which is not a whole number"));
  EXPECT_THAT(benchmark_refusal(with_benchmarks("\"cpu_time\": 2.25e+01",
                                                "\"cpu_time\": 1, \"cpu_time\": 2.25e+01")),
              HasSubstr("row 1 of 'benchmarks' has the field 'cpu_time' twice"));
  const BenchmarkFile file =
      parse_benchmarks(with_benchmarks(R"("none": NaN)", R"("none": -2, "max_bytes_used": -3)"));
  EXPECT_DOUBLE_EQ(value_of(file, 0, "benchmark__none"), -2);
  EXPECT_DOUBLE_EQ(value_of(file, 0, "benchmark__max_bytes_used"), -3);
}

TEST(BenchmarkFile, DamagedFilesAreReadOrRefused) {
  Mutations mutations(11);
  for (int i = 0; i < 3000; ++i) {
    try {
      parse_benchmarks(mutations.of(kBenchmarks));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kMeasurement);
    }
  }
}

}  // namespace
}  // namespace ncu_regions
