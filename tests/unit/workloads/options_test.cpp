#include "workloads/shallow_resnet/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace ncu_regions::workloads {
namespace {

std::string error_of(const std::vector<std::string>& arguments) {
  try {
    parse_options(arguments);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no error";
}

TEST(Options, EveryNumberReachesItsPlace) {
  const Options options =
      parse_options({"--batch", "2", "--image-size", "20", "--channels", "4", "--blocks", "3",
                     "--classes", "5", "--iterations", "7", "--seed", "18446744073709551615"});

  EXPECT_EQ(options.config.batch, 2u);
  EXPECT_EQ(options.config.image_size, 20u);
  EXPECT_EQ(options.config.channels, 4u);
  EXPECT_EQ(options.config.blocks, 3u);
  EXPECT_EQ(options.config.classes, 5u);
  EXPECT_EQ(options.iterations, 7u);
  EXPECT_EQ(options.config.seed, 18446744073709551615u);
}

TEST(Options, PenaltiesAreGivenByLabelAndCanBeCombined) {
  const Options options = parse_options({"--penalty", "A::A1=10", "--penalty", "B=250"});

  EXPECT_EQ(options.penalties.a, 0u);
  EXPECT_EQ(options.penalties.a1, 10u);
  EXPECT_EQ(options.penalties.b, 250u);
}

TEST(Options, WhatIsNotUnderstoodIsRefusedByName) {
  EXPECT_EQ(error_of({"--bach", "2"}), "unknown option '--bach'; --help lists them all");
  EXPECT_EQ(error_of({"extra"}), "unknown option 'extra'; --help lists them all");
  EXPECT_EQ(error_of({"--batch"}), "--batch: the value is missing");
  EXPECT_EQ(error_of({"--batch", "0"}), "--batch: '0' is not a whole number from 1 to 64");
  EXPECT_EQ(error_of({"--batch", "2x"}), "--batch: '2x' is not a whole number from 1 to 64");
  EXPECT_EQ(error_of({"--batch", "-1"}), "--batch: '-1' is not a whole number from 1 to 64");
  EXPECT_EQ(error_of({"--batch", ""}), "--batch: '' is not a whole number from 1 to 64");
}

TEST(Options, WrongPenaltiesAreRefusedByName) {
  EXPECT_EQ(error_of({"--penalty", "A"}), "--penalty: 'A' is not of the form REGION=PERCENT");
  EXPECT_EQ(error_of({"--penalty", "C=10"}), "--penalty: no region 'C'; there are A, A::A1 and B");
  EXPECT_EQ(error_of({"--penalty", "A=ten"}),
            "--penalty A: 'ten' is not a whole number from 1 to 1000");
  EXPECT_EQ(error_of({"--penalty", "A=1", "--penalty", "A=2"}), "--penalty: 'A' is given twice");
}

TEST(Options, HelpNamesEveryOption) {
  for (const char* name : {"--batch", "--image-size", "--channels", "--blocks", "--classes",
                           "--iterations", "--seed", "--penalty", "--verify", "--list-regions"}) {
    EXPECT_THAT(help_text(), ::testing::HasSubstr(name));
  }
}

}  // namespace
}  // namespace ncu_regions::workloads
