// Artifacts: the fields of one protobuf message, each checked against the end of the message that
// holds it. Fields that nobody asks for cost their tag and length only.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace ncu_regions::ncu_rep {

// What is wrong with the bytes at `at`; the reader knows which file and which result that is.
struct WireError {
  const char* at;
  const char* what;
};

// A field's number and wire type in one: `switch (fields.tag())` then skips a known number of an
// unexpected type as it skips an unknown one, which is protobuf's own rule.
constexpr std::uint32_t varint_tag(std::uint32_t field) { return field << 3; }
constexpr std::uint32_t fixed64_tag(std::uint32_t field) { return field << 3 | 1; }
constexpr std::uint32_t bytes_tag(std::uint32_t field) { return field << 3 | 2; }
constexpr std::uint32_t fixed32_tag(std::uint32_t field) { return field << 3 | 5; }

class WireFields {
 public:
  explicit WireFields(std::string_view message)
      : at_(message.data()), end_(message.data() + message.size()) {}

  // Goes to the next field; false at the end. Throws WireError.
  bool next() {
    if (at_ == end_) return false;
    const std::uint64_t tag = read_varint();
    if (tag >> 3 == 0 || tag > 0xffffffffu) fail("a field has an impossible number");
    tag_ = static_cast<std::uint32_t>(tag);
    switch (tag_ & 7) {
      case 0:
        number_ = read_varint();
        return true;
      case 1:
        return take_fixed(8);
      case 2:
        return take_bytes();
      case 5:
        return take_fixed(4);
      default:
        fail("a field has a wire type that reports do not use");
    }
  }

  std::uint32_t tag() const { return tag_; }
  std::uint64_t number() const { return number_; }      // of a varint
  std::string_view bytes() const { return bytes_; }     // of a length-delimited or fixed field
  double fixed_double() const { return as<double>(); }  // of a fixed64
  float fixed_float() const { return as<float>(); }     // of a fixed32
  bool flag() const { return number_ != 0; }            // of a varint
  std::uint32_t u32() const { return static_cast<std::uint32_t>(number_); }

 private:
  [[noreturn]] void fail(const char* what) const { throw WireError{at_, what}; }

  std::uint64_t read_varint() {
    if (at_ < end_ && (*at_ & 0x80) == 0) return static_cast<unsigned char>(*at_++);
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
      if (at_ == end_) fail("a number is cut off by the end of its message");
      const auto byte = static_cast<unsigned char>(*at_++);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    fail("a number has more than ten bytes");
  }

  bool take_bytes() {
    const std::uint64_t size = read_varint();
    if (size > static_cast<std::uint64_t>(end_ - at_)) {
      fail("a field is longer than the message that holds it");
    }
    return take(size);
  }

  bool take_fixed(std::size_t size) {
    if (static_cast<std::size_t>(end_ - at_) < size) {
      fail("a field is longer than the message that holds it");
    }
    return take(size);
  }

  bool take(std::size_t size) {
    bytes_ = {at_, size};
    at_ += size;
    return true;
  }

  // Both the file and every machine that ncu runs on are little endian.
  template <typename T>
  T as() const {
    static_assert(std::endian::native == std::endian::little);
    T value;
    std::memcpy(&value, bytes_.data(), sizeof(value));
    return value;
  }

  const char* at_;
  const char* end_;
  std::uint32_t tag_ = 0;
  std::uint64_t number_ = 0;
  std::string_view bytes_;
};

}  // namespace ncu_regions::ncu_rep
