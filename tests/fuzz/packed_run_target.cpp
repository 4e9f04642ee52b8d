// A target of its own: it needs the room that renders, which takes long to build.
#include <cstdlib>
#include <string>
#include <vector>

#include "harness/core/text.h"
#include "harness/render/annotations.h"
#include "harness/render/comment.h"
#include "harness/render/junit.h"
#include "harness/runs/explain_file.h"
#include "harness/runs/outcome_file.h"
#include "tests/fuzz/targets.h"
#include "tests/fuzz/unless_refused.h"

namespace ncu_regions::fuzz {

void read_packed_run(std::string_view bytes) {
  const std::vector<std::string> files = split(bytes, '\0');
  if (files.size() != 3) return;
  unless_refused([&] {
    WorkloadResult result;
    result.name = "fuzz";
    result.run = WorkloadRun{parse_run_record(files[0], "run.json"),
                             parse_outcome(files[1], "verdicts.json"),
                             parse_explained(files[2], "explain.json")};
    result.state = state_of(result.run->outcome);
    const std::vector<WorkloadResult> results = {result};
    if (comment_markdown(results, {}).size() > kCommentBytes) std::abort();
    annotations(results, "/nonexistent");
    junit_xml(results);
  });
}

}  // namespace ncu_regions::fuzz
