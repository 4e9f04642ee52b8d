#include "harness/core/sha256.h"

#include <gtest/gtest.h>

namespace ncu_regions {
namespace {

// As `openssl dgst -sha256 -binary | base64` prints them.
TEST(Sha256, IsWhatOthersComputeWhateverTheLength) {
  EXPECT_EQ(sha256_source(""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
  EXPECT_EQ(sha256_source("abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  EXPECT_EQ(sha256_source(std::string(1000, 'a')),
            "sha256-Qe3s5C1j6Nm/UVqbppMuHCDLyfWl0TRkWttdsblzfqM=");
}

}  // namespace
}  // namespace ncu_regions
