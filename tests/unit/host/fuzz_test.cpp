// Files of the injection library and of callgrind that are damaged in some way: read as far as they
// make sense, or refused with a message; never a crash, a hang or unbounded memory.
#include <gtest/gtest.h>

#include <cstring>
#include <sstream>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/host/callgrind_log.h"
#include "harness/host/capture_file.h"
#include "tests/support/mutations.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions::host {
namespace {

constexpr unsigned kRounds = 1500;

template <typename T>
void append(std::string& text, const T& value) {
  text.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

std::string some_names() {
  NamesHeader header = {};
  std::memcpy(header.magic, kNamesMagic, sizeof(header.magic));
  header.first = {10, 10};
  header.last = {30, 30};
  std::string text;
  append(text, header);
  for (const char* name : {"label  A", "label  B"}) {
    append(text, NameRecord{NameKind::kLabel, 8});
    text += name;
  }
  append(text, NameRecord{NameKind::kSource, 9});
  text += std::string("0 1 2 1 7") + std::string(7, '\0');
  append(text, NameRecord{NameKind::kDomain, 8});
  return text + "a domain";
}

std::string some_events() {
  TailHeader header = {};
  std::memcpy(header.magic, kTailMagic, sizeof(header.magic));
  header.capacity = kTailCapacity;
  header.state = 6;
  std::string text;
  append(text, header);
  append(text, Event{1, 0, 1, 0, EventKind::kPush, 0});
  append(text, Event{2, 1, 2, 1, EventKind::kPush, kTicks});
  append(text, Event{3, 4, 1, 0, EventKind::kStart, 0});
  append(text, Event{4, 0, 0, 1, EventKind::kPop, 0});
  append(text, Event{5, 4, 0, 0, EventKind::kEnd, 0});
  append(text, Event{6, 0, 0, 0, EventKind::kPop, 0});
  return text;
}

TEST(HostFuzz, DamagedEventFilesAreReadOrRefused) {
  const TempFolder folder;
  Mutations mutations(1);
  unsigned refused = 0;
  for (unsigned i = 0; i < kRounds; ++i) {
    write_file(folder / "1-0.names", i % 2 == 0 ? mutations.of(some_names()) : some_names());
    write_file(folder / "1-0.0.tail", i % 3 != 0 ? mutations.of(some_events()) : some_events());
    try {
      write_host_capture({HostPass::kTime, false, folder.path(), {}, ""}, folder / "capture.jsonl");
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kMeasurement) << error.what();
      ++refused;
    }
  }
  EXPECT_GT(refused, 0u);
  EXPECT_LT(refused, kRounds);
}

TEST(HostFuzz, DamagedLogsAreReadOrHaveAReason) {
  const std::string log =
      "events: Ir Dr\ncurrent-tid: 1\nevents-1: 145467 22\n**123** ncu-regions cut 0 1\n"
      "events: Ir Dr\ncurrent-tid: 2\nevents-1: 145467 22\nevents-2: 7\n"
      "**123** ncu-regions cut 1 0\n";
  const std::string dump =
      "pid: 7\nthread: 1\ndesc: Trigger: Client Request: ncu-regions cut 0 3\nevents: Ir Dr\n"
      "totals: 100 7\nthread: 2\ndesc: Trigger: Program termination\nevents: Ir Dr\ntotals: 3\n";
  Mutations mutations(2);
  for (unsigned i = 0; i < kRounds; ++i) {
    std::istringstream damaged_log(mutations.of(log));
    const CutsOrReason from_log = read_callgrind_log(damaged_log, {"Ir", "Dr"});
    EXPECT_EQ(from_log.cuts.has_value(), from_log.reason.empty());
    std::istringstream damaged_dump(mutations.of(dump));
    const CutsOrReason from_dump = read_callgrind_dumps(damaged_dump, {"Dr"});
    EXPECT_EQ(from_dump.cuts.has_value(), from_dump.reason.empty());
  }
}

}  // namespace
}  // namespace ncu_regions::host
