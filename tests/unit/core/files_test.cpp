#include "harness/core/files.h"

#include <gtest/gtest.h>

#include "harness/core/error.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

TEST(Files, WhatWasWrittenIsReadBackAndNothingElseIsLeft) {
  const TempFolder folder;
  write_file(folder / "x", std::string("a\0b", 3));
  write_file(folder / "x", "new");

  EXPECT_EQ(read_file(folder / "x"), "new");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(Files, AWriteThatFailsLeavesTheOldFileAndNoOther) {
  const TempFolder folder;
  make_folder(folder / "x" / "inside");  // a folder cannot be replaced by a file

  EXPECT_THROW(write_file(folder / "x", "new"), Error);
  EXPECT_TRUE(std::filesystem::is_directory(folder / "x" / "inside"));
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(Files, AMissingFileIsNamed) {
  try {
    read_file("/no/such/file");
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kMeasurement);
    EXPECT_NE(std::string(error.what()).find("/no/such/file"), std::string::npos);
  }
}

}  // namespace
}  // namespace ncu_regions
