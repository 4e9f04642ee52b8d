#include "harness/pipeline/binding.h"

#include <unistd.h>

#include <algorithm>
#include <set>

#include "harness/core/capture_kind.h"
#include "harness/core/error.h"
#include "harness/core/sha256.h"
#include "harness/core/text.h"
#include "harness/machine/file_identity.h"
#include "harness/machine/probe.h"
#include "harness/pipeline/base_build.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

std::string digest(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += std::to_string(word.size()) + ":" + word;
  return sha256_hex(text);
}

std::string plain_path(const fs::path& path) {
  return path.empty() ? "" : fs::absolute(path).lexically_normal().string();
}

// A file by its name and by what it holds.
void add_settings_file(std::vector<std::string>& words, const fs::path& file) {
  if (file.empty()) return;
  words.push_back(plain_path(file));
  words.push_back(identity_of(file).value_or("cannot be read"));
}

// The keyword that made a list of settings.
std::string keyword_of(const std::string& key) {
  static const std::map<std::string, std::string> kKeywords = {
      {"metrics", "METRICS"},
      {"limits", "LIMITS"},
      {"ncu_cli.sections", "SECTIONS"},
      {"ncu_cli.kernel_include", "KERNEL_INCLUDE"},
      {"ncu_cli.kernel_exclude", "KERNEL_EXCLUDE"},
      {"launcher", "LAUNCHER"},
      {"fail_on", "FAIL_ON"}};
  const auto found = kKeywords.find(key);
  return found == kKeywords.end() ? key : found->second;
}

// Settings that the call made. How long a run may take changes no value.
std::vector<std::string> settings_of_call(const Workload& workload) {
  std::vector<std::string> settings;
  for (const std::string& setting : workload.overrides) {
    if (!setting.starts_with("timeout_s=")) settings.push_back(setting);
  }
  return settings;
}

std::vector<std::string> settings_files(const Workload& workload) {
  std::vector<std::string> words;
  for (const fs::path& file : workload.config_files) add_settings_file(words, file);
  return words;
}

std::vector<std::string> words_of_command_line(const Workload& workload,
                                               const std::vector<std::string>& overrides) {
  std::vector<std::string> words = overrides;
  words.insert(words.end(), workload.budgets.begin(), workload.budgets.end());
  words.insert(words.end(), workload.limits.begin(), workload.limits.end());
  return words;
}

bool runs_a_script(const std::string& program) {
  static const std::vector<std::string> kFurther = {"node",   "julia",   "lua",     "luajit",
                                                    "php",    "Rscript", "zsh",     "tclsh",
                                                    "octave", "numactl", "taskset", "setarch"};
  return starts_another(program) || std::ranges::find(kFurther, program) != kFurther.end();
}

// -m and -c of these name a module or a text, and the rest is for that.
bool takes_text(const std::string& program) {
  static const std::vector<std::string> kShells = {"sh", "bash", "dash", "zsh"};
  return std::ranges::find(kShells, program) != kShells.end() || program.starts_with("python");
}

fs::path program_of(const std::string& word, const fs::path& folder) {
  if (word.find('/') != std::string::npos) return folder / word;
  return find_program(word).value_or(word);
}

// The arguments that are programs, and the script of an interpreter: what runs is up to them too.
// Other files are data, which a program may write.
std::vector<fs::path> files_that_run(std::string program, const std::vector<std::string>& words,
                                     const fs::path& folder) {
  std::vector<fs::path> found;
  bool wants_script = runs_a_script(program);
  for (const std::string& word : words) {
    if (takes_text(program) && (word == "-m" || word == "-c")) break;
    if (word.starts_with('-') || word.empty()) continue;
    const fs::path file = folder / word;
    std::error_code failed;
    const bool is_file = fs::is_regular_file(file, failed);
    const bool is_program = is_file && access(file.c_str(), X_OK) == 0;
    if (is_program || (is_file && wants_script)) {
      found.push_back(file);
      wants_script = false;
    }
    if (runs_a_script(fs::path(word).filename().string())) {
      program = fs::path(word).filename().string();
      wants_script = true;
    }
  }
  return found;
}

std::string differing_keywords(const std::map<std::string, std::string>& before,
                               const std::map<std::string, std::string>& now) {
  std::set<std::string> names;
  for (const auto* map : {&before, &now}) {
    for (const auto& [keyword, text] : *map) {
      const auto old = before.find(keyword);
      const auto current = now.find(keyword);
      if (old == before.end() || current == now.end() || old->second != current->second) {
        names.insert(keyword);
      }
    }
  }
  const std::vector<std::string> list(names.begin(), names.end());
  return join(list, ", ");
}

[[noreturn]] void refuse_outcome(const Workload& test, const std::string& why) {
  throw Error(ErrorKind::kMeasurement,
              "cannot believe the outcome in " + printable(test.run.string()) + ": " + why +
                  ". Run ctest without -E, -FS and -FA, so that ncu-regions.profile." + test.name +
                  " measures it again.");
}

// The command of the test that was measured: by the host profiler also a CUDA program that holds no
// GPU code.
const std::vector<std::string>& measured_command(const Workload& test, const std::string& kind) {
  const bool is_host = kind == to_string(CaptureKind::kHost);
  return is_host && !test.host_command.empty() ? test.host_command : test.gpu_command;
}

}  // namespace

std::map<std::string, std::string> registration_of(const Workload& workload,
                                                   const std::vector<std::string>& overrides,
                                                   const std::string& base_option) {
  if (!workload.is_registered) return {};
  std::vector<std::string> preset = {workload.preset};
  add_settings_file(preset, workload.preset_file);
  const auto flag = [](bool is_set) { return digest({is_set ? "ON" : "OFF"}); };
  std::map<std::string, std::string> parts = {
      {"NAME", digest({workload.name})},
      {"TARGET or COMMAND", digest(workload.gpu_command)},
      {"HOST_TARGET or HOST_COMMAND", digest(workload.host_command)},
      {"ARGS", digest(workload.args)},
      {"ENVIRONMENT", digest(workload.environment)},
      {"WORKING_DIRECTORY", digest({plain_path(workload.working_directory)})},
      {"REGIONS", digest(workload.regions)},
      {"PRESET", digest(preset)},
      {"CONFIG or BUDGETS", digest(settings_files(workload))},
      {"BUDGETS or REPLAY_MODE", digest(settings_of_call(workload))},
      {"NCU_REGIONS_BASELINES", digest({plain_path(workload.baselines)})},
      {"NCU_REGIONS_BASE", digest({plain_path(base_of(workload, base_option))})},
      {"the run folder", digest({plain_path(workload.run)})},
      {"the command line", digest(words_of_command_line(workload, overrides))},
      {"REQUIRE_BASELINE", flag(workload.require_baseline)},
      {"ALLOW_INCOMPARABLE", flag(workload.allow_incomparable)},
      {"REQUIRE_GPU", flag(workload.require_gpu)}};
  for (const auto& [key, words] : workload.lists) parts[keyword_of(key)] = digest(words);
  return parts;
}

std::vector<MeasuredFile> measured_files(const Workload& workload, const std::string& kind) {
  const std::vector<std::string>& command = measured_command(workload, kind);
  std::vector<MeasuredFile> files;
  if (command.empty()) return files;
  const fs::path folder = workload.working_directory;
  const fs::path program = program_of(command.front(), folder);
  files.push_back({program.string(), identity_of(program).value_or("")});
  std::vector<std::string> words(command.begin() + 1, command.end());
  words.insert(words.end(), workload.args.begin(), workload.args.end());
  for (const fs::path& file : files_that_run(program.filename().string(), words, folder)) {
    files.push_back({file.string(), identity_of(file).value_or("")});
  }
  return files;
}

void require_bound(const Outcome& outcome, const Workload& registered) {
  const auto& before = outcome.bound.registration;
  if (before.empty()) refuse_outcome(registered, "it does not say which registered test it is of");
  const std::string changed = differing_keywords(before, registration_of(registered));
  if (!changed.empty()) {
    refuse_outcome(registered,
                   "the test was registered differently when it was measured (" + changed + ")");
  }
  if (outcome.skipped) return;
  const auto now = measured_files(registered, outcome.kind);
  const std::vector<MeasuredFile>& then = outcome.bound.files;
  for (std::size_t i = 0; i < std::max(then.size(), now.size()); ++i) {
    const bool is_same = i < then.size() && i < now.size() && !now[i].identity.empty() &&
                         then[i].identity == now[i].identity;
    if (is_same) continue;
    refuse_outcome(registered, "measured before the program was rebuilt (" +
                                   printable((i < now.size() ? now : then)[i].file) + ")");
  }
}

}  // namespace ncu_regions
