// Artifacts: the container of an ncu report: magic, file header, blocks. Walks from block to block
// by their lengths and looks at headers only.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "harness/artifacts/input_file.h"
#include "harness/artifacts/report.h"

namespace ncu_regions::ncu_rep {

inline constexpr std::string_view kMagic{"NVR\0", 4};
inline constexpr std::uint64_t kKnownVersion = 7;

// Views are valid until the next block is asked for.
struct Block {
  std::uint64_t sources = 0;
  std::uint64_t results[4] = {};  // by ReportResultKind
  std::string_view session;       // the last part, empty when there is none
  std::string_view strings;
  std::string_view process;
  std::uint64_t payload_size = 0;
  std::string_view payload;  // when asked for

  std::uint64_t result_count() const { return results[0] + results[1] + results[2] + results[3]; }
};

enum class Payloads { kSkip, kRead };

class Container {
 public:
  // `name` stands for the file in messages. Throws Error(kMeasurement).
  Container(InputFile& input, std::string name);

  std::uint64_t version() const { return version_; }

  // The next block, or nothing at the end of the file. Payloads are read of blocks with results
  // only, and of those that `wants` wants. Throws Error(kMeasurement) when a block is damaged or
  // reaches beyond the end of the file.
  std::optional<Block> next(Payloads payloads,
                            const std::function<bool(const Block&)>& wants = nullptr);

  // Back to the first block.
  void rewind();

  // Throws Error(kMeasurement) for what is wrong at `at`, which lies in the present block. Tells
  // how many results were complete: those of the blocks before it and `in_block` of it.
  [[noreturn]] void refuse(const char* at, const std::string& what, std::uint64_t in_block) const;

 private:
  std::uint32_t size_at(std::uint64_t offset);
  // The bytes [offset, offset + size) as the present piece of the file.
  std::string_view take(std::uint64_t offset, std::uint64_t size, const char* what);
  // Throws Error(kMeasurement) unless the file holds them.
  void require(std::uint64_t offset, std::uint64_t size, const char* what) const;
  Block read_header(std::string_view header) const;

  InputFile& input_;
  std::string name_;
  std::uint64_t version_ = 0;
  std::uint64_t first_block_ = 0;
  std::uint64_t at_ = 0;
  std::uint64_t piece_offset_ = 0;  // where the present piece lies in the file
  std::string_view piece_;
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
