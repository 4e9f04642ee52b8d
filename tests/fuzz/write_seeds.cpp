// Writes what fuzzing starts from into <folder>/<reader>/: fixtures, small pages, and the small
// reports of the corpus with their pages, where it is.
#include <filesystem>
#include <iostream>

#include "harness/core/files.h"
#include "tests/support/real_ncu.h"
#include "tests/support/report_fixtures.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargest = 120'000;  // of a seed: large ones slow every round

constexpr char kRawPage[] =
    R"csv(==PROF== Connected to process 1
"ID","Process ID","Process Name","Host Name","thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg","Id:Domain:Start/Stop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","gpu__time_duration.sum","m"
"","","","","","","","","","","","","","us",""
"0","1","app","h","12  ""<default domain>:a:Int64:-5:RGB:0xff00ff00:ASCII:a""  ""d:b "c":none:none:none:none:none:none"" "," ""3:<default domain>:x:none:none:none:none:none:none"" ","k(int)","1","7","(256, 1, 1)","(16, 1, 1)","0","8.6","84.480000","1,234"
"1","1","app","h","","","range","1","n/a","n/a","n/a","0","8.6","no data","nan"
)csv";
constexpr char kDetailsPage[] =
    R"csv("ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Section Name","Metric Name","Metric Unit","Metric Value","Rule Name","Rule Type","Rule Description"
"0","1","app","h","k","1","7","Section","Duration","us","2.00",
"0","1","app","h","k","1","7","Id","","","","Rule","INF","Text, ""quoted"""
)csv";
constexpr char kHostCapture[] =
    R"({"format":"ncu-regions host capture","schema":2,"pass":"time","metrics":["host__time_duration.sum"]}
{"process":0,"pid":7}
{"path":0,"label":"A","sources":[{"file":"a.cpp","line":12},{"file":"b.cpp","line":7}]}
{"path":1,"label":"A::A1","parent":0}
{"range":1,"process":0,"thread":0,"instances":2,"values":[[5,6]]}
{"kernel":"conv","grid":[4,2,1],"block":[16,8,1],"process":0,"thread":0,"in":[1],"launches":1,"values":[[3]]}
{"overlap":[0,1]}
{"end":true,"instances":2,"launches":1,"unmatched_pops":2,"lost_events":0,"silent_processes":0}
)";

constexpr char kCountingCapture[] =
    R"({"format":"ncu-regions host capture","schema":2,"pass":"count","metrics":["host__inst_executed.sum"]}
{"process":0,"pid":7}
{"path":0,"label":"A"}
{"range":0,"process":0,"thread":0,"instances":1,"values":[[500]]}
{"kernel":"conv","grid":[4,2,1],"block":[16,8,1],"process":0,"thread":0,"in":[0],"launches":2,"values":[[300,null]]}
{"kernel":"conv","grid":[1,1,1],"block":[1,1,1],"process":0,"thread":0,"in":[],"launches":1}
{"end":true,"instances":1,"launches":3,"unmatched_pops":0,"lost_events":0,"silent_processes":0}
)";

constexpr char kBenchmarks[] = R"({
  "context": {
    "date": "2026-11-17T13:01:45+00:00",
    "executable": "./sort",
    "num_cpus": 2,
    "mhz_per_cpu": 2596,
    "cpu_scaling_enabled": false,
    "caches": [
      {"type": "Data", "level": 1, "size": 32768, "num_sharing": 1}
    ],
    "load_avg": [3.88,2.74],
    "library_build_type": "debug"
  },
  "benchmarks": [
    {
      "name": "sort/10", "family_index": 0, "per_family_instance_index": 0, "run_name": "sort/10",
      "run_type": "iteration", "repetitions": 2, "repetition_index": 0, "threads": 1,
      "iterations": 51618, "real_time": 2.5e+01, "cpu_time": 2.25e+01, "time_unit": "us",
      "none": NaN, "infinite": -Infinity, "a b": 1e300, "label": "x"
    },
    {
      "name": "sort/10_mean", "run_name": "sort/10", "run_type": "aggregate",
      "aggregate_name": "mean", "real_time": 2.9e+01, "cpu_time": 2.8e+01, "time_unit": "us"
    },
    {
      "name": "fails", "run_name": "fails", "run_type": "iteration", "error_occurred": true,
      "error_message": "no \"input\"", "real_time": 0, "cpu_time": 0, "time_unit": "ns"
    }
  ]
}
)";

constexpr char kBaseline[] = R"({
"schema": 2,
"workload": "net",
"preset": "default",
"kind": "host",
"device": "host-x86_64",
"sessions": ["text"
,{"id":"s1","date":"2026-01-02","commit":"abc","reason":"why","captures":2,"fingerprint":{"libc":"x"},"state":{"temperature_c":"41 -> 63"}}
],
"values": ["text"
,["A/a\\/b"
,{"metric":"m","unit":"inst","samples":{"s1":[95395124,null,1.5]}}
]
]
}
)";

void write_corpus(const fs::path& folder) {
  for (const fs::path& report : corpus_reports()) {
    if (fs::file_size(report) > kLargest) continue;
    write_file(folder / "ncu_report" / report.filename(), read_file(report));
    for (const char* page : {"raw", "details"}) {
      const fs::path packed =
          corpus_folder() / "golden/2024.1.1.4" / (report.stem().string() + "." + page + ".csv.gz");
      if (fs::exists(packed)) {
        write_file(folder / "ncu_csv" / packed.stem(), unpacked(packed));
      }
    }
  }
}

void write_seeds(const fs::path& folder) {
  for (const char* reader : {"ncu_report", "ncu_csv", "host_capture", "benchmark_file", "baseline"})
    make_folder(folder / reader);
  for (const fixture::Fixture& fixture : fixture::all_fixtures()) {
    write_file(folder / "ncu_report" / (fixture.name + ".ncu-rep"), fixture.bytes());
  }
  write_file(folder / "ncu_csv/raw.csv", kRawPage);
  write_file(folder / "ncu_csv/details.csv", kDetailsPage);
  write_file(folder / "ncu_csv/ranges.csv", "Range Name,Total Time (us),Calls\nA::A1,12.5,3\n");
  write_file(folder / "host_capture/small.jsonl", kHostCapture);
  write_file(folder / "host_capture/counts.jsonl", kCountingCapture);
  write_file(folder / "benchmark_file/small.json", kBenchmarks);
  write_file(folder / "baseline/small.json", kBaseline);
  write_corpus(folder);
}

}  // namespace
}  // namespace ncu_regions

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_seeds FOLDER\n";
    return 2;
  }
  ncu_regions::write_seeds(argv[1]);
  return 0;
}
