// Core: the one exception type of the harness.
#pragma once

#include <stdexcept>
#include <string>

namespace ncu_regions {

// Why a run could not reach a verdict. A regression is not in this list: it is a result.
enum class ErrorKind {
  kUsage,        // a bad command line, setting or call: exit 2
  kMeasurement,  // nothing trustworthy was measured: exit 3
  kBaseline,     // a baseline that cannot be read or compared: exit 4
};

// The only exception type that leaves a room. `what()` is shown to the user as it is: it says what
// happened, where (file and line, where there is one), what was expected and what to do.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

}  // namespace ncu_regions
