// The regions of shallow_resnet as a tool sees them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "tests/unit/workloads/nvtx_recorder.h"
#include "workloads/shallow_resnet/model.h"
#include "workloads/shallow_resnet/network.h"

namespace ncu_regions::workloads {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::Truly;
using ::testing::UnorderedElementsAre;

bool is_launch(const std::string& event) { return event.find("launch@") != std::string::npos; }

std::vector<std::string> warm_up_events(Network& network) {
  take_nvtx_events();
  network.warm_up();
  return take_nvtx_events();
}

std::vector<std::string> forward_events(Penalties penalties) {
  ModelConfig config;
  config.batch = 4;
  Network network(make_model(config), make_input(config), penalties);
  warm_up_events(network);
  network.forward();
  return take_nvtx_events();
}

// How many launches are directly in each region.
std::map<std::string, int> launches_by_region(const std::vector<std::string>& events) {
  std::map<std::string, int> counts;
  std::vector<std::string> open;
  for (const std::string& event : events) {
    if (is_launch(event)) {
      if (event.starts_with("push")) ++counts[open.empty() ? "(outside)" : open.back()];
    } else if (event == "pop") {
      open.pop_back();
    } else {
      open.push_back(event.substr(std::string("push ").size()));
    }
  }
  return counts;
}

TEST(Regions, NestAsDocumented) {
  std::vector<std::string> events = forward_events({});
  std::erase_if(events, is_launch);

  EXPECT_THAT(events, ElementsAre("push A", "push A::A1", "pop", "pop", "push B", "pop"));
}

TEST(Regions, ContainTheLaunchesOfTheirLayers) {
  EXPECT_THAT(launches_by_region(forward_events({})),
              UnorderedElementsAre(Pair("A", 2), Pair("A::A1", 8), Pair("B", 2)));
}

TEST(Regions, WarmUpOpensNoneAndLaunchesAllThatForwardLaunches) {
  const ModelConfig config;
  Network network(make_model(config), make_input(config), {.a = 10, .a1 = 10, .b = 10});
  const std::vector<std::string> warm_up = warm_up_events(network);

  network.forward();
  std::vector<std::string> missing = take_nvtx_events();
  std::erase_if(missing, [&](const std::string& event) {
    return !is_launch(event) || std::find(warm_up.begin(), warm_up.end(), event) != warm_up.end();
  });

  EXPECT_THAT(warm_up, Each(Truly(is_launch)));
  EXPECT_THAT(missing, IsEmpty());
}

TEST(Regions, PenaltyOfAAddsWorkDirectlyInAOnly) {
  const auto plain = launches_by_region(forward_events({}));
  const auto slower = launches_by_region(forward_events({.a = 10}));

  EXPECT_GT(slower.at("A"), plain.at("A"));
  EXPECT_EQ(slower.at("A::A1"), plain.at("A::A1"));
  EXPECT_EQ(slower.at("B"), plain.at("B"));
}

TEST(Regions, PenaltyOfA1AddsWorkInA1Only) {
  const auto plain = launches_by_region(forward_events({}));
  const auto slower = launches_by_region(forward_events({.a1 = 10}));

  EXPECT_EQ(slower.at("A"), plain.at("A"));
  EXPECT_GT(slower.at("A::A1"), plain.at("A::A1"));
  EXPECT_EQ(slower.at("B"), plain.at("B"));
}

TEST(Regions, PenaltyOfBAddsWorkInBOnly) {
  const auto plain = launches_by_region(forward_events({}));
  const auto slower = launches_by_region(forward_events({.b = 10}));

  EXPECT_EQ(slower.at("A"), plain.at("A"));
  EXPECT_EQ(slower.at("A::A1"), plain.at("A::A1"));
  EXPECT_GT(slower.at("B"), plain.at("B"));
}

}  // namespace
}  // namespace ncu_regions::workloads
