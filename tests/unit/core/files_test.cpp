#include "harness/core/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "harness/core/error.h"
#include "tests/support/error_of.h"
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

// A socket that has a name in the file system.
void make_socket(const std::filesystem::path& path) {
  sockaddr_un name = {};
  name.sun_family = AF_UNIX;
  path.string().copy(name.sun_path, sizeof(name.sun_path) - 1);
  const int made = socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(bind(made, reinterpret_cast<const sockaddr*>(&name), sizeof(name)), 0);
  close(made);
}

TEST(Files, WhatIsNotARegularFileIsRefusedAtOnce) {
  const TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "fifo").c_str(), 0600), 0);
  make_socket(folder / "socket");
  make_folder(folder / "folder");
  const auto refusal = [](const std::filesystem::path& path) {
    return error_of(ErrorKind::kMeasurement, [&] { read_file(path); });
  };
  EXPECT_EQ(refusal(folder / "fifo"), "cannot read " + (folder / "fifo").string() +
                                          ": it is a FIFO; expected a regular file");
  EXPECT_THAT(refusal(folder / "socket"), testing::HasSubstr("it is a socket"));
  EXPECT_THAT(refusal(folder / "folder"), testing::HasSubstr("it is a folder"));
  EXPECT_THAT(refusal("/dev/zero"), testing::HasSubstr("it is a device"));
}

TEST(Files, OnlyAPipeWithoutANameMayBeReadWhereItIsAllowed) {
  const TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "fifo").c_str(), 0600), 0);
  EXPECT_THROW(open_to_read(folder / "fifo", Pipes::kUnnamed), Error);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string name = "/dev/fd/" + std::to_string(ends[0]);
  EXPECT_THROW(open_to_read(name), Error);
  const int opened = open_to_read(name, Pipes::kUnnamed);
  EXPECT_GE(opened, 0);
  for (const int file : {ends[0], ends[1], opened}) close(file);
}

TEST(Files, OnlyWhatDoesNotExistIsNotThere) {
  const TempFolder folder;
  write_file(folder / "file", "x");
  std::filesystem::create_symlink("nowhere", folder / "dangling");
  std::filesystem::create_symlink("loop", folder / "loop");
  std::filesystem::create_symlink("file", folder / "link");
  EXPECT_TRUE(is_there(folder / "file"));
  EXPECT_TRUE(is_there(folder / "link"));
  EXPECT_FALSE(is_there(folder / "no"));
  EXPECT_FALSE(is_there(folder / "no/such/file"));
  EXPECT_FALSE(is_there("no/such/file"));
  std::filesystem::create_symlink(".", folder / "itself");
  EXPECT_FALSE(is_there(folder / "itself/no"));
  const auto refusal = [&](const std::string& name) {
    return error_of(ErrorKind::kMeasurement, [&] { is_there(folder / name); });
  };
  EXPECT_THAT(refusal("dangling"),
              testing::HasSubstr("a symlink to nowhere, which does not exist"));
  EXPECT_THAT(refusal("dangling/x/y"), testing::HasSubstr("dangling is a symlink to nowhere"));
  EXPECT_THAT(refusal("loop/x"), testing::HasSubstr("Too many levels of symbolic links"));
  EXPECT_THAT(refusal("file/x"), testing::HasSubstr("file/x: Not a directory"));
  EXPECT_THAT(refusal(std::string(300, 'x')), testing::HasSubstr("File name too long"));
}

}  // namespace
}  // namespace ncu_regions
