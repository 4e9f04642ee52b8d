// ncu-regions show: a run folder or a capture file as a region tree, anywhere.
#include "harness/artifacts/host_capture.h"
#include "harness/cli/commands.h"
#include "harness/command/capture_command.h"
#include "harness/core/text.h"
#include "harness/pipeline/run_folder.h"
#include "harness/render/report.h"

namespace ncu_regions::cli {
namespace {

RegionTree tree_from(const std::filesystem::path& path) {
  const std::filesystem::path of_survey = path / kCaptureFile;  // discover --run
  const bool is_survey = std::filesystem::is_regular_file(of_survey);
  if (std::filesystem::is_directory(path) && !is_survey) return read_run(path).tree;
  const Capture capture = read_host_capture(is_survey ? of_survey : path);
  return assemble_regions(std::span(&capture, 1));
}

ExitCode show(const std::filesystem::path& path) {
  const RegionTree tree = tree_from(path);
  print_line(printable(path.string()) + ": host profiler, not a GPU");
  if (tree.regions.empty()) {
    print_line("no region was measured");
    return ExitCode::kNotMeasured;
  }
  std::string text = tree_text(tree);
  text.pop_back();
  print_line(text);
  std::uint64_t outside = 0;
  for (const KernelCount& kernel : tree.outside) outside += kernel.launches;
  if (outside > 0) print_line("(outside any region: " + std::to_string(outside) + " kernels)");
  for (const std::string& note : tree.notes) print_line("note: " + printable(note));
  return ExitCode::kPass;
}

}  // namespace

Action add_show(CLI::App& app, const Context&) {
  CLI::App* command = add_command(app, "show", "Print a run or a capture file as a region tree");
  auto path = std::make_shared<std::string>();
  command->add_option("path", *path, "run folder or capture.host.jsonl")->required();
  return [path] { return show(*path); };
}

}  // namespace ncu_regions::cli
