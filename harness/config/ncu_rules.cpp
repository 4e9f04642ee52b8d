// What cannot be asked of ncu, by mode and by version.
#include <algorithm>

#include "harness/config/settings.h"
#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions {

// In the unnamed namespace it would hide the refuse of refuse.h from sources that are compiled
// together with this one.
[[noreturn]] static void refuse(const Settings& settings, const std::string& key,
                                const std::string& why) {
  const auto origin = settings.origins.find(key);
  throw Error(ErrorKind::kUsage,
              (origin == settings.origins.end() ? key : origin->second) + ": '" + key + "' " + why);
}

namespace {

constexpr NcuVersion kSassInRanges = {2026, 1};

// Options that the plan sets; extra_args must not say them again.
const std::vector<std::string> kPlanned = {"--replay-mode",
                                           "--nvtx",
                                           "--nvtx-include",
                                           "--nvtx-exclude",
                                           "--nvtx-push-pop-scope",
                                           "--log-file",
                                           "--export",
                                           "--force-overwrite",
                                           "--import",
                                           "--metrics",
                                           "--section",
                                           "--set",
                                           "--clock-control",
                                           "--cache-control",
                                           "--config-file",
                                           "--check-exit-code",
                                           "--null-stdin",
                                           "--target-processes",
                                           "--target-processes-filter",
                                           "--kernel-name",
                                           "--kernel-name-base",
                                           "--kernel-id",
                                           "--launch-count",
                                           "--launch-skip",
                                           "--launch-skip-before-match",
                                           "--filter-mode",
                                           "--range-filter",
                                           "--kill",
                                           "--devices",
                                           "--app-replay-match",
                                           "--app-replay-mode",
                                           "--app-replay-buffer",
                                           "--range-replay-options",
                                           "--graph-profiling",
                                           "--quiet",
                                           "--page",
                                           "--csv",
                                           "--mode",
                                           "--profile-from-start",
                                           "--disable-profiler-start-stop",
                                           "--disable-extra-suffixes",
                                           "--apply-rules",
                                           "--rename-kernels"};

void check_extra_args(const Settings& settings) {
  for (const std::string& word : settings.ncu.extra_args) {
    const std::string option = word.substr(0, word.find('='));
    if (!option.starts_with("--") || option.size() < 3) {
      refuse(settings, "ncu_cli.extra_args",
             "holds '" + word + "': every item must be one long option, as in --name=value");
    }
    // ncu takes the beginning of an option for the option.
    const auto is_meant = [&](const std::string& planned) { return planned.starts_with(option); };
    const auto planned = std::ranges::find_if(kPlanned, is_meant);
    if (planned == kPlanned.end()) continue;
    refuse(settings, "ncu_cli.extra_args",
           "repeats " + *planned + ", which the plan sets; use its own key");
  }
}

// Collected by patching kernels or by sampling them, not by counters.
bool is_sass(const std::string& metric) {
  static const std::vector<std::string> kPatterns = {
      "inst_executed", "thread_inst_executed*", "sass__*",
      "*__sass_*",     "smsp__pcsamp_*",        "memory_l1_*",
      "memory_l2_*",   "group:*smsp__pcsamp*",  "derived__memory_*"};
  return std::ranges::any_of(kPatterns,
                             [&](const std::string& p) { return glob_match(p, metric); });
}

void check_range_modes(const Settings& settings) {
  const NcuSettings& ncu = settings.ncu;
  if (!ncu.is_range()) return;
  const std::string with = "cannot be used with replay mode '" + ncu.replay_mode + "': ";
  if (!ncu.kernel_name.empty()) {
    refuse(settings, "ncu_cli.kernel_name",
           with +
               "a range has no kernel name (kernel_include "
               "filters the kernel tables instead)");
  }
  if (!ncu.nvtx_include.empty()) {
    refuse(settings, "ncu_cli.nvtx.include",
           with + "the plan makes the expressions from the regions");
  }
  if (ncu.launch_count || ncu.launch_skip > 0) {
    refuse(settings, ncu.launch_count ? "ncu_cli.launch_count" : "ncu_cli.launch_skip",
           with + "every instance of a region is measured");
  }
  if (ncu.graph_profiling == "graph")
    refuse(settings, "ncu_cli.graph_profiling", with + "use node");
}

void check_modes(const Settings& settings) {
  const NcuSettings& ncu = settings.ncu;
  if (!ncu.range_replay_options.empty() && ncu.replay_mode != "range") {
    refuse(settings, "ncu_cli.range_replay_options",
           "belongs to replay mode 'range', not '" + ncu.replay_mode + "'");
  }
  for (const auto& [key, value, usual] :
       {std::tuple{"ncu_cli.app_replay_match", ncu.app_replay_match, "grid"},
        std::tuple{"ncu_cli.app_replay_mode", ncu.app_replay_mode, "strict"}}) {
    if (value == usual || ncu.replay_mode == "application") continue;
    refuse(settings, key, "belongs to replay mode 'application', not '" + ncu.replay_mode + "'");
  }
}

void check_device(const Settings& settings) {
  const std::string& device = settings.capture.device;
  const bool is_ordinal =
      device.starts_with("cuda:") && device.size() > 5 &&
      std::ranges::all_of(device.substr(5), [](char c) { return c >= '0' && c <= '9'; });
  if (device.empty() || is_ordinal || device.starts_with("GPU-") || device.starts_with("MIG-"))
    return;
  refuse(settings, "device",
         "cannot be '" + device +
             "'; expected cuda:0, or a UUID as nvidia-smi -L "
             "prints it (GPU-..., MIG-...)");
}

void check_captures(const Settings& settings) {
  constexpr std::uint64_t kMost = 100;
  if (settings.capture.captures <= kMost) return;
  refuse(settings, "captures",
         "is " + std::to_string(settings.capture.captures) + "; " + std::to_string(kMost) +
             " are the most");
}

struct Since {
  const char* key;
  bool is_asked;
  NcuVersion version;
};

void check_version(const Settings& settings, const NcuVersion& version) {
  const NcuSettings& ncu = settings.ncu;
  const bool is_boost = ncu.clock_control == "boost" || ncu.clock_control == "force-boost";
  for (const Since& since :
       {Since{"ncu_cli.replay_mode", ncu.replay_mode == "app-range", {2023, 1}},
        Since{"ncu_cli.nvtx.push_pop_scope", ncu.push_pop_scope != "thread", {2025, 1}},
        Since{"ncu_cli.graph_profiling", ncu.graph_profiling != "node", {2023, 1}},
        Since{"ncu_cli.clock_control", is_boost, {2025, 4}},
        Since{"ncu_cli.app_replay_mode", ncu.app_replay_mode == "balanced", {2026, 1}}}) {
    if (!since.is_asked || version >= since.version) continue;
    refuse(settings, since.key,
           "needs ncu " + to_string(since.version) + " or newer; this is " + to_string(version));
  }
}

void check_sass(const Settings& settings, const NcuVersion& version) {
  if (!settings.ncu.is_range() || version >= kSassInRanges) return;
  const auto refuse_sass = [&](const std::string& key, const std::vector<std::string>& metrics) {
    const auto found = std::ranges::find_if(metrics, is_sass);
    if (found == metrics.end()) return;
    refuse(settings, key,
           "has '" + *found + "', which ncu " + to_string(version) +
               " cannot measure in ranges; use replay mode 'kernel', or ncu " +
               to_string(kSassInRanges) + " or newer");
  };
  refuse_sass("metrics", settings.metrics);
  refuse_sass("ncu_cli.metrics", settings.ncu.metrics);
}

}  // namespace

void refuse_contradictions(const Settings& settings) {
  check_extra_args(settings);
  check_range_modes(settings);
  check_modes(settings);
  check_device(settings);
  check_captures(settings);
}

void refuse_unknown_to_ncu(const Settings& settings, const NcuVersion& version,
                           std::span<const std::string> sections) {
  check_version(settings, version);
  check_sass(settings, version);
  if (sections.empty()) return;
  for (const std::string& wanted : settings.ncu.sections) {
    const auto is_meant = [&](const std::string& id) { return glob_match(wanted, id); };
    if (wanted.starts_with("regex:") || std::ranges::any_of(sections, is_meant)) continue;
    refuse(settings, "ncu_cli.sections",
           "has '" + wanted + "', which ncu " + to_string(version) + " does not know" +
               suggestion(wanted, sections) + "; 'ncu --list-sections' lists them");
  }
}

}  // namespace ncu_regions
