// Machine: what a stored value depends on, field by field.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/config/settings.h"
#include "harness/config/workload.h"
#include "harness/machine/machine.h"

namespace ncu_regions {

using Fingerprint = std::map<std::string, std::string>;  // field -> value

// How the host profiler counts.
struct HostCounting {
  std::string callgrind_options;  // as given on its command line
  std::string cache_options;      // and those of the simulated caches
  int library_revision = 0;       // of the injection library
};

// Fields of a host capture.
Fingerprint host_fingerprint(const Machine& machine, const Settings& settings,
                             const Workload& workload, const HostCounting& counting);

// What the reports themselves say of the GPU.
struct GpuFacts {
  std::string name, compute_capability;
  std::string kind;    // of the captures
  std::string clocks;  // "locked" or "not locked", as they really were
  std::string ncu_version;
  std::string driver, uuid;  // as nvidia-smi says; may be empty
};

// Fields of captures of ncu.
Fingerprint gpu_fingerprint(const GpuFacts& facts, const Settings& settings,
                            const Workload& workload);

// What a file of Google Benchmark says of the machine and the library; "" where it does not.
struct BenchmarkFacts {
  std::string cpus, mhz, scaling, caches;
  std::string library_build, library_version;
  std::string executable;
};

// Fields of files of Google Benchmark.
Fingerprint benchmark_fingerprint(const BenchmarkFacts& facts);

struct FieldDifference {
  std::string field;
  std::string before;  // "(not recorded)" when the field is absent
  std::string now;
};

struct FingerprintComparison {
  std::vector<FieldDifference> must_match;  // not empty: the values cannot be compared
  std::vector<FieldDifference> warn;        // compared, with a note
};

// Which differences matter for metrics of `family` (conf/metrics.yaml).
FingerprintComparison compare_fingerprints(const Fingerprint& before, const Fingerprint& now,
                                           std::string_view family);

// The fields that metrics of these families depend on: what a baseline stores.
Fingerprint relevant_fields(const Fingerprint& fingerprint, const std::set<std::string>& families);

// The flags that decide which instructions a compiler makes: the last -O, and -f, -m, -std; sorted,
// without warnings, debug information, macros and include paths.
std::string code_generation_flags(std::string_view flags);

}  // namespace ncu_regions
