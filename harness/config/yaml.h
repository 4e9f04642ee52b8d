// Config: YAML with limits and with file and line in every message. Private to this room.
#pragma once

#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace ncu_regions {

// A node that knows its file.
struct YamlFile {
  std::string name;  // for messages
  YAML::Node root;
};

// Parses a file. Throws Error(kUsage): not readable, not YAML, larger than 1 MiB, nested deeper
// than 32 levels, with anchors (a few lines of them can expand to gigabytes), with a key that
// stands twice in its map, or with a second document.
YamlFile load_yaml(const std::filesystem::path& file);

// "file:line" of a node.
std::string where(const YamlFile& file, const YAML::Node& node);

// The text of a scalar, the texts of a list of scalars. Throw Error(kUsage) on anything else.
std::string scalar(const YamlFile& file, const YAML::Node& node, const std::string& key);
std::vector<std::string> scalars(const YamlFile& file, const YAML::Node& node,
                                 const std::string& key);

// Throws Error(kUsage) unless `node` is a map whose keys are all in `known`.
void check_keys(const YamlFile& file, const YAML::Node& node, std::span<const std::string> known,
                const std::string& what);

}  // namespace ncu_regions
