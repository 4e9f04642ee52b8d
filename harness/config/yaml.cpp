#include "harness/config/yaml.h"

#include <yaml-cpp/eventhandler.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "harness/config/refuse.h"
#include "harness/core/files.h"
#include "harness/core/text.h"
#include "harness/core/utf8.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kMaxBytes = 1 << 20;
constexpr std::size_t kMaxDepth = 32;

// Looks at the events of the parser, before a tree is built from them.
class Limits : public YAML::EventHandler {
 public:
  explicit Limits(std::string file) : file_(std::move(file)) {}
  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ < 2) return;
    refuse(at(mark), "a second YAML document begins here and would be ignored; write one document");
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { plain(mark, anchor, ""); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { plain(mark, 1, ""); }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                const std::string& text) override {
    plain(mark, anchor, text);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    enter(mark, anchor, false);
  }
  void OnSequenceEnd() override { open_.pop_back(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    enter(mark, anchor, true);
  }
  void OnMapEnd() override { open_.pop_back(); }

 private:
  // A list or a map whose end was not seen yet.
  struct Open {
    bool is_map = false;
    bool is_key_next = true;  // of a map: keys and values take turns
    std::set<std::string> keys = {};
  };

  void plain(const YAML::Mark& mark, YAML::anchor_t anchor, const std::string& text) {
    if (anchor != 0) refuse(at(mark), "anchors and aliases are not allowed here; write it out");
    if (open_.empty() || !open_.back().is_map) return;
    Open& map = open_.back();
    if (map.is_key_next && !map.keys.insert(text).second) {
      refuse(at(mark), "'" + text + "' stands twice");
    }
    map.is_key_next = !map.is_key_next;
  }
  void enter(const YAML::Mark& mark, YAML::anchor_t anchor, bool is_map) {
    if (anchor != 0) refuse(at(mark), "anchors and aliases are not allowed here; write it out");
    if (open_.size() == kMaxDepth) refuse(at(mark), "is nested deeper than 32 levels");
    if (!open_.empty()) open_.back().is_key_next = !open_.back().is_key_next;
    open_.push_back({.is_map = is_map});
  }
  std::string at(const YAML::Mark& mark) const {
    return file_ + ":" + std::to_string(mark.line + 1);
  }
  std::string file_;
  std::vector<Open> open_;
  int documents_ = 0;
};

}  // namespace

YamlFile load_yaml(const std::filesystem::path& file) {
  std::error_code failed;
  const std::filesystem::file_status found = std::filesystem::status(file, failed);
  if (found.type() == std::filesystem::file_type::not_found) refuse(file.string(), "no such file");
  if (!std::filesystem::status_known(found)) {
    refuse(file.string(), "cannot be read: " + failed.message());
  }
  if (!std::filesystem::is_regular_file(found)) refuse(file.string(), "is not a regular file");
  if (std::filesystem::file_size(file, failed) > kMaxBytes) {
    refuse(file.string(), "is larger than 1 MiB, which no settings file needs");
  }
  const std::string text = read_file(file);
  if (valid_utf8(text) != text) refuse(file.string(), "is not UTF-8");
  try {
    std::istringstream in(text);
    YAML::Parser parser(in);
    Limits limits(file.string());
    while (parser.HandleNextDocument(limits)) {
    }
    return {file.string(), YAML::Load(text)};
  } catch (const YAML::Exception& error) {
    refuse(file.string() + ":" + std::to_string(error.mark.line + 1), "not YAML: " + error.msg);
  }
}

std::string where(const YamlFile& file, const YAML::Node& node) {
  return file.name + ":" + std::to_string(node.Mark().line + 1);
}

std::string scalar(const YamlFile& file, const YAML::Node& node, const std::string& key) {
  if (!node.IsScalar()) refuse(where(file, node), "'" + key + "' must be a single value");
  return node.Scalar();
}

std::vector<std::string> scalars(const YamlFile& file, const YAML::Node& node,
                                 const std::string& key) {
  if (!node.IsSequence()) refuse(where(file, node), "'" + key + "' must be a list, as in [a, b]");
  std::vector<std::string> result;
  for (const YAML::Node& item : node) result.push_back(scalar(file, item, key));
  return result;
}

void check_keys(const YamlFile& file, const YAML::Node& node, std::span<const std::string> known,
                const std::string& what) {
  if (!node.IsMap()) refuse(where(file, node), what + " must be 'key: value' lines");
  for (const auto& entry : node) {
    const std::string key = scalar(file, entry.first, what);
    if (std::ranges::find(known, key) == known.end()) {
      refuse(where(file, entry.first),
             "unknown key '" + key + "' in " + what + suggestion(key, known));
    }
  }
}

}  // namespace ncu_regions
