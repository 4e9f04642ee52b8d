// Tests: which NVTX stacks an --nvtx-include of the harness selects.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ncu_regions::stand_in {

struct Include {
  std::string domain;  // "": the default domain
  std::vector<std::string> labels;
  bool from_bottom = false;  // '[': the first label is the stack's bottom
  bool start_end = false;    // no '/': ranges that are open, in any order

  // The outermost label of `stack` first. As ncu does, a label counts where it stands first.
  bool selects(const std::vector<std::string>& stack, std::string_view stack_domain,
               bool stack_is_start_end) const;
};

// Takes "[A/A::A1/", "A/", "A", with '\' before signs of ncu's that belong to a name, and
// "regex:[^A$/^A\x3a\x3aA1$/", "regex:^A$/", "regex:^A$"; each with a domain and '@' before the
// '['. Nothing for all other forms.
std::optional<Include> parse_include(std::string_view text);

}  // namespace ncu_regions::stand_in
