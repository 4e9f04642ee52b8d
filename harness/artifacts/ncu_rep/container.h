// Artifacts: the container of an ncu report: magic, file header, blocks. Walks from block to block
// by their lengths and looks at headers only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/artifacts/report.h"

namespace ncu_regions::ncu_rep {

inline constexpr std::string_view kMagic{"NVR\0", 4};
inline constexpr std::uint64_t kKnownVersion = 7;

struct Block {
  std::uint64_t sources = 0;
  std::uint64_t results[4] = {};  // by ReportResultKind
  std::string_view session;       // the last part, empty when there is none
  std::string_view strings;
  std::string_view process;
  std::string_view payload;

  std::uint64_t result_count() const { return results[0] + results[1] + results[2] + results[3]; }
};

class Container {
 public:
  // `name` stands for the file in messages. Throws Error(kMeasurement).
  Container(std::string_view bytes, std::string name);

  std::uint64_t version() const { return version_; }

  // The next block, or nothing at the end of the file. Throws Error(kMeasurement) when a block is
  // damaged or reaches beyond the end of the file.
  std::optional<Block> next();

  // Back to the first block.
  void rewind();

  // Where the next block starts.
  std::size_t offset() const { return at_; }

  // Throws Error(kMeasurement) for what is wrong at `at`, which lies in the file. Tells how many
  // results were complete: those of the blocks before this one and `in_block` of it.
  [[noreturn]] void refuse(const char* at, const std::string& what, std::uint64_t in_block) const;

 private:
  std::uint32_t size_at(std::size_t offset) const;
  std::string_view take(std::size_t start, std::uint64_t size, const char* what) const;
  Block read_header(std::string_view header, std::uint64_t& payload) const;

  std::string_view bytes_;
  std::string name_;
  std::uint64_t version_ = 0;
  std::size_t first_block_ = 0;
  std::size_t at_ = 0;
  std::uint64_t complete_ = 0;  // results in the blocks before the last one that next() gave
  std::uint64_t in_last_ = 0;   // results in that one
};

// The entries of a payload: each a length and a message.
class Entries {
 public:
  explicit Entries(std::string_view payload) : rest_(payload) {}
  // Throws WireError when the payload ends before the entry does.
  std::string_view next();

 private:
  std::string_view rest_;
};

}  // namespace ncu_regions::ncu_rep
