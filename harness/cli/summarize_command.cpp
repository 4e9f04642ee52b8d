// ncu-regions summarize: all workloads of a build: a line each, and a comment for a pull request.
#include <cstdlib>

#include "harness/cli/commands.h"
#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/pipeline/summary.h"
#include "harness/render/annotations.h"
#include "harness/render/junit.h"

namespace ncu_regions::cli {
namespace {

namespace fs = std::filesystem;

struct SummarizeOptions {
  std::vector<std::string> folders;
  std::string build;
  std::string markdown, junit, pack, rules_from, root;
  std::string conclusion = "success";
  bool annotations = false;
  std::size_t most = kCommentBytes;
};

// Where the checkout is: what --root says, else where GitHub put it.
fs::path root_of(const SummarizeOptions& options) {
  if (!options.root.empty()) return options.root;
  const char* workspace = std::getenv("GITHUB_WORKSPACE");
  return workspace == nullptr || *workspace == '\0' ? fs::current_path() : fs::path(workspace);
}

void require_build(const SummarizeOptions& options) {
  if (options.folders.empty()) return;
  if (!options.build.empty()) {
    throw Error(ErrorKind::kUsage, "give a build folder (--build) or folders of runs, not both");
  }
  if (!options.pack.empty() || !options.rules_from.empty()) {
    throw Error(ErrorKind::kUsage, "--pack and --rules-from need the runs of a build (--build)");
  }
}

Summary summary_of(const SummarizeOptions& options) {
  if (!options.folders.empty()) {
    return summarize_folders({options.folders.begin(), options.folders.end()});
  }
  const std::string build = options.build.empty() ? "." : options.build;
  Summary summary = summarize_build(build);
  if (!options.rules_from.empty()) review_rules_of(summary, build, options.rules_from);
  add_removed_tests(summary, options.rules_from);
  if (!options.pack.empty()) pack_runs(summary, build, options.pack);
  return summary;
}

void write_faces(const SummarizeOptions& options, const Summary& summary) {
  if (!options.markdown.empty()) {
    CommentOptions comment;
    comment.most_bytes = options.most;
    comment.conclusion = options.conclusion;
    if (!options.build.empty()) comment.build = options.build;
    write_file(options.markdown, comment_markdown(summary.workloads, comment));
  }
  if (!options.junit.empty()) write_file(options.junit, junit_xml(summary.workloads));
  if (!options.annotations) return;
  for (const std::string& line : annotations(summary.workloads, root_of(options))) {
    print_command(line);
  }
}

ExitCode summarize(const SummarizeOptions& options) {
  require_build(options);
  const Summary summary = summary_of(options);
  for (const WorkloadResult& workload : summary.workloads) {
    print_line(std::string(to_string(workload.state)) + "  " + printable(line_of(workload)));
  }
  print_line(printable(summary.line()));
  write_faces(options, summary);
  return summary.has_runs() ? ExitCode::kPass : ExitCode::kSkipped;
}

}  // namespace

Action add_summarize(CLI::App& app, const Context& /*context*/) {
  CLI::App* command = add_command(app, "summarize", "All workloads of a build, and a comment");
  auto options = std::make_shared<SummarizeOptions>();
  command->add_option("folder", options->folders, "folders of packed runs");
  command->add_option("--build", options->build, "CMake build folder with registered tests");
  command->add_option("--markdown", options->markdown, "write the comment of a pull request");
  command->add_option("--most", options->most, "bytes that the comment may have")
      ->check(CLI::Range(std::size_t{2'000}, std::size_t{1'000'000}));
  command->add_option("--junit", options->junit, "write JUnit's XML");
  command->add_option("--pack", options->pack, "write the small files of each run there");
  command->add_option("--rules-from", options->rules_from, "build folder of the base commit");
  command->add_option("--conclusion", options->conclusion, "how the jobs that measured ended");
  command->add_option("--root", options->root, "the checkout, for annotations");
  command->add_flag("--annotations", options->annotations, "print GitHub's workflow commands");
  return [options] { return summarize(*options); };
}

}  // namespace ncu_regions::cli
