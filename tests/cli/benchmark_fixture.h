// CLI tests: files of Google Benchmark, written by a real program; where a test needs known times,
// they are put into such a file.
#pragma once

#include <fstream>
#include <random>
#include <set>

#include "tests/cli/cli_fixture.h"

namespace ncu_regions {

class BenchmarkFilesTest : public CliTest {
 protected:
  // The file that the program writes, with these arguments.
  void measure(const std::string& file, const std::string& filter, int repetitions,
               std::vector<std::string> further = {}) {
    further.insert(further.begin(), NCU_REGIONS_TEST_BENCHMARKS);
    further.insert(further.end(),
                   {"--benchmark_filter=" + filter, "--benchmark_min_time=0.00001",
                    "--benchmark_repetitions=" + std::to_string(repetitions),
                    "--benchmark_out=" + (folder_ / file).string(), "--benchmark_out_format=json"});
    const ProgramResult result = run_program(further, {folder_.path(), {}});
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }

  // A real file of the ten benchmarks work/0 to work/9 whose times are known: 1000 ns and more,
  // with noise of one percent, and ten percent longer for some.
  void write_times(const std::string& file, unsigned seed, const std::set<std::string>& slowed,
                   int repetitions = 20) {
    measure(file, "^work/", repetitions);
    nlohmann::json json = parsed(file);
    std::minstd_rand random(seed);
    for (nlohmann::json& row : json.at("benchmarks")) {
      if (row.at("run_type") != "iteration") continue;
      const auto name = row.at("run_name").get<std::string>();
      const double noise = 0.01 * (static_cast<double>(random() % 2001) / 1000 - 1);
      const double time =
          (1000 + 100 * (name.back() - '0')) * (1 + noise) * (slowed.contains(name) ? 1.1 : 1);
      row["cpu_time"] = row["real_time"] = time;
      for (const char* rate : {"bytes_per_second", "items_per_second"}) {
        if (row.contains(rate)) row[rate] = 1e9 / time;
      }
    }
    write_file(folder_ / file, json.dump(2));
  }

  nlohmann::json parsed(const std::string& file) const {
    return nlohmann::json::parse(read_file(folder_ / file));
  }

  // Names of the benchmarks that verdicts.json (or --out) gives this word.
  std::set<std::string> with_word(const std::string& file, const std::string& word) const {
    std::set<std::string> names;
    const nlohmann::json outcome = parsed(file);
    for (const nlohmann::json& verdict : outcome.at("verdicts")) {
      if (verdict.at("verdict") == word) names.insert(verdict.at("region").get<std::string>());
    }
    return names;
  }
};

}  // namespace ncu_regions
