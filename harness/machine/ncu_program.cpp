#include "harness/machine/ncu_program.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <set>
#include <vector>

#include "harness/core/error.h"
#include "harness/core/text.h"
#include "harness/machine/probe.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

NcuSearch ask(const fs::path& path, double limit_s) {
  const ProgramAnswer answer = answer_of({path.string(), "--version"}, limit_s);
  const auto version = answer.bad_end.empty() ? ncu_version_from(answer.output) : std::nullopt;
  if (!version) return {std::nullopt, broken_tool(path, answer)};
  const std::string text = answer.output.substr(answer.output.find("Version ") + 8);
  return {NcuProgram{path, text.substr(0, text.find_first_of(" \n")), *version}, ""};
}

// A toolkit is often found under several names.
std::vector<fs::path> distinct_files(const std::vector<fs::path>& files) {
  std::set<fs::path> seen;
  std::vector<fs::path> distinct;
  for (const fs::path& file : files) {
    std::error_code failed;
    const fs::path real = fs::canonical(file, failed);
    if (seen.insert(failed ? file : real).second) distinct.push_back(file);
  }
  return distinct;
}

}  // namespace

std::vector<fs::path> usual_ncu_folders() {
  std::vector<fs::path> folders;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH", "CUDAToolkit_ROOT"}) {
    if (const char* value = std::getenv(variable)) folders.push_back(fs::path(value) / "bin");
  }
  folders.emplace_back("/usr/local/cuda/bin");
  for (const char* parent : {"/opt/nvidia/nsight-compute", "/usr/local"}) {
    std::vector<fs::path> found;
    std::error_code missing;
    for (const auto& entry : fs::directory_iterator(parent, missing)) {
      const std::string name = entry.path().filename();
      const bool is_toolkit =
          name.starts_with("cuda-") || name.starts_with("NVIDIA-Nsight-Compute");
      if (std::string(parent) == "/usr/local" && !is_toolkit) continue;
      found.push_back(name.starts_with("cuda-") ? entry.path() / "bin" : entry.path());
    }
    std::ranges::sort(found, std::greater<>());
    folders.insert(folders.end(), found.begin(), found.end());
  }
  folders.emplace_back("/usr/lib/nsight-compute");
  return folders;
}

NcuSearch find_ncu(const std::string& named, double limit_s) {
  if (!named.empty()) {
    const std::optional<fs::path> path =
        named.find('/') == std::string::npos ? find_program(named) : fs::absolute(named);
    NcuSearch search = path ? ask(*path, limit_s) : NcuSearch{};
    if (search.ncu) return search;
    throw Error(ErrorKind::kUsage, "'" + printable(named) +
                                       "' is no Nsight Compute command line: it does not answer "
                                       "--version (setting ncu_cli.program, $NCU_REGIONS_NCU)");
  }
  NcuSearch all;
  std::vector<NcuProgram> found;
  for (const fs::path& path : distinct_files(find_programs("ncu", usual_ncu_folders()))) {
    NcuSearch search = ask(path, limit_s);
    if (search.ncu) found.push_back(std::move(*search.ncu));
    if (all.broken.empty()) all.broken = search.broken;
  }
  if (found.empty()) return all;
  std::ranges::stable_sort(found, std::greater<>(), &NcuProgram::version);
  return {found.front(), "", {found.begin() + 1, found.end()}};
}

std::vector<std::string> ncu_question(const NcuProgram& ncu,
                                      const std::vector<std::string>& options,
                                      const std::vector<std::string>& variables) {
  std::vector<std::string> argv = {"/usr/bin/env",
                                   "NV_COMPUTE_PROFILER_DISABLE_STOCK_FILE_DEPLOYMENT=1"};
  argv.insert(argv.end(), variables.begin(), variables.end());
  argv.push_back(ncu.path.string());
  argv.insert(argv.end(), options.begin(), options.end());
  return argv;
}

ProgramAnswer ask_for_metrics(const NcuProgram& ncu, double limit_s) {
  return answer_of(ncu_question(ncu, {"--query-metrics"}), limit_s);
}

std::vector<std::string> sections_of(const NcuProgram& ncu, double limit_s) {
  const auto answer = ask_program(ncu_question(ncu, {"--list-sections"}), limit_s);
  std::vector<std::string> sections;
  if (!answer) return sections;
  for (const std::string& line : split(*answer, '\n')) {
    const std::string first = line.substr(0, line.find(' '));
    const bool is_name = !first.empty() && first.front() != '-' && first.front() != '=';
    if (is_name && first != "Identifier") sections.push_back(first);
  }
  return sections;
}

}  // namespace ncu_regions
