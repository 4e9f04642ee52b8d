#include "harness/artifacts/ncu_rep/container.h"

#include <algorithm>
#include <cstring>

#include "harness/artifacts/ncu_rep/wire.h"
#include "harness/core/error.h"

namespace ncu_regions::ncu_rep {
namespace {

// The largest real report has 4 MB in all.
constexpr std::uint64_t kMaxPayload = std::uint64_t{512} << 20;

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

void add_field(const WireFields& fields, Block& block) {
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
      block.payload_size = fields.u32();
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

}  // namespace

Container::Container(InputFile& input, std::string name) : input_(input), name_(std::move(name)) {
  const std::uint64_t start = kMagic.size() + 4;
  const std::uint32_t size = size_at(kMagic.size());
  const std::string_view header = take(start, size, "the file header");
  try {
    version_ = read_version(header);
  } catch (const WireError& error) {
    refuse(error.at, std::string("the file header is damaged: ") + error.what, 0);
  }
  if (version_ < kKnownVersion) {
    throw Error(ErrorKind::kMeasurement, name_ + ": report format " + std::to_string(version_) +
                                             "; expected 7, which ncu writes since 2019");
  }
  first_block_ = at_ = start + size;
}

void Container::rewind() {
  at_ = first_block_;
  complete_ = in_last_ = 0;
}

std::optional<Block> Container::next(Payloads payloads,
                                     const std::function<bool(const Block&)>& wants) {
  complete_ += in_last_;
  in_last_ = 0;
  if (at_ == input_.size()) return std::nullopt;
  const std::uint64_t start = at_ + 4;
  const std::uint32_t size = size_at(at_);
  Block block = read_header(take(start, size, "the header of a block"));
  if (block.result_count() > 0 && block.payload_size > kMaxPayload) {
    refuse(piece_.data(), "a block has more than 512 MB, which this program does not read", 0);
  }
  const std::uint64_t rest = input_.size() - start - size;
  const bool is_wanted =
      payloads == Payloads::kRead && block.result_count() > 0 && (!wants || wants(block));
  if (is_wanted && block.payload_size <= rest) {
    // Again as part of the whole block: the header may have moved. From the same offset on as its
    // length was read, so that what is there already can stay where it is.
    const std::string_view whole = take(at_, 4 + size + block.payload_size, "a block");
    block = read_header(whole.substr(4, size));
    block.payload = whole.substr(4 + size);
  } else {
    require(start + size, block.payload_size, "a block");
  }
  if (block.sources + block.result_count() > block.payload_size / 4) {
    refuse(piece_.data(), "a block says that it holds more entries than fit into it", 0);
  }
  in_last_ = block.result_count();
  at_ = start + size + block.payload_size;
  return block;
}

Block Container::read_header(std::string_view header) const {
  Block block;
  try {
    for (WireFields fields(header); fields.next();) add_field(fields, block);
  } catch (const WireError& error) {
    refuse(error.at, std::string("the header of a block is damaged: ") + error.what, 0);
  }
  return block;
}

std::uint32_t Container::size_at(std::uint64_t offset) {
  return little_endian_u32(take(offset, 4, "a length").data());
}

std::string_view Container::take(std::uint64_t offset, std::uint64_t size, const char* what) {
  require(offset, size, what);
  piece_offset_ = offset;
  piece_ = input_.at(offset, size);
  return piece_;
}

void Container::require(std::uint64_t offset, std::uint64_t size, const char* what) const {
  const std::uint64_t there = input_.size() - std::min(offset, input_.size());
  if (size <= there) return;
  throw Error(ErrorKind::kMeasurement,
              name_ + ": cut off at its end, byte " + std::to_string(input_.size()) + ": " + what +
                  " needs " + std::to_string(size - there) + " more; " + count_of(complete_) +
                  " complete. Was the capture interrupted, the file copied in part, or something "
                  "appended to it?");
}

void Container::refuse(const char* at, const std::string& what, std::uint64_t in_block) const {
  const auto offset = piece_offset_ + static_cast<std::uint64_t>(at - piece_.data());
  throw Error(ErrorKind::kMeasurement, name_ + ": damaged at byte " + std::to_string(offset) +
                                           ": " + what + "; " + count_of(complete_ + in_block) +
                                           " complete");
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
