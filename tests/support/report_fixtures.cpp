#include "tests/support/report_fixtures.h"

#include <limits>

namespace ncu_regions::fixture {
namespace {

Metric time(double ns) { return {"gpu__time_duration.sum", ns, {}}; }

Result kernel(const std::string& name, double ns) {
  Result result;
  result.function = name;
  result.demangled = name + "(float *)";
  result.mangled = "_Z" + std::to_string(name.size()) + name + "Pf";
  result.metrics = {time(ns), {"dram__bytes_read.sum", 64.0 * ns, {}}};
  return result;
}

Result inside(Result result, const std::vector<std::string>& stack) {
  result.nvtx = nvtx_stack(stack);
  return result;
}

Result range(double ns, const std::vector<std::string>& stack) {
  Result result;
  result.kind = Kind::kRange;
  result.metrics = {time(ns)};
  result.nvtx = nvtx_stack(stack);
  return result;
}

Fixture kernels() { return {"kernels", {kernel("a", 1000.5), kernel("b", 2000.25)}, {Process()}}; }

Fixture nested() {
  return {"nested",
          {inside(kernel("a", 10), {"step"}), inside(kernel("b", 20), {"step", "step::load"}),
           inside(kernel("c", 30), {"step", "step::load", "x"}), inside(kernel("d", 40), {}),
           inside(kernel("a", 50), {"step"})},
          {Process()}};
}

Fixture ranges() {
  return {"ranges",
          {range(100, {"outer"}), range(40, {"outer", "inner"}), range(100, {"outer"})},
          {Process()}};
}

Fixture mixed() {
  return {"mixed", {range(100, {"outer"}), inside(kernel("a", 10), {"outer"})}, {Process()}};
}

Fixture graphs() {
  Result graph;
  graph.kind = Kind::kGraph;
  graph.metrics = {time(77)};
  graph.nvtx = nvtx_stack({"step"});
  Fixture fixture{"graphs", {graph}, {Process()}};
  fixture.since = 20241;
  return fixture;
}

Fixture command_lists() {
  Result list;
  list.kind = Kind::kCommandList;
  list.demangled = "my list";
  list.metrics = {time(77)};
  list.nvtx = nvtx_stack({"frame"});
  Fixture fixture{"command_lists", {list}, {Process()}};
  fixture.since = 20241;
  return fixture;
}

Attributes payload(std::uint64_t type, std::uint64_t number, double real, std::string text) {
  Attributes attributes;
  attributes.payload_type = type;
  attributes.payload_number = number;
  attributes.payload_real = real;
  attributes.payload_text = std::move(text);
  attributes.color = 0xff00ff00;
  return attributes;
}

Attributes message(std::uint64_t type, const std::string& text, std::uint64_t handle) {
  Attributes attributes;
  attributes.message_type = type;
  attributes.message = text;
  attributes.message_handle = handle;
  return attributes;
}

Fixture payloads() {
  Result result = kernel("a", 10);
  Nvtx nvtx;
  nvtx.domains[0].registered = {{0x1000, "registered text"}};
  Stack& stack = nvtx.stacks.emplace_back();
  stack.ranges = {{"u64", payload(1, ~std::uint64_t{0}, 0, "")},
                  {"i64", payload(2, static_cast<std::uint64_t>(-5), 0, "")},
                  {"double", payload(3, 0, 1.5, "")},
                  {"u32", payload(4, 42, 0, "")},
                  {"i32", payload(5, static_cast<std::uint64_t>(std::int64_t{-7}), 0, "")},
                  {"float", payload(6, 0, 0.25, "")},
                  {"json", payload(7, 0, 0, R"({x:1})")},
                  {"ascii", message(1, "ascii", 0)},
                  {"unicode", message(2, "unicode", 0)},
                  {"registered text", message(3, "", 0x1000)},
                  {"no attributes", std::nullopt}};
  result.nvtx = nvtx;
  return {"payloads", {result}, {Process()}};
}

Fixture two_domains_and_threads() {
  Result result = kernel("a", 10);
  Nvtx nvtx;
  nvtx.domains = {{0, "<default domain>", {}}, {1, "libA", {}}, {2, "lib B", {}}};
  nvtx.stacks = {{7, 0, {{"x", std::nullopt}}},
                 {7, 1, {{"y", std::nullopt}, {"z", std::nullopt}}},
                 {7, 2, {{"w", std::nullopt}}},
                 {8, 0, {{"of another thread", std::nullopt}}}};
  nvtx.start_end = {{1, 0, {"everywhere", std::nullopt}, 7},
                    {2, 1, {"elsewhere", std::nullopt}, 8}};
  result.nvtx = nvtx;
  return {"domains_and_threads", {result}, {Process()}};
}

Fixture processes() {
  Result second = kernel("b", 20);
  second.device = 1;
  return {"processes",
          {kernel("a", 10), second, kernel("c", 30)},
          {{5001, "127.0.0.1", "/synthetic/rank0"},
           {5002, "node02", "/synthetic/rank1"},
           {5001, "127.0.0.1", "/synthetic/rank0"}}};
}

Fixture values() {
  Result result = kernel("a", 10);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  result.metrics = {
      {"gpu__time_duration.sum", 143392.0, {}},
      {"gpu__time_duration.sum", 145120.5, {}},  // the last one wins
      {"sm__cycles_elapsed.max", std::uint64_t{18446744073709551615u}, {}},
      {"sm__inst_executed.sum", 0.1, {}},
      {"dram__bytes_read.sum", 5e-324, {}},
      {"smsp__inst_executed.sum", std::numeric_limits<double>::quiet_NaN(), {}},
      {"lts__t_sectors.sum", kInfinity, {}},
      {"launch__func_cache_config", std::string("CachePreferNone"), {}},
      {"sm__warps_active.avg.per_cycle_active", 12.5f, {}},
      {"nvlink__ports", std::monostate(), {}},  // no data
      {"pmsampling:x", std::monostate(), {{std::uint64_t{1}, 2.0}, {std::uint64_t{2}, 3.0}}},
      {"sass__inst_executed_per_opcode",
       std::uint64_t{3},
       {{std::string("FADD"), std::uint64_t{1}}, {std::string("FMUL"), std::uint64_t{2}}}},
      {"group:hidden", std::string("a,b"), {}},
      {"breakdown:hidden", std::string("a,b"), {}},
      {"regex:hidden", std::string("a,b"), {}},
  };
  return {"values", {result}, {Process()}};
}

Fixture odd_names() {
  Result empty_demangled = kernel("triton_kernel", 1);
  empty_demangled.demangled.clear();
  Result named = kernel("b", 2);
  named.context_name = "my ctx";
  named.stream_name = "my stream";
  Result bare = kernel("c", 3);
  bare.context = bare.stream = std::nullopt;
  bare.device = std::nullopt;
  Result called_range = kernel("range", 4);
  called_range.demangled = "range";
  return {"odd_names",
          {inside(empty_demangled, {"opt:step", "ns::fn:1"}), inside(named, {"", " spaced "}),
           inside(bare, {"tab\there, comma", "\xc3\xa4\xe2\x82\xac"}), called_range},
          {{7, "127.0.0.1", "C:\\Program Files\\app.exe"}}};
}

Fixture hostile_names() {
  Fixture fixture{"hostile_names",
                  {inside(kernel("a", 1), {"say \"hi\"", "x\",\"y"}),
                   inside(kernel("b", 2), {"line\nbreak", "a\"\nb"}),
                   inside(kernel("c", 3), {"<script>alert(1)</script>", "../../etc", "`|*_"})},
                  {Process()}};
  fixture.breaks_csv = true;
  return fixture;
}

Fixture sections_and_rules() {
  Result result = kernel("a", 10);
  result.clocks = {true, false};
  result.sections = {
      {"SpeedOfLight", "GPU Speed Of Light Throughput", {{"gpu__time_duration.sum", "Duration"}}}};
  result.rules = {{"SOLBottleneck", "Bottleneck", "SpeedOfLight", "It is slow.", 2, std::nullopt},
                  {"Occupancy", "Occupancy", "SpeedOfLight", "Could be faster.", 4, 12.5}};
  Fixture fixture{"sections_and_rules", {result}, {Process()}};
  fixture.since = 20241;
  return fixture;
}

Fixture late_strings() {
  Fixture fixture{"late_strings", {kernel("a", 10), kernel("b", 20)}, {Process()}};
  fixture.strings_last = true;
  return fixture;
}

Fixture unknown_fields() {
  Result result = kernel("a", 10);
  result.further.varint(90, 1).bytes(91, "new").fixed64(92, 1).fixed32(93, 2);
  return {"unknown_fields", {result}, {Process()}};
}

}  // namespace

std::string Fixture::bytes() const {
  ReportWriter writer;
  writer.strings_last = strings_last;
  for (std::size_t i = 0; i < results.size(); ++i) writer.add(results[i], process(i));
  return writer.bytes();
}

const Process& Fixture::process(std::size_t result) const {
  return processes[std::min(result, processes.size() - 1)];
}

std::vector<Fixture> all_fixtures() {
  return {kernels(),
          nested(),
          ranges(),
          mixed(),
          graphs(),
          command_lists(),
          payloads(),
          two_domains_and_threads(),
          processes(),
          values(),
          odd_names(),
          hostile_names(),
          sections_and_rules(),
          late_strings(),
          unknown_fields()};
}

}  // namespace ncu_regions::fixture
