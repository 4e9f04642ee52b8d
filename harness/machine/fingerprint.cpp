#include "harness/machine/fingerprint.h"

#include <algorithm>
#include <set>
#include <span>

#include "harness/core/text.h"
#include "harness/core/utf8.h"

namespace ncu_regions {
namespace {

const std::string kNotRecorded = "(not recorded)";

struct Family {
  std::string_view name;
  std::vector<std::string> must_match;
  std::vector<std::string> warn;
};

// Counts do not depend on the CPU: valgrind shows every program the same one, and glibc's variants
// are pinned. Times do.
const std::vector<Family>& families() {
  static const std::vector<Family> kFamilies = {
      {"structure", {}, {"arguments"}},
      {"host_count",
       {"architecture", "compiler", "flags", "libc", "libstdcxx", "valgrind", "callgrind_options",
        "glibc_tunables", "library_revision"},
       {"arguments"}},
      {"host_cache",
       {"architecture", "compiler", "flags", "libc", "libstdcxx", "valgrind", "callgrind_options",
        "cache_options", "glibc_tunables", "library_revision"},
       {"arguments"}},
      {"host_time",
       {"architecture", "compiler", "flags", "libc", "libstdcxx", "cpu_model"},
       {"arguments"}},
      {"benchmark_count", {"library_build"}, {"executable", "library_version"}},
      {"benchmark_time",
       {"library_build", "num_cpus", "caches"},
       {"executable", "library_version", "mhz_per_cpu", "cpu_scaling"}},
      {"gpu_count",
       {"gpu", "compute_capability", "capture_kind", "cache_control", "ncu_major", "selection",
        "metric_names"},
       {"arguments", "driver", "ncu", "gpu_uuid"}},
      {"gpu_time",
       {"gpu", "compute_capability", "capture_kind", "cache_control", "ncu_major", "selection",
        "metric_names", "clocks"},
       {"arguments", "driver", "ncu", "gpu_uuid"}},
  };
  return kFamilies;
}

std::string field(const Fingerprint& fingerprint, const std::string& name) {
  const auto found = fingerprint.find(name);
  return found == fingerprint.end() ? kNotRecorded : found->second;
}

std::vector<FieldDifference> differences(const Fingerprint& before, const Fingerprint& now,
                                         std::span<const std::string> fields) {
  std::vector<FieldDifference> result;
  for (const std::string& name : fields) {
    if (field(before, name) != field(now, name)) {
      result.push_back({name, field(before, name), field(now, name)});
    }
  }
  return result;
}

bool changes_code(std::string_view flag) {
  if (flag.starts_with("-fdiagnostics") || flag.starts_with("-fdebug") ||
      flag.starts_with("-ffile-prefix") || flag.starts_with("-fmacro-prefix")) {
    return false;
  }
  return flag.starts_with("-f") || flag.starts_with("-m") || flag.starts_with("-std");
}

// Of the program, without its own name.
std::string arguments_of(std::vector<std::string> command, const Settings& settings,
                         const Workload& workload) {
  if (!command.empty()) command.erase(command.begin());
  command.insert(command.end(), settings.parameters.begin(), settings.parameters.end());
  command.insert(command.end(), workload.args.begin(), workload.args.end());
  return valid_utf8(join(command, " "));
}

// Which kernels and processes are measured, where that is not all of them.
std::string selection_of(const Settings& settings) {
  static const std::vector<std::string> kKeys = {
      "ncu_cli.kernel_include",      "ncu_cli.kernel_exclude",
      "ncu_cli.kernel_name",         "ncu_cli.launch_skip",
      "ncu_cli.launch_count",        "ncu_cli.nvtx.include",
      "ncu_cli.nvtx.push_pop_scope", "ncu_cli.graph_profiling",
      "ncu_cli.target_processes",    "ncu_cli.target_processes_filter",
      "ncu_cli.extra_args"};
  static const std::vector<std::string> kUsual = {"", "[]", "0", "node", "thread", "all"};
  std::vector<std::string> chosen;
  for (const std::string& key : kKeys) {
    const auto value = settings.values.find(key);
    if (value == settings.values.end()) continue;
    if (std::ranges::find(kUsual, value->second) != kUsual.end()) continue;
    chosen.push_back(key + "=" + value->second);
  }
  for (const KernelOverride& entry : settings.shown.kernels.by_region) {
    chosen.push_back("kernels_of " + entry.region + ": include [" +
                     join(entry.kernels.include, ", ") + "], exclude [" +
                     join(entry.kernels.exclude, ", ") + "]");
  }
  return chosen.empty() ? "all" : valid_utf8(join(chosen, "; "));
}

// Under one name reports and baselines keep what ncu calls differently on other chips.
std::string names_on_chip(const Settings& settings) {
  std::vector<std::string> names;
  for (const auto& [metric, name] : settings.ncu.names_on_chip) {
    names.push_back(metric + "=" + name);
  }
  return join(names, ", ");
}

}  // namespace

std::string code_generation_flags(std::string_view flags) {
  std::set<std::string> kept;
  std::string optimisation;
  for (const std::string& flag : split(flags, ' ')) {
    if (flag.starts_with("-O")) optimisation = flag;
    if (changes_code(flag)) kept.insert(flag);
  }
  if (!optimisation.empty()) kept.insert(optimisation);
  const std::vector<std::string> sorted(kept.begin(), kept.end());
  return join(sorted, " ");
}

Fingerprint host_fingerprint(const Machine& machine, const Settings& settings,
                             const Workload& workload, const HostCounting& counting) {
  Fingerprint fingerprint = {
      {"architecture", machine.architecture},
      {"arguments", arguments_of(workload.host_command, settings, workload)},
      {"cpu_model", machine.cpu_model},
      {"glibc_tunables", settings.host.glibc_tunables},
      {"libc", machine.libc},
      {"libstdcxx", machine.libstdcxx},
      {"library_revision", std::to_string(counting.library_revision)},
  };
  if (!workload.build.compiler.empty()) {
    fingerprint["compiler"] = workload.build.compiler;
    fingerprint["flags"] = code_generation_flags(workload.build.flags);
  }
  if (machine.valgrind) {
    fingerprint["valgrind"] = machine.valgrind_version;
    fingerprint["callgrind_options"] = counting.callgrind_options;
    fingerprint["cache_options"] = counting.cache_options;
  }
  return fingerprint;
}

Fingerprint gpu_fingerprint(const GpuFacts& facts, const Settings& settings,
                            const Workload& workload) {
  Fingerprint fingerprint = {
      {"arguments", arguments_of(workload.gpu_command, settings, workload)},
      {"selection", selection_of(settings)},
      {"cache_control", settings.ncu.cache_control},
      {"capture_kind", facts.kind},
      {"clocks", facts.clocks},
      {"compute_capability", facts.compute_capability},
      {"gpu", facts.name},
      {"ncu", facts.ncu_version},
      {"ncu_major", facts.ncu_version.substr(0, facts.ncu_version.find('.'))},
  };
  if (!settings.ncu.names_on_chip.empty()) {
    fingerprint["metric_names"] = names_on_chip(settings);
  }
  if (!facts.driver.empty()) fingerprint["driver"] = facts.driver;
  if (!facts.uuid.empty()) fingerprint["gpu_uuid"] = facts.uuid;
  return fingerprint;
}

Fingerprint benchmark_fingerprint(const BenchmarkFacts& facts) {
  Fingerprint fingerprint;
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) fingerprint[name] = valid_utf8(value);
  };
  add("num_cpus", facts.cpus);
  add("mhz_per_cpu", facts.mhz);
  add("cpu_scaling", facts.scaling);
  add("caches", facts.caches);
  add("library_build", facts.library_build);
  add("library_version", facts.library_version);
  add("executable", facts.executable);
  return fingerprint;
}

Fingerprint relevant_fields(const Fingerprint& fingerprint,
                            const std::set<std::string>& families_wanted) {
  Fingerprint relevant;
  for (const Family& family : families()) {
    if (!families_wanted.contains(std::string(family.name))) continue;
    for (const auto* fields : {&family.must_match, &family.warn}) {
      for (const std::string& name : *fields) {
        if (fingerprint.contains(name)) relevant[name] = fingerprint.at(name);
      }
    }
  }
  return relevant;
}

FingerprintComparison compare_fingerprints(const Fingerprint& before, const Fingerprint& now,
                                           std::string_view family) {
  for (const Family& known : families()) {
    if (known.name == family) {
      return {differences(before, now, known.must_match), differences(before, now, known.warn)};
    }
  }
  return {};
}

}  // namespace ncu_regions
