#include "harness/machine/allocation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "tests/support/error_of.h"

namespace ncu_regions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Variable from(std::map<std::string, std::string> variables) {
  return [variables](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
}

TEST(Allocation, WithoutAResourceFileThereIsNone) {
  EXPECT_THAT(allocated_gpus(from({})), IsEmpty());
  EXPECT_THAT(allocated_gpus(from({{"CTEST_RESOURCE_GROUP_COUNT", "0"}})), IsEmpty());
}

TEST(Allocation, NamesOfTheResourceFileBecomeUuids) {
  EXPECT_THAT(allocated_gpus(from({{"CTEST_RESOURCE_GROUP_COUNT", "2"},
                                   {"CTEST_RESOURCE_GROUP_0", "gpus"},
                                   {"CTEST_RESOURCE_GROUP_0_GPUS", "id:gpu_1a_2b,slots:1"},
                                   {"CTEST_RESOURCE_GROUP_1_GPUS", "id:mig_3c,slots:1"}})),
              ElementsAre("GPU-1a-2b", "MIG-3c"));
}

TEST(Allocation, NumbersAreThoseOfNvidiaSmi) {
  GpuState second;
  second.index = "1";
  second.uuid = "GPU-second";
  const auto variables = from({{"CTEST_RESOURCE_GROUP_COUNT", "1"},
                               {"CTEST_RESOURCE_GROUP_0_GPUS", "id:1,slots:1;id:7,slots:1"}});

  EXPECT_THAT(allocated_gpus(variables, [&] { return std::vector{second}; }),
              ElementsAre("GPU-second", "7"));
}

TEST(Allocation, ANameThatIsNeitherIsRefused) {
  const auto variables = from(
      {{"CTEST_RESOURCE_GROUP_COUNT", "1"}, {"CTEST_RESOURCE_GROUP_0_GPUS", "id:left,slots:1"}});
  EXPECT_THAT(error_of(ErrorKind::kUsage, [&] { allocated_gpus(variables); }),
              HasSubstr("calls a GPU 'left'; expected its number, or its UUID"));
}

TEST(Allocation, OneGpuTwiceIsNotTwoGpus) {
  const auto variables = from({{"CTEST_RESOURCE_GROUP_COUNT", "2"},
                               {"CTEST_RESOURCE_GROUP_0_GPUS", "id:gpu_1a,slots:1"},
                               {"CTEST_RESOURCE_GROUP_1_GPUS", "id:gpu_1a,slots:1"}});
  EXPECT_THAT(error_of(ErrorKind::kUsage, [&] { allocated_gpus(variables); }),
              HasSubstr("gives GPU GPU-1a several slots"));
}

TEST(Allocation, UuidsSurviveTheirNamesAsResources) {
  const std::string uuid = "GPU-8d3f0a5e-17c2-4b7a-9e61-0d9f6c1b2a34";
  EXPECT_EQ(resource_of_uuid(uuid), "gpu_8d3f0a5e_17c2_4b7a_9e61_0d9f6c1b2a34");
  EXPECT_EQ(uuid_of_resource(resource_of_uuid(uuid)), uuid);
  EXPECT_EQ(uuid_of_resource("gpu_"), std::nullopt);
}

}  // namespace
}  // namespace ncu_regions
