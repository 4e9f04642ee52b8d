// Tests: writes ncu reports of any shape, for readers to be tried on. Every file says that it is
// synthetic; the real ncu imports them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ncu_regions::fixture {

// The bytes of a protobuf message, field by field.
class Message {
 public:
  Message& varint(std::uint32_t field, std::uint64_t value);
  Message& bytes(std::uint32_t field, std::string_view value);
  Message& fixed64(std::uint32_t field, double value);
  Message& fixed32(std::uint32_t field, float value);
  Message& message(std::uint32_t field, const Message& value) { return bytes(field, value.text_); }
  Message& raw(std::string_view fields) {  // fields that are encoded already
    text_ += fields;
    return *this;
  }
  const std::string& text() const { return text_; }

 private:
  Message& number(std::uint64_t value);
  std::string text_;
};

using Value = std::variant<std::monostate, double, std::uint64_t, std::string, float>;

struct Metric {
  std::string name;
  Value value;
  std::vector<std::pair<Value, Value>> instances;  // id, value
};

// What NVTX attributes hold besides the name.
struct Attributes {
  std::uint64_t payload_type =
      0;  // 1 u64, 2 i64, 3 double, 4 u32, 5 i32, 6 float, 7 JSON, 8 registered
  std::uint64_t payload_number = 0;
  double payload_real = 0;
  std::string payload_text;
  std::optional<std::uint32_t> color;
  std::uint64_t message_type = 0;  // 1 ASCII, 2 Unicode, 3 registered
  std::string message;
  std::uint64_t message_handle = 0;
};

struct Range {
  std::string name;
  std::optional<Attributes> attributes;
};

struct Stack {
  std::uint64_t thread = 7;
  std::uint64_t domain = 0;
  std::vector<Range> ranges;  // outermost first
};

struct StartEnd {
  std::uint64_t id = 1;
  std::uint64_t domain = 0;
  Range range;
  std::uint64_t thread = 7;
};

struct Domain {
  std::uint64_t id = 0;
  std::string name = "<default domain>";
  std::vector<std::pair<std::uint64_t, std::string>> registered;
};

struct Nvtx {
  std::vector<Domain> domains = {{}};
  std::vector<Stack> stacks;
  std::vector<StartEnd> start_end;
};

// A stack of the default domain on the launching thread.
Nvtx nvtx_stack(const std::vector<std::string>& names);

struct Rule {
  std::string id, name, section, text;
  std::uint64_t type = 1;
  std::optional<double> speedup;
};

struct Section {
  std::string id, name;
  std::vector<std::pair<std::string, std::string>> metrics;  // name, label
};

enum class Kind { kKernel, kRange, kCommandList, kGraph };

struct Result {
  Kind kind = Kind::kKernel;
  std::string function = "kernel";
  std::string demangled = "kernel(int)";
  std::string mangled = "_Z6kerneli";
  std::uint64_t thread = 7;
  std::uint64_t grid[3] = {4, 1, 1};
  std::uint64_t block[3] = {32, 1, 1};
  std::optional<std::uint64_t> context = 1, stream = 7;
  std::string context_name, stream_name;
  std::optional<std::pair<bool, bool>> clocks;
  std::vector<Metric> metrics;
  std::optional<Nvtx> nvtx;
  std::vector<Rule> rules;
  std::vector<Section> sections;
  // Device facts, written as metrics of the result.
  std::optional<std::uint64_t> device = 0;
  std::uint64_t cc_major = 8, cc_minor = 6;
  Message further;  // fields that no reader knows
};

struct Process {
  std::uint64_t pid = 7;
  std::string host = "127.0.0.1";
  std::string path = "/synthetic/app";
};

// The NVTX state as a message of its own.
Message nvtx_message(const Nvtx& nvtx);

class ReportWriter {
 public:
  std::uint64_t version = 7;
  bool with_session = true;
  bool strings_last = false;  // the string table stands in the last block
  std::string command_line = "ncu --nvtx synthetic";
  std::string ncu_version = "2024.2.0.0 (synthetic)";

  // One block with one result.
  ReportWriter& add(const Result& result, const std::optional<Process>& process = Process());
  // A block as it is.
  ReportWriter& add_block(const Message& header, std::string_view payload = "");
  std::string bytes() const;

 private:
  Message result_message(const Result& result);
  void add_metrics(const Result& result, std::uint32_t field, Message& message);
  void add_metric(const Metric& metric, std::uint32_t field, Message& message);
  std::uint64_t string_id(const std::string& text);

  std::vector<std::string> strings_;
  std::vector<std::pair<Message, std::string>> blocks_;  // header without payload size, payload
};

}  // namespace ncu_regions::fixture
