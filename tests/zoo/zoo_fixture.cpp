#include "tests/zoo/zoo_fixture.h"

#include <set>

#include "harness/artifacts/host_capture.h"
#include "harness/core/error.h"
#include "harness/host/capture_file.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

constexpr int kSignalled = 128;  // as run_program has it

// A capture that cannot be read is an answer too: the reason.
void read(const fs::path& file, Sighting& seen) {
  try {
    if (fs::exists(file)) seen.capture = read_host_capture(file);
  } catch (const Error& error) {
    seen.refusal = error.what();
  }
}

std::string region_of(const Capture& capture, const Result& result) {
  return written_form(capture.paths.at(result.paths.at(0)));
}

}  // namespace

std::map<std::string, std::uint64_t> Sighting::instances() const {
  std::map<std::string, std::uint64_t> counts;
  if (!capture) return counts;
  for (const Result& result : capture->results) counts[region_of(*capture, result)] += result.count;
  return counts;
}

std::size_t Sighting::threads(const std::string& region) const {
  std::set<std::pair<std::size_t, std::uint64_t>> threads;
  if (!capture) return 0;
  for (const Result& result : capture->results) {
    if (region_of(*capture, result) == region) threads.emplace(result.scope, result.thread);
  }
  return threads.size();
}

std::vector<std::uint64_t> Sighting::by_process(const std::string& region) const {
  std::map<std::size_t, std::uint64_t> counts;
  if (!capture) return {};
  for (const Result& result : capture->results) {
    if (region_of(*capture, result) == region) counts[result.scope] += result.count;
  }
  std::vector<std::uint64_t> list;
  for (const auto& [scope, count] : counts) list.push_back(count);
  return list;
}

std::vector<std::string> Sighting::notes() const {
  return capture ? capture->notes : std::vector<std::string>{"refused: " + refusal};
}

Sighting ZooTest::visit(const std::vector<std::string>& argv) {
  Sighting seen;
  seen.plain = run_plain(argv);
  run_injected(argv, seen);
  run_discover(argv, seen);
  return seen;
}

Sighting ZooTest::visit_quickly(const std::vector<std::string>& argv) {
  Sighting seen;
  seen.plain = run_plain(argv);
  run_injected(argv, seen);
  const fs::path file = folder_ / "capture.host.jsonl";
  host::write_host_capture({HostPass::kTime, false, folder_ / "events", folder_.path(), ""}, file);
  read(file, seen);
  return seen;
}

fs::path ZooTest::fresh(const std::string& name) {
  fs::remove_all(folder_ / name);
  fs::create_directory(folder_ / name);
  return folder_ / name;
}

ProgramResult ZooTest::run_plain(const std::vector<std::string>& argv) {
  return run_program(argv, {fresh("plain"), {{"NVTX_INJECTION64_PATH", ""}}});
}

void ZooTest::run_injected(const std::vector<std::string>& argv, Sighting& seen) {
  const fs::path events = fresh("events");
  seen.injected = run_program(argv, {fresh("injected"),
                                     {{"NVTX_INJECTION64_PATH", NCU_REGIONS_ZOO_INJECTION},
                                      {"NCU_REGIONS_EVENTS", events.string()}}});
  EXPECT_EQ(seen.injected.exit_code, seen.plain.exit_code);
  EXPECT_EQ(seen.injected.out, seen.plain.out);
  EXPECT_EQ(seen.injected.err, seen.plain.err);
  for (const fs::directory_entry& file : fs::directory_iterator(events)) {
    ++seen.event_files;
    seen.event_bytes += file.file_size();
  }
}

// The exit code says whether the program ended well; its output is in files.
void ZooTest::run_discover(const std::vector<std::string>& argv, Sighting& seen) {
  const fs::path run = fresh("run");
  std::vector<std::string> words = {"discover", "--run", run.string(), "--"};
  words.insert(words.end(), argv.begin(), argv.end());
  seen.discover = cli(words, {fresh("discovered"), {}});
  EXPECT_EQ(read_file(run / "stdout.txt"), seen.plain.out);
  EXPECT_EQ(read_file(run / "stderr.txt"), seen.plain.err);
  read(run / "capture.host.jsonl", seen);
  const int code = seen.plain.exit_code;
  if (code == 0) return;
  EXPECT_EQ(seen.discover.exit_code, 3);
  EXPECT_THAT(seen.discover.err, testing::HasSubstr(code < kSignalled ? "exit code" : "signal"));
}

}  // namespace ncu_regions
