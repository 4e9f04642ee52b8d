// Config: every key that a settings file may have, and what its value must look like. Private to
// this room.
#pragma once

#include <string>
#include <vector>

namespace ncu_regions {

enum class KeyType {
  kText,
  kList,
  kChoice,
  kWhole,       // a whole number above 0
  kCount,       // a whole number, 0 allowed
  kMaybeWhole,  // a whole number above 0, or nothing
  kSeconds,     // above 0
  kWait,        // seconds, 0 allowed
  kParameters,  // names and values of the user's own
};

struct Key {
  std::string name;
  KeyType type = KeyType::kText;
  std::vector<std::string> choices;  // of kChoice
  bool is_of_files = false;          // no override

  bool is_list() const { return type == KeyType::kList; }
};

// All of them (besides `budgets`, `waivers` and `kernels_of`); conf/defaults.yaml documents them.
const std::vector<Key>& keys();

// Throws Error(kUsage) with the nearest known name. Below a key of type kParameters any plain name
// is known.
const Key& known_key(const std::string& name, const std::string& origin);

// The names directly below `prefix` ("" or "host."), for the check of one YAML map; empty where the
// names are the user's own.
std::vector<std::string> names_below(const std::string& prefix);

// Throws Error(kUsage) unless the value is one of this key.
void require_value(const Key& key, const std::string& value, const std::string& origin);

}  // namespace ncu_regions
