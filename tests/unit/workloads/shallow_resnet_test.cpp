#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "tests/unit/workloads/reverse_threads.h"
#include "tests/unit/workloads/same_bits.h"
#include "workloads/shallow_resnet/model.h"
#include "workloads/shallow_resnet/network.h"
#include "workloads/shallow_resnet/reference.h"
#include "workloads/support/program.h"

namespace ncu_regions::workloads {
namespace {

// An image that does not fill its tiles, so that the edges are part of every test.
ModelConfig small_config() {
  ModelConfig config;
  config.batch = 2;
  config.image_size = 19;
  config.channels = 6;
  return config;
}

std::vector<float> scores_of(const ModelConfig& config, Penalties penalties = {}) {
  Network network(make_model(config), make_input(config), penalties);
  network.warm_up();
  network.forward();
  return network.scores();
}

TEST(ShallowResnet, SameSeedGivesTheSameBits) {
  EXPECT_TRUE(same_bits(scores_of(small_config()), scores_of(small_config())));
}

TEST(ShallowResnet, AnotherSeedGivesOtherScores) {
  ModelConfig other = small_config();
  other.seed = 2;

  EXPECT_FALSE(same_bits(scores_of(small_config()), scores_of(other)));
}

TEST(ShallowResnet, PassesDoNotDependOnThePassBefore) {
  const ModelConfig config = small_config();
  Network network(make_model(config), make_input(config), {});
  network.warm_up();
  const std::vector<float> first = network.scores();

  network.forward();

  EXPECT_TRUE(same_bits(first, network.scores()));
}

TEST(ShallowResnet, BitIdenticalWithThreadsInReverseOrder) {
  const std::vector<float> forwards = scores_of(small_config());

  const ReverseThreads reverse;

  EXPECT_TRUE(same_bits(forwards, scores_of(small_config())));
}

TEST(ShallowResnet, PenaltiesLeaveTheScoresBitIdentical) {
  const std::vector<float> plain = scores_of(small_config());

  EXPECT_TRUE(same_bits(plain, scores_of(small_config(), {.a = 10})));
  EXPECT_TRUE(same_bits(plain, scores_of(small_config(), {.a1 = 25})));
  EXPECT_TRUE(same_bits(plain, scores_of(small_config(), {.b = 100})));
  EXPECT_TRUE(same_bits(plain, scores_of(small_config(), {.a = 130, .a1 = 250, .b = 50})));
}

TEST(ShallowResnet, AgreesWithTheReference) {
  for (const unsigned size : {1u, 2u, 16u, 17u, 33u}) {
    ModelConfig config = small_config();
    config.image_size = size;
    const auto expected = reference_scores(make_model(config), make_input(config));

    EXPECT_LE(max_abs_error(scores_of(config), expected), kVerifyTolerance) << "size " << size;
  }
}

TEST(ShallowResnet, VerificationNoticesAWrongScore) {
  const ModelConfig config = small_config();
  const auto expected = reference_scores(make_model(config), make_input(config));
  std::vector<float> scores = scores_of(config);
  scores[3] += 0.001f;

  EXPECT_GT(max_abs_error(scores, expected), kVerifyTolerance);
}

TEST(ShallowResnet, VerificationNoticesWhatIsNotANumber) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

  EXPECT_GT(max_abs_error({kNan}, {0.0}), kVerifyTolerance);
  EXPECT_GT(max_abs_error({0.0f}, {0.0, 0.0}), kVerifyTolerance);
}

}  // namespace
}  // namespace ncu_regions::workloads
