#include "harness/machine/file_identity.h"

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "harness/core/files.h"
#include "harness/core/sha256.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

using testing::StartsWith;

// An ELF file that has nothing but a segment of notes, and some text behind.
std::string elf_file(const std::string& id, const std::string& text, std::uint16_t segments = 1) {
  Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_phoff = sizeof(header);
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = segments;
  Elf64_Nhdr note = {4, static_cast<Elf64_Word>(id.size()), NT_GNU_BUILD_ID};
  Elf64_Phdr segment = {};
  segment.p_type = PT_NOTE;
  segment.p_offset = sizeof(header) + sizeof(segment);
  segment.p_filesz = sizeof(note) + 4 + id.size();
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof(header));
  bytes.append(reinterpret_cast<const char*>(&segment), sizeof(segment));
  bytes.append(reinterpret_cast<const char*>(&note), sizeof(note));
  return bytes + std::string("GNU\0", 4) + id + text;
}

class FileIdentity : public testing::Test {
 protected:
  std::optional<std::string> identity(const std::string& bytes) {
    write_file(folder_ / "file", bytes);
    return identity_of(folder_ / "file");
  }
  TempFolder folder_;
};

TEST_F(FileIdentity, OfAProgramIsItsBuildId) {
  EXPECT_EQ(identity(elf_file(std::string(20, '\x5a'), "code")),
            "build-id:5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a");
  // Symbols that were stripped are no other program.
  EXPECT_EQ(identity(elf_file(std::string(20, '\x5a'), "")),
            identity(elf_file(std::string(20, '\x5a'), "symbols")));
}

TEST_F(FileIdentity, OfAnythingElseIsTheHashOfItsBytes) {
  EXPECT_EQ(identity("#!/bin/sh\n"), "sha256:" + sha256_hex("#!/bin/sh\n"));
  EXPECT_NE(identity("a"), identity("b"));
  const std::string large(3'000'001, 'x');
  EXPECT_EQ(identity(large), "sha256:" + sha256_hex(large));
  // Four bytes are what somebody made up, not a hash.
  EXPECT_THAT(*identity(elf_file("abcd", "code")), StartsWith("sha256:"));
}

TEST_F(FileIdentity, OfABrokenProgramIsTheHashOfItsBytes) {
  const std::string whole = elf_file(std::string(20, 'x'), "code", 9);
  for (std::size_t size = 0; size + 24 < whole.size() - 4; ++size) {
    EXPECT_THAT(*identity(whole.substr(0, size)), StartsWith("sha256:")) << size;
  }
}

TEST_F(FileIdentity, IsNothingForWhatCannotBeRead) {
  EXPECT_EQ(identity_of(folder_ / "absent"), std::nullopt);
  EXPECT_EQ(identity_of(folder_.path()), std::nullopt);
}

}  // namespace
}  // namespace ncu_regions
