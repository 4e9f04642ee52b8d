// Artifacts: which NVTX ranges were open when a result began.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ncu_regions {

inline constexpr std::string_view kDefaultNvtxDomain = "<default domain>";

// The name of a domain as regions know it: the default one has none.
inline std::string_view domain_of(std::string_view stored) {
  return stored == kDefaultNvtxDomain ? std::string_view() : stored;
}

// ncu's words for the types of payloads, by their numbers in reports.
inline constexpr std::string_view kNvtxPayloadTypes[] = {
    "none", "Uint64", "Int64", "Double", "Uint32", "Int32", "Float", "Json", "JsonRegistered"};

// Deeper stacks are refused: each is a pop that is missing in a loop.
inline constexpr std::size_t kMaxNvtxDepth = 2'000;

struct NvtxRange {
  std::string_view name;              // as resolved by the profiler, also for registered strings
  std::string payload_type = "none";  // in ncu's words: "Uint64", "Double", ...
  std::string payload = "none";
  std::optional<std::uint32_t> color;      // 0xAARRGGBB
  std::string_view message_type = "none";  // "ASCII", "UNICODE", "REGISTERED", or "" when unknown
  std::string_view message = "none";
};

// The open push/pop ranges of one thread in one domain, outermost first. Between domains no order
// is stored.
struct NvtxStack {
  std::optional<std::uint64_t> thread;  // nothing: the file does not tell
  std::string_view domain;
  std::vector<NvtxRange> ranges;
};

// A start/end range of the process, whichever thread began it.
struct NvtxStartEnd {
  std::uint64_t id = 0;
  std::optional<std::uint64_t> thread;
  std::string_view domain;
  NvtxRange range;
};

struct NvtxState {
  std::vector<NvtxStack> stacks;  // of all threads; only those with an open range
  std::vector<NvtxStartEnd> start_end;
};

}  // namespace ncu_regions
