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

TEST(Sha256, OfPiecesIsThatOfTheWhole) {
  const std::string text(300, 'a');
  for (const std::size_t piece : {1, 63, 64, 65, 130}) {
    Sha256 hash;
    for (std::size_t i = 0; i < text.size(); i += piece) hash.add(text.substr(i, piece));
    EXPECT_EQ(hex_digits(hash.finish()), sha256_hex(text)) << piece;
  }
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace ncu_regions
