#include "harness/artifacts/ncu_rep/container.h"

#include <cstring>

#include "harness/artifacts/ncu_rep/wire.h"
#include "harness/core/error.h"

namespace ncu_regions::ncu_rep {
namespace {

std::uint32_t little_endian_u32(const char* at) {
  std::uint32_t value = 0;
  std::memcpy(&value, at, sizeof(value));
  return value;
}

std::string count_of(std::uint64_t results) {
  return results == 1 ? "1 result before it is"
                      : std::to_string(results) + " results before it are";
}

std::uint64_t read_version(std::string_view header) {
  std::uint64_t version = 0;
  for (WireFields fields(header); fields.next();) {
    if (fields.tag() == varint_tag(1)) version = fields.number();
  }
  return version;
}

}  // namespace

Container::Container(std::string_view bytes, std::string name)
    : bytes_(bytes), name_(std::move(name)), at_(kMagic.size()) {
  const std::uint32_t size = size_at(at_);
  const std::string_view header = take(at_ + 4, size, "the file header");
  try {
    version_ = read_version(header);
  } catch (const WireError& error) {
    refuse(error.at, std::string("the file header is damaged: ") + error.what, 0);
  }
  if (version_ < kKnownVersion) {
    throw Error(ErrorKind::kMeasurement, name_ + ": report format " + std::to_string(version_) +
                                             "; expected 7, which ncu writes since 2019");
  }
  first_block_ = at_ = at_ + 4 + size;
}

void Container::rewind() {
  at_ = first_block_;
  complete_ = in_last_ = 0;
}

std::optional<Block> Container::next() {
  complete_ += in_last_;
  in_last_ = 0;
  if (at_ == bytes_.size()) return std::nullopt;
  const std::uint32_t size = size_at(at_);
  const std::string_view header = take(at_ + 4, size, "the header of a block");
  std::uint64_t payload = 0;
  Block block;
  try {
    block = read_header(header, payload);
  } catch (const WireError& error) {
    refuse(error.at, std::string("the header of a block is damaged: ") + error.what, 0);
  }
  block.payload = take(at_ + 4 + size, payload, "a block");
  const std::uint64_t entries = block.sources + block.result_count();
  if (entries > payload / 4) {
    refuse(header.data(), "a block says that it holds more entries than fit into it", 0);
  }
  in_last_ = block.result_count();
  at_ = at_ + 4 + size + payload;
  return block;
}

Block Container::read_header(std::string_view header, std::uint64_t& payload) const {
  Block block;
  for (WireFields fields(header); fields.next();) {
    switch (fields.tag()) {
      case varint_tag(1):
        block.sources = fields.u32();
        break;
      case varint_tag(2):
        block.results[0] = fields.u32();
        break;
      case bytes_tag(3):
        block.session = fields.bytes();
        break;
      case bytes_tag(4):
        block.strings = fields.bytes();
        break;
      case varint_tag(5):
        payload = fields.u32();
        break;
      case bytes_tag(6):
        block.process = fields.bytes();
        break;
      case varint_tag(7):
      case varint_tag(8):
      case varint_tag(9):
        block.results[(fields.tag() >> 3) - 6] = fields.u32();
        break;
      default:
        break;
    }
  }
  return block;
}

std::uint32_t Container::size_at(std::size_t offset) const {
  return little_endian_u32(take(offset, 4, "a length").data());
}

std::string_view Container::take(std::size_t start, std::uint64_t size, const char* what) const {
  const std::uint64_t there = bytes_.size() - start;
  if (size <= there) return bytes_.substr(start, size);
  throw Error(ErrorKind::kMeasurement,
              name_ + ": cut off at its end, byte " + std::to_string(bytes_.size()) + ": " + what +
                  " needs " + std::to_string(size - there) + " more; " + count_of(complete_) +
                  " complete. Was the capture interrupted, or the file copied in part?");
}

void Container::refuse(const char* at, const std::string& what, std::uint64_t in_block) const {
  throw Error(ErrorKind::kMeasurement, name_ + ": damaged at byte " +
                                           std::to_string(at - bytes_.data()) + ": " + what + "; " +
                                           count_of(complete_ + in_block) + " complete");
}

std::string_view Entries::next() {
  if (rest_.size() < 4) throw WireError{rest_.data(), "an entry is missing at the block's end"};
  const std::uint32_t size = little_endian_u32(rest_.data());
  if (size > rest_.size() - 4) throw WireError{rest_.data(), "an entry is longer than its block"};
  const std::string_view entry = rest_.substr(4, size);
  rest_.remove_prefix(4 + size);
  return entry;
}

}  // namespace ncu_regions::ncu_rep
