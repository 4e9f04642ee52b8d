// Session facts, NVTX states and messages of rules, for a terminal.
#include <algorithm>
#include <ctime>

#include "harness/core/text.h"
#include "harness/render/results.h"
#include "harness/render/value_text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kNameWidth = 23;  // "Display Driver Version"

std::string date_of(std::uint64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts = {};
  char text[64];
  if (gmtime_r(&time, &parts) == nullptr) return "";
  std::strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", &parts);
  return text;
}

std::string plural(std::uint64_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string clocks_text(const ReportOutline& outline) {
  const std::uint64_t known = outline.clocks_locked + outline.clocks_free;
  if (known == 0) return "not recorded";
  if (outline.clocks_free == 0) return "locked to base";
  if (outline.clocks_locked == 0) return "not locked";
  return "locked for " + plural(outline.clocks_locked, "result") + ", not for " +
         std::to_string(outline.clocks_free);
}

std::string results_of(const ReportOutline& outline) {
  std::string text;
  for (std::size_t i = 0; i < std::size(outline.by_kind); ++i) {
    if (outline.by_kind[i] == 0) continue;
    if (!text.empty()) text += ", ";
    text += plural(outline.by_kind[i], to_string(static_cast<ReportResultKind>(i)));
  }
  return text.empty() ? "none" : text;
}

// "@section:LaunchStats:Launch Statistics@" is "Launch Statistics"; of an address the label and the
// address are shown.
std::string without_markup(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('@'), text.size());
    plain += text.substr(0, open);
    text.remove_prefix(open);
    const std::size_t close = text.find('@', 1);
    const std::string_view span = text.substr(0, close);
    const std::size_t first = span.find(':');
    const std::size_t second = span.find(':', first + 1);
    const bool is_markup = close != std::string_view::npos && second != std::string_view::npos;
    if (!is_markup) {
      plain += text.substr(0, 1);
      text.remove_prefix(std::min<std::size_t>(1, text.size()));
      continue;
    }
    const bool is_url = span.starts_with("@url:");
    plain += is_url ? span.substr(first + 1, second - first - 1) : span.substr(second + 1);
    if (is_url) plain += " (" + std::string(span.substr(second + 1)) + ")";
    text.remove_prefix(close + 1);
  }
  return plain;
}

void append_range(std::string& text, const NvtxRange& range) {
  text += printable(range.name);
  if (range.payload_type != "none") {
    text += " (payload " + printable(range.payload_type) + " " + printable(range.payload) + ")";
  }
}

void append_stack(std::string& text, const NvtxStack& stack, bool launching) {
  text += "      thread " + (stack.thread ? std::to_string(*stack.thread) : "unknown");
  text += (launching ? " (launching), " : ", ") + printable(stack.domain) + ": ";
  for (std::size_t i = 0; i < stack.ranges.size(); ++i) {
    if (i > 0) text += " > ";
    append_range(text, stack.ranges[i]);
  }
  text += "\n";
}

void append_state(std::string& text, const NvtxState& state, const ReportResult& result) {
  for (const NvtxStack& stack : state.stacks) {
    append_stack(text, stack, is_launching(stack, result));
  }
  for (const NvtxStartEnd& open : state.start_end) {
    text += "      start/end " + std::to_string(open.id) + ", " + printable(open.domain) + ": ";
    append_range(text, open.range);
    text += "\n";
  }
  if (state.stacks.empty() && state.start_end.empty()) text += "      no range was open\n";
}

}  // namespace

std::string info_text(const ReportFile& file, const ReportOutline& outline) {
  std::string text;
  const auto line = [&](std::string_view name, const std::string& value) {
    if (value.empty()) return;
    const std::string shown = short_name(printable(name), kNameWidth);
    text.append("  ").append(shown).append(std::string(kNameWidth + 1 - shown.size(), ' '));
    text.append(printable(value)).append("\n");
  };
  const ReportFacts& facts = file.facts();
  line("format", facts.format + (facts.is_exact ? "" : " (rounded by its writer)"));
  line("results", results_of(outline));
  line("metrics", std::to_string(outline.metrics.size()));
  std::string devices;
  for (const std::string& device : outline.devices)
    devices += (devices.empty() ? "" : ", ") + device;
  line("device", devices);
  line("clocks", clocks_text(outline));
  line("NVTX", !outline.has_nvtx     ? "not recorded"
               : !outline.has_ranges ? "recorded, no range was open"
                                     : "recorded");
  for (const auto& [provider, version] : facts.versions) line(provider, version);
  if (facts.created_s) line("created", date_of(*facts.created_s));
  line("target", facts.target);
  line("host", facts.host);
  line("command line", facts.command_line);
  return text;
}

void write_nvtx_text(ReportFile& file, const TextSink& out) {
  Selection selection;
  selection.all_metrics = false;
  file.read(selection, [&](const ReportResult& result) {
    std::string text =
        "  " + std::to_string(result.id) + "  " + short_name(printable(result.name), 100) + "\n";
    if (result.nvtx) append_state(text, *result.nvtx, result);
    if (!result.nvtx) text += "      NVTX was not recorded\n";
    out(text);
  });
}

std::string rule_line(const RuleMessage& message) {
  std::string text =
      printable(message.type.empty() ? "   " : message.type) + "  " + printable(message.rule);
  if (message.speedup_percent) {
    char speedup[64];
    std::snprintf(speedup, sizeof(speedup), " (estimated speedup %.4g %%",
                  *message.speedup_percent);
    text += speedup;
    text += message.speedup_type.empty() ? ")" : ", " + printable(message.speedup_type) + ")";
  }
  return text + ": " + printable(without_markup(message.text));
}

void write_rules_text(ReportFile& file, const TextSink& out) {
  Selection selection;
  selection.all_metrics = false;
  selection.rules = true;
  std::uint64_t messages = 0;
  file.read(selection, [&](const ReportResult& result) {
    if (result.rules.empty()) return;
    std::string text =
        "  " + std::to_string(result.id) + "  " + short_name(printable(result.name), 100) + "\n";
    for (const RuleMessage& message : result.rules) text += "      " + rule_line(message) + "\n";
    messages += result.rules.size();
    out(text);
  });
  if (messages == 0) out("  no rule left a message\n");
}

}  // namespace ncu_regions
