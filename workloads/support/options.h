// Workload support: the command line that all workloads share.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ncu_regions::workloads {

// What every workload can be asked for.
struct Switches {
  bool verify = false;
  bool list_regions = false;
  bool help = false;
};

// The options of one program, each with the variable that its value goes to. The variables must
// outlive the object; names and help texts must be literals.
class CommandLine {
 public:
  // `purpose`: the first lines of the help text.
  CommandLine(std::string purpose, Switches& switches);

  void add_number(const char* name, std::uint64_t low, std::uint64_t high, const char* help,
                  unsigned& value);
  void add_number(const char* name, std::uint64_t low, std::uint64_t high, const char* help,
                  std::uint64_t& value);
  void add_switch(const char* name, const char* help, bool& value);

  // --penalty `region`=PERCENT: extra work in that region, 0 when it is not given.
  void add_penalty(const char* region, unsigned& percent);

  // `arguments` without the name of the program. Throws std::invalid_argument, with a message for
  // the user, for an unknown option, a missing or extra value, and a value out of range.
  void parse(const std::vector<std::string>& arguments) const;

  // The text of --help.
  std::string help_text() const;

 private:
  struct Number {
    const char* name;
    std::uint64_t low;
    std::uint64_t high;
    const char* help;
    std::function<void(std::uint64_t)> store;
  };
  struct Switch {
    const char* name;
    const char* help;
    bool* value;
  };
  struct Penalty {
    const char* region;
    unsigned* percent;
  };

  bool parse_switch(const std::string& name) const;
  void parse_with_value(const std::string& name, const std::string* value) const;
  void parse_penalty(const std::string& text) const;
  unsigned& penalty_of(const std::string& region) const;

  std::string purpose_;
  std::vector<Number> numbers_;
  std::vector<Switch> switches_;
  std::vector<Penalty> penalties_;
};

}  // namespace ncu_regions::workloads
