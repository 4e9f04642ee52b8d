#include "harness/host/event_reader.h"

#include <gtest/gtest.h>

#include <cstring>

#include "harness/core/files.h"
#include "tests/support/error_of.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions::host {
namespace {

std::string names_with(const std::vector<std::pair<NameKind, std::string>>& names,
                       std::uint64_t start_ticks = 0) {
  NamesHeader header = {};
  std::memcpy(header.magic, kNamesMagic, sizeof(kNamesMagic));
  header.start_ticks = start_ticks;
  std::string text(reinterpret_cast<const char*>(&header), sizeof(header));
  for (const auto& [kind, name] : names) {
    const NameRecord record = {kind, static_cast<std::uint32_t>(name.size())};
    text.append(reinterpret_cast<const char*>(&record), sizeof(record));
    text += name;
    text.resize((text.size() + 7) / 8 * 8);
  }
  return text;
}

std::string events_text(std::size_t count) {
  const Event event = {1, 0, 1, 0, EventKind::kPush, 0};
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text.append(reinterpret_cast<const char*>(&event), sizeof(event));
  }
  return text;
}

std::string tail_with(std::uint64_t windows, std::uint64_t used) {
  TailHeader header = {};
  std::memcpy(header.magic, kTailMagic, sizeof(kTailMagic));
  header.process = 42;
  header.capacity = kTailCapacity;
  header.state = windows << 32 | used;
  std::string text(reinterpret_cast<const char*>(&header), sizeof(header));
  text += events_text(used);
  text.resize(kTailBytes);
  return text;
}

class EventReader : public testing::Test {
 protected:
  void names(const std::string& text) { write_file(folder_ / "42-0.names", text); }
  void tail(const std::string& text) { write_file(folder_ / "42-0.0.tail", text); }
  std::vector<ProcessEvents> read() { return read_events(folder_.path()); }
  TempFolder folder_;
};

std::string names_with_source(const std::string& record) {
  return names_with({{NameKind::kLabel, "A"},
                     {NameKind::kLabel, "a.cpp"},
                     {NameKind::kDomain, "own"},
                     {NameKind::kSource, record}});
}

TEST_F(EventReader, WhereRangesWereOpenedIsRead) {
  names(names_with_source("1 1 1 2 40"));
  const std::vector<ProcessEvents> processes = read();

  ASSERT_EQ(processes.size(), 1u);
  ASSERT_EQ(processes[0].opened_at.size(), 2u);
  const OpenedAt& at = processes[0].opened_at[1];
  EXPECT_TRUE(at.is_start);
  EXPECT_EQ(at.domain, 1u);
  EXPECT_EQ(at.label, 1u);
  EXPECT_EQ(at.file, 2u);
  EXPECT_EQ(at.line, 40u);
}

TEST_F(EventReader, APlaceThatRefersToNothingIsRefused) {
  for (const char* record : {"", "1 1 1 2", "2 1 1 2 40", "0 2 1 2 40", "0 1 3 2 40", "0 1 1 3 40",
                             "0 1 1 2 40 5", "a 1 1 2 40"}) {
    names(names_with_source(record));
    error_of(ErrorKind::kMeasurement, [&] { read(); });
  }
}

TEST_F(EventReader, APushFromAPlaceThatWasNeverWrittenIsRefused) {
  names(names_with_source("0 0 1 2 40"));
  std::string file = tail_with(0, 1);
  Event event = {1, 1, 1, 0, EventKind::kPush, 0};
  const auto store = [&] { std::memcpy(file.data() + sizeof(TailHeader), &event, sizeof(event)); };
  store();
  tail(file);
  EXPECT_EQ(read()[0].threads[0].events.size(), 1u);
  event.range_id = 2;
  store();
  tail(file);

  error_of(ErrorKind::kMeasurement, [&] { read(); });
}

TEST_F(EventReader, AFolderWithoutFilesMeansTheLibraryWasNeverLoaded) {
  EXPECT_TRUE(read().empty());
}

TEST_F(EventReader, FullWindowsAndTheTailAreOneList) {
  names(names_with({{NameKind::kLabel, "A"}, {NameKind::kDomain, "d"}}));
  write_file(folder_ / "42-0.0.events", events_text(kTailCapacity * 2));
  tail(tail_with(2, 5));

  const std::vector<ProcessEvents> processes = read();

  ASSERT_EQ(processes.size(), 1u);
  EXPECT_EQ(processes[0].pid, 42u);
  EXPECT_EQ(processes[0].labels[1], "A");
  EXPECT_EQ(processes[0].domains[1], "d");
  EXPECT_EQ(processes[0].threads[0].events.size(), kTailCapacity * 2 + 5);
}

TEST_F(EventReader, AWindowThatWasWrittenButNotYetCountedIsNotReadTwice) {
  names(names_with({{NameKind::kLabel, "A"}}));
  write_file(folder_ / "42-0.0.events", events_text(kTailCapacity * 2));
  tail(tail_with(1, kTailCapacity));

  EXPECT_EQ(read()[0].threads[0].events.size(), kTailCapacity * 2);
}

TEST_F(EventReader, ANameThatWasCutOffIsLeftOut) {
  std::string text = names_with({{NameKind::kLabel, "A"}, {NameKind::kLabel, "longer"}});
  text.resize(text.size() - 8);
  names(text);

  EXPECT_EQ(read()[0].labels.size(), 2u);
}

TEST_F(EventReader, TheEmptyRestOfABlockOfNamesIsSkipped) {
  std::string text = names_with({{NameKind::kLabel, "A"}});
  text.resize(kNamesBlockBytes);
  const std::string further = names_with({{NameKind::kLabel, "B"}, {NameKind::kRank, "R=3"}});
  names(text + further.substr(sizeof(NamesHeader)));

  EXPECT_EQ(read()[0].labels, (std::vector<std::string>{"", "A", "B"}));
  EXPECT_EQ(read()[0].rank, std::vector<std::string>{"R=3"});
}

TEST_F(EventReader, ProcessesComeInTheOrderInWhichTheyWereStarted) {
  write_file(folder_ / "9-0.names", names_with({}, 100));
  write_file(folder_ / "3-1.names", names_with({}, 200));
  write_file(folder_ / "3-0.names", names_with({}, 200));

  std::vector<std::string> keys;
  for (const ProcessEvents& process : read()) keys.push_back(process.key);

  EXPECT_EQ(keys, (std::vector<std::string>{"9-0", "3-0", "3-1"}));
}

TEST_F(EventReader, AProcessThatCouldNotMakeItsFilesHasLostEvents) {
  names("");

  EXPECT_EQ(read()[0].lost.size(), 1u);
}

TEST_F(EventReader, TicksBecomeNanosecondsBetweenTheAnchors) {
  std::string text = names_with({{NameKind::kLabel, "A"}});
  NamesHeader header;
  std::memcpy(&header, text.data(), sizeof(header));
  header.first = {1000, 50};
  header.last = {3000, 1050};  // 2 ticks are a nanosecond
  std::memcpy(text.data(), &header, sizeof(header));
  names(text);
  std::string events = tail_with(0, 3);
  const Event times[] = {{40, 0, 1, 0, EventKind::kPush, 0},
                         {1100, 0, 1, 0, EventKind::kPush, kTicks},
                         {5000, 0, 0, 0, EventKind::kPop, kTicks}};
  std::memcpy(events.data() + sizeof(TailHeader), times, sizeof(times));
  tail(events);

  const std::vector<Event> read_back = read()[0].threads[0].events;

  EXPECT_EQ(read_back[0].time_ns, 40u);
  EXPECT_EQ(read_back[1].time_ns, 100u);
  EXPECT_EQ(read_back[2].time_ns, 2050u);
}

TEST_F(EventReader, FilesThatAreNotOursAreRefused) {
  names(
      "this is not a names file at all, and longer than the header of one would be, which is "
      "needed");
  error_of(ErrorKind::kMeasurement, [&] { read(); });
  names(names_with({}));
  tail(tail_with(0, 1));  // refers to label 1, which has no name
  error_of(ErrorKind::kMeasurement, [&] { read(); });
}

TEST_F(EventReader, AThreadWhoseFileWasJustMadeHasNoEvents) {
  names(names_with({}));
  for (const char* text : {"", "short"}) {
    tail(text);
    EXPECT_TRUE(read()[0].threads[0].events.empty());
  }
}

TEST_F(EventReader, WhatWasCutOffIsLost) {
  names(names_with({{NameKind::kLabel, "A"}}));
  write_file(folder_ / "42-0.0.events", events_text(kTailCapacity - 10));
  tail(tail_with(1, 5));

  EXPECT_EQ(read()[0].threads[0].lost, 10u);
}

TEST_F(EventReader, AHeaderThatClaimsMoreEventsThanThereAreIsCutToWhatIsThere) {
  names(names_with({{NameKind::kLabel, "A"}}));
  std::string text = tail_with(0, 3);
  TailHeader header;
  std::memcpy(&header, text.data(), sizeof(header));
  header.state = 0xffffffffu;
  std::memcpy(text.data(), &header, sizeof(header));
  tail(text);

  EXPECT_LE(read()[0].threads[0].events.size(), kTailCapacity);
}

}  // namespace
}  // namespace ncu_regions::host
