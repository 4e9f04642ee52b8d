// Runs: a digest as the last member of a JSON file, by which a reader sees that the file was
// edited.
#pragma once

#include <string>
#include <string_view>

namespace ncu_regions {

// `object`: a JSON object with at least one member, indented by two spaces. Returns it with the
// member "digest" behind the others, the hash of every byte before it, and a line end.
std::string with_digest(std::string_view object);

// Whether `text` ends with the digest of the bytes before it.
bool has_own_digest(std::string_view text);

}  // namespace ncu_regions
