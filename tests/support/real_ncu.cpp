#include "tests/support/real_ncu.h"

#include <algorithm>
#include <cstdlib>

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

constexpr char kProgram[] =
    "usr/lib/x86_64-linux-gnu/nsight-compute/target/linux-desktop-glibc_2_11_3-x64/ncu";

const ProgramOptions kQuiet = {
    {}, {{"LC_ALL", "C"}, {"NV_COMPUTE_PROFILER_DISABLE_STOCK_FILE_DEPLOYMENT", "1"}}};

std::vector<fs::path> candidates() {
  std::vector<fs::path> found;
  if (const char* named = std::getenv("NCU_REGIONS_NCU")) found.emplace_back(named);
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(NCU_REGIONS_TEST_NCU_DIR, missing)) {
    if (fs::exists(entry.path() / kProgram)) found.push_back(entry.path() / kProgram);
  }
  found.emplace_back("ncu");
  return found;
}

// "Version 2024.1.1.0 (build ...)" in what --version prints.
std::string version_of(const fs::path& program) {
  const ProgramResult asked = run_program({program.string(), "--version"}, kQuiet);
  const std::size_t at = asked.out.find("Version ");
  if (asked.exit_code != 0 || at == std::string::npos) return "";
  return asked.out.substr(at + 8, asked.out.find(' ', at + 8) - at - 8);
}

std::vector<RealNcu> find_ncus() {
  std::vector<RealNcu> found;
  for (const fs::path& program : candidates()) {
    const std::string version = version_of(program);
    const auto same = [&](const RealNcu& ncu) { return ncu.version == version; };
    if (!version.empty() && std::ranges::none_of(found, same)) found.push_back({program, version});
  }
  std::ranges::sort(found, {}, &RealNcu::version);
  return found;
}

std::vector<fs::path> reports_below(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code missing;
  for (const auto& entry : fs::recursive_directory_iterator(folder, missing)) {
    const std::string extension = entry.path().extension();
    if (extension == ".ncu-rep" || extension == ".nsight-cuprof-report") {
      found.push_back(entry.path());
    }
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace

int RealNcu::release() const {
  return std::atoi(version.c_str()) * 10 + std::atoi(version.c_str() + version.find('.') + 1);
}

ProgramResult RealNcu::import(const fs::path& report,
                              const std::vector<std::string>& options) const {
  std::vector<std::string> argv = {program.string(), "--import", report.string()};
  argv.insert(argv.end(), options.begin(), options.end());
  return run_program(argv, kQuiet);
}

const std::vector<RealNcu>& installed_ncus() {
  static const std::vector<RealNcu> found = find_ncus();
  return found;
}

std::vector<fs::path> sample_reports(const RealNcu& ncu) {
  const std::size_t root = ncu.program.string().rfind(kProgram);
  if (root == std::string::npos) return {};
  return reports_below(fs::path(ncu.program.string().substr(0, root)) / "usr/share/doc");
}

fs::path corpus_folder() {
  if (const char* named = std::getenv("NCU_REGIONS_CORPUS")) return named;
  return NCU_REGIONS_TEST_CORPUS;
}

std::vector<fs::path> corpus_reports() { return reports_below(corpus_folder() / "rep"); }

std::string unpacked(const fs::path& gz) { return run_program({"gzip", "-dc", gz.string()}).out; }

}  // namespace ncu_regions
