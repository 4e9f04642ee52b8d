#include "workloads/shallow_resnet/options.h"

#include <charconv>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>

namespace ncu_regions::workloads {
namespace {

// The upper limits keep every index within 32 bits.
struct NumberOption {
  const char* name;
  std::uint64_t low;
  std::uint64_t high;
  const char* help;
  std::function<void(Options&, std::uint64_t)> store;
};

const std::vector<NumberOption>& number_options() {
  static const std::vector<NumberOption> kOptions = {
      {"--batch", 1, 64, "images (default 8)",
       [](Options& o, std::uint64_t n) { o.config.batch = static_cast<unsigned>(n); }},
      {"--image-size", 1, 256, "rows and columns of an image (default 16)",
       [](Options& o, std::uint64_t n) { o.config.image_size = static_cast<unsigned>(n); }},
      {"--channels", 1, 64, "channels of each layer (default 8)",
       [](Options& o, std::uint64_t n) { o.config.channels = static_cast<unsigned>(n); }},
      {"--blocks", 1, 64, "residual blocks (default 2)",
       [](Options& o, std::uint64_t n) { o.config.blocks = static_cast<unsigned>(n); }},
      {"--classes", 1, 1000, "classes of the head (default 10)",
       [](Options& o, std::uint64_t n) { o.config.classes = static_cast<unsigned>(n); }},
      {"--iterations", 1, 1000000, "measured passes after the warm-up pass (default 2)",
       [](Options& o, std::uint64_t n) { o.iterations = static_cast<unsigned>(n); }},
      {"--seed", 0, std::numeric_limits<std::uint64_t>::max(), "of weights and input (default 1)",
       [](Options& o, std::uint64_t n) { o.config.seed = n; }},
  };
  return kOptions;
}

std::uint64_t parse_number(const std::string& option, const std::string& text, std::uint64_t low,
                           std::uint64_t high) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || value < low || value > high) {
    throw std::invalid_argument(option + ": '" + text + "' is not a whole number from " +
                                std::to_string(low) + " to " + std::to_string(high));
  }
  return value;
}

unsigned& penalty_of(Penalties& penalties, const std::string& region) {
  if (region == kRegionA) return penalties.a;
  if (region == kRegionA1) return penalties.a1;
  if (region == kRegionB) return penalties.b;
  throw std::invalid_argument("--penalty: no region '" + region + "'; there are " + kRegionA +
                              ", " + kRegionA1 + " and " + kRegionB);
}

void parse_penalty(Options& options, const std::string& text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos) {
    throw std::invalid_argument("--penalty: '" + text + "' is not of the form REGION=PERCENT");
  }
  const std::string region = text.substr(0, equals);
  unsigned& penalty = penalty_of(options.penalties, region);
  if (penalty != 0) throw std::invalid_argument("--penalty: '" + region + "' is given twice");
  penalty =
      static_cast<unsigned>(parse_number("--penalty " + region, text.substr(equals + 1), 1, 1000));
}

bool parse_switch(Options& options, const std::string& name) {
  if (name == "--verify") return options.verify = true;
  if (name == "--list-regions") return options.list_regions = true;
  if (name == "--help") return options.help = true;
  return false;
}

void parse_with_value(Options& options, const std::string& name, const std::string* value) {
  const auto require_value = [&] {
    if (value == nullptr) throw std::invalid_argument(name + ": the value is missing");
    return *value;
  };
  if (name == "--penalty") return parse_penalty(options, require_value());
  for (const NumberOption& option : number_options()) {
    if (name != option.name) continue;
    return option.store(options, parse_number(name, require_value(), option.low, option.high));
  }
  throw std::invalid_argument("unknown option '" + name + "'; --help lists them all");
}

}  // namespace

Options parse_options(const std::vector<std::string>& arguments) {
  Options options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (parse_switch(options, arguments[i])) continue;
    const bool last = i + 1 == arguments.size();
    parse_with_value(options, arguments[i], last ? nullptr : &arguments[i + 1]);
    ++i;
  }
  return options;
}

std::string help_text() {
  std::string text =
      "A small residual network, forward pass, with the NVTX regions A (stem and residual\n"
      "blocks), A::A1 (the residual blocks, inside A) and B (pool and head).\n\n";
  const auto add_line = [&text](std::string option, const std::string& help) {
    option.resize(26, ' ');
    text += "  " + option + help + "\n";
  };
  for (const NumberOption& option : number_options()) {
    add_line(option.name + std::string(" N"), option.help);
  }
  add_line("--penalty REGION=PERCENT", "make a region do 1 to 1000 % more work, in whole thread");
  add_line("", "blocks; results stay the same; once per region");
  add_line("--verify", "compare with a plain reference; exit 1 on a mismatch");
  add_line("--list-regions", "print the regions, one per line, and do nothing else");
  add_line("--help", "print this text");
  text +=
      "\nExit codes: 0 done, 1 --verify found a mismatch, 2 wrong usage, 3 the device failed.\n";
  return text;
}

}  // namespace ncu_regions::workloads
