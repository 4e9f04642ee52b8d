// A workload as a settings file.
#include <yaml-cpp/yaml.h>

#include <algorithm>

#include "harness/config/layers.h"
#include "harness/config/workload.h"
#include "harness/core/error.h"

namespace ncu_regions {
namespace {

namespace fs = std::filesystem;

void emit_list(YAML::Emitter& out, const char* key, const std::vector<std::string>& items) {
  out << YAML::Key << key << YAML::Value << YAML::BeginSeq;
  for (const std::string& item : items) out << YAML::DoubleQuoted << item;
  out << YAML::EndSeq;
}

}  // namespace

bool starts_another(const std::string& program) {
  static const std::vector<std::string> kStarters = {"env",  "sh",   "bash", "dash",   "perl",
                                                     "ruby", "nice", "time", "timeout"};
  return std::ranges::find(kStarters, program) != kStarters.end() || program.starts_with("python");
}

std::string default_name(const std::vector<std::string>& command) {
  std::string program = fs::path(command.front()).filename().string();
  if (!starts_another(program)) return program;
  for (const std::string& word : command) {
    const fs::path path(word);
    const bool is_option = word.starts_with('-') || word.find('=') != std::string::npos;
    if (is_option || starts_another(path.filename().string())) continue;
    return path.stem().string();
  }
  return program;
}

Workload load_workload_file(const fs::path& file, const fs::path& conf) {
  Layers layers;
  layers.add_file(conf / "defaults.yaml");
  layers.add_file(file);
  Workload workload;
  workload.name = layers.at("workload.name").items.front();
  workload.regions = layers.at("workload.regions").items;
  workload.host_command = layers.at("workload.command").items;
  workload.working_directory = layers.at("workload.working_directory").items.front();
  workload.config_files = {file};
  return workload;
}

std::string workload_yaml(const Workload& workload, const std::string& note) {
  std::vector<std::string> command = workload.host_command;
  command.insert(command.end(), workload.args.begin(), workload.args.end());
  YAML::Emitter out;
  out << YAML::Comment("A workload for ncu-regions: measure it with") << YAML::Newline
      << YAML::Comment("  ncu-regions check --workload THIS_FILE") << YAML::Newline
      << YAML::Comment("Every setting of conf/defaults.yaml may stand here too.");
  if (!note.empty()) out << YAML::Newline << YAML::Comment(note);
  out << YAML::BeginMap << YAML::Key << "workload" << YAML::Value << YAML::BeginMap;
  out << YAML::Key << "name" << YAML::Value << YAML::DoubleQuoted << workload.name;
  emit_list(out, "command", command);
  out << YAML::Key << "working_directory" << YAML::Value << YAML::DoubleQuoted
      << workload.working_directory.string();
  emit_list(out, "regions", workload.regions);
  out << YAML::EndMap << YAML::EndMap;
  return std::string(out.c_str()) + "\n";
}

}  // namespace ncu_regions
