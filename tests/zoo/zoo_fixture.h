// Zoo: runs a program three times - plainly, under the injection library, and under
// `ncu-regions discover` - and keeps what each said.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "harness/artifacts/capture.h"
#include "tests/cli/cli_fixture.h"

namespace ncu_regions {

// What was recorded of a program.
struct Sighting {
  ProgramResult plain;
  ProgramResult injected;
  ProgramResult discover;         // of ncu-regions itself
  std::uint64_t event_bytes = 0;  // all files that the library wrote in the injected run
  std::size_t event_files = 0;
  std::optional<Capture> capture;  // nothing: it was refused
  std::string refusal;             // why

  // Instances by written form, over all threads and processes.
  std::map<std::string, std::uint64_t> instances() const;
  // Threads (of any process) that opened this region.
  std::size_t threads(const std::string& region) const;
  // Instances of this region in each process that opened it, in the order of their start.
  std::vector<std::uint64_t> by_process(const std::string& region) const;
  std::vector<std::string> notes() const;
};

class ZooTest : public CliTest {
 protected:
  // All three runs, each in a fresh folder of its own. A failure unless they said and ended the
  // same.
  Sighting visit(const std::vector<std::string>& argv);
  // Without `ncu-regions discover`: what the injected run left is read directly. For programs with
  // thousands of regions.
  Sighting visit_quickly(const std::vector<std::string>& argv);

 private:
  ProgramResult run_plain(const std::vector<std::string>& argv);
  void run_injected(const std::vector<std::string>& argv, Sighting& seen);
  void run_discover(const std::vector<std::string>& argv, Sighting& seen);
  std::filesystem::path fresh(const std::string& name);
};

}  // namespace ncu_regions
