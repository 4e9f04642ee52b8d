#include "workloads/support/options.h"

#include <charconv>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace ncu_regions::workloads {
namespace {

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

}  // namespace

CommandLine::CommandLine(std::string purpose, Switches& switches)
    : purpose_(std::move(purpose)),
      switches_{
          {"--verify", "compare with a plain reference; exit 1 on a mismatch", &switches.verify},
          {"--list-regions", "print the regions, one per line, and do nothing else",
           &switches.list_regions},
          {"--help", "print this text", &switches.help}} {}

void CommandLine::add_number(const char* name, std::uint64_t low, std::uint64_t high,
                             const char* help, unsigned& value) {
  numbers_.push_back({name, low, high, help,
                      [&value](std::uint64_t number) { value = static_cast<unsigned>(number); }});
}

void CommandLine::add_number(const char* name, std::uint64_t low, std::uint64_t high,
                             const char* help, std::uint64_t& value) {
  numbers_.push_back({name, low, high, help, [&value](std::uint64_t number) { value = number; }});
}

// Before the switches that every program has.
void CommandLine::add_switch(const char* name, const char* help, bool& value) {
  switches_.insert(switches_.end() - 3, {name, help, &value});
}

void CommandLine::add_penalty(const char* region, unsigned& percent) {
  penalties_.push_back({region, &percent});
}

unsigned& CommandLine::penalty_of(const std::string& region) const {
  std::string known;
  for (std::size_t i = 0; i < penalties_.size(); ++i) {
    if (region == penalties_[i].region) return *penalties_[i].percent;
    if (i > 0) known += i + 1 == penalties_.size() ? " and " : ", ";
    known += penalties_[i].region;
  }
  throw std::invalid_argument("--penalty: no region '" + region + "'; there are " + known);
}

void CommandLine::parse_penalty(const std::string& text) const {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos) {
    throw std::invalid_argument("--penalty: '" + text + "' is not of the form REGION=PERCENT");
  }
  const std::string region = text.substr(0, equals);
  unsigned& penalty = penalty_of(region);
  if (penalty != 0) throw std::invalid_argument("--penalty: '" + region + "' is given twice");
  penalty =
      static_cast<unsigned>(parse_number("--penalty " + region, text.substr(equals + 1), 1, 1000));
}

bool CommandLine::parse_switch(const std::string& name) const {
  for (const Switch& option : switches_) {
    if (name == option.name) return *option.value = true;
  }
  return false;
}

void CommandLine::parse_with_value(const std::string& name, const std::string* value) const {
  const auto require_value = [&] {
    if (value == nullptr) throw std::invalid_argument(name + ": the value is missing");
    return *value;
  };
  if (name == "--penalty" && !penalties_.empty()) return parse_penalty(require_value());
  for (const Number& option : numbers_) {
    if (name != option.name) continue;
    return option.store(parse_number(name, require_value(), option.low, option.high));
  }
  throw std::invalid_argument("unknown option '" + name + "'; --help lists them all");
}

void CommandLine::parse(const std::vector<std::string>& arguments) const {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (parse_switch(arguments[i])) continue;
    const bool last = i + 1 == arguments.size();
    parse_with_value(arguments[i], last ? nullptr : &arguments[i + 1]);
    ++i;
  }
}

std::string CommandLine::help_text() const {
  std::string text = purpose_ + "\n";
  const auto add_line = [&text](std::string option, const std::string& help) {
    option.resize(26, ' ');
    text += "  " + option + help + "\n";
  };
  for (const Number& option : numbers_) add_line(option.name + std::string(" N"), option.help);
  if (!penalties_.empty()) {
    add_line("--penalty REGION=PERCENT", "make a region do 1 to 1000 % more work, in whole thread");
    add_line("", "blocks; results stay the same; once per region");
  }
  for (const Switch& option : switches_) add_line(option.name, option.help);
  text +=
      "\nExit codes: 0 done, 1 --verify found a mismatch, 2 wrong usage, 3 the device failed.\n";
  return text;
}

}  // namespace ncu_regions::workloads
