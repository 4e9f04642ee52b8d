// The regions of shallow_resnet as a tool sees them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/workloads/launches.h"
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

TEST(Regions, NestAsDocumented) {
  EXPECT_THAT(without_launches(forward_events({})),
              ElementsAre("push A", "push A::A1", "pop", "pop", "push B", "pop"));
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

  EXPECT_THAT(warm_up, Each(Truly(is_launch)));
  EXPECT_THAT(launches_missing_in(warm_up, take_nvtx_events()), IsEmpty());
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
