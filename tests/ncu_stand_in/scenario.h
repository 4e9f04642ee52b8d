// Tests: what the stand-in for ncu shall do, from the JSON file that NCU_STAND_IN_SCENARIO names.
// Every key may be left out; a key that is not in this example is an error (exit 99).
//
// {
//   "version": "2024.2.0.0",
//   "query_metrics": {"exit": 1, "out": "==ERROR== Driver could not be loaded.\n", "err": ""},
//   "chip": {"name": "GB202", "compute_capability": "12.0",      the GPU: --query-metrics lists
//   these
//            "metrics": ["gpu__time_duration"]},     names, and a capture of another one fails
//   "clock_reset": {"exit": 0, "out": "==PROF== ...\n", "err": ""},
//   "sections": ["SpeedOfLight", "Occupancy"],     what --list-sections and --section know
//   "pids": "pids.json",            {"ncu": 1, "child": 2, "daemon": 3} of the latest capture
//   "process_path": "/bin/rank",    of the results; else the program's own
//   "regions": [                    in the order in which the program enters them
//     {"path": ["A"], "instances": 2,               all of them, over the whole run
//      "kernels": [{"name": "conv", "launches": 3, "time_ns": 1000}],     in each instance
//      "first_call_in": ["A", "A::A1"]},            the stack that range results have
//     {"path": ["A", "A::A1"], "instances": 4},     two in each A
//     {"path": ["io"], "domain": "lib", "start_end": true}],
//   "outside": [{"name": "memset"}],                kernels in no region
//   "captures": [                   the first one that fits is used; {} when none does
//     {"when": {"replay_mode": "range", "nth": 2, "includes": 1, "min_includes": 1,
//               "clock_control": "base", "census": false,          all of them hold
//               "argument": "--penalty"},                          a word of the command line
//      "times": 1,                  used so often at most
//      "log": "==ERROR== ...\n",    to --log-file, else stdout, before the program starts
//      "out": "...", "err": "...",  to stdout and stderr, likewise
//      "run_program": true,         false: the program is not started
//      "program": "sleep",          a child that sleeps until it is killed, in its place
//      "daemon": true,              and a child of that one, in a session of its own
//      "ignore_term": true,         SIGTERM does nothing to ncu and its child
//      "kill_self": 9,              the signal that ncu dies of once the child runs
//      "exit": 1,                   whatever else would be its code
//      "report": "planned",         none, truncated, garbage, empty, other_program, no_results,
//                                   or {"file": "other.ncu-rep"}: a copy of it
//      "drop": 1, "extra": 1,       results less and more, at the end
//      "merge_siblings": true,      several includes: one result for regions that follow each other
//      "missing_metrics": ["lts__t_bytes.sum"],
//      "scale": {"gpu__time_duration.sum": 1.2},
//      "unlocked_clocks": true,
//      "other_thread": true,        results name another thread than the one with the open ranges
//      "processes": 2}]             each result from so many processes, on devices 0, 1, ...
// }
//
// Files are relative to the scenario's folder. Sleepers end by themselves after five minutes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ncu_regions::stand_in {

struct Kernel {
  std::string name = "kernel";
  std::uint64_t launches = 1;
  double time_ns = 1000;
};

struct PlannedRegion {
  std::vector<std::string> path;
  std::string domain;
  bool start_end = false;
  std::uint64_t instances = 1;
  std::vector<Kernel> kernels;
  std::vector<std::string> first_call_in;
};

struct When {
  std::optional<std::string> replay_mode, clock_control, argument;
  std::optional<std::uint64_t> nth, includes, min_includes;
  std::optional<bool> census;
};

struct CaptureEntry {
  std::size_t index = 0;  // in "captures"
  When when;
  std::optional<std::uint64_t> times;
  std::optional<std::string> log;
  std::string out, err;
  bool run_program = true, sleeps = false, daemon = false, ignore_term = false;
  int kill_self = 0;
  std::optional<int> exit;
  std::string report = "planned";
  std::string report_file;
  std::uint64_t drop = 0, extra = 0, processes = 1;
  bool merge_siblings = false, unlocked_clocks = false, other_thread = false;
  std::vector<std::string> missing_metrics;
  std::map<std::string, double> scale;
};

struct Chip {
  std::string name;  // empty: nothing is known of it
  std::string compute_capability = "8.6";
  std::vector<std::string> metrics;  // without suffixes

  // Whether a capture may ask for it.
  bool has(std::string_view metric) const;
};

struct Answer {
  int exit = 0;
  std::string out, err;
};

struct Scenario {
  std::string version = "2024.2.0.0";
  Answer query_metrics = {0, "gpu__time_duration          Total duration in nanoseconds\n", ""};
  Chip chip;
  Answer clock_reset = {0, "==PROF== Clocks were reset.\n", ""};
  std::vector<std::string> sections = {
      "SpeedOfLight",   "MemoryWorkloadAnalysis",  "Occupancy",     "LaunchStats",
      "WarpStateStats", "ComputeWorkloadAnalysis", "SchedulerStats"};
  std::string pids, process_path;
  std::vector<PlannedRegion> regions;
  std::vector<Kernel> outside;
  std::vector<CaptureEntry> captures;
};

// Throws std::runtime_error that names the file and the key.
Scenario read_scenario(const std::filesystem::path& file);

}  // namespace ncu_regions::stand_in
