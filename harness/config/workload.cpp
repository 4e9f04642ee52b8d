#include "harness/config/workload.h"

#include <nlohmann/json.hpp>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

using Json = nlohmann::json;

constexpr int kSchema = 2;

[[noreturn]] void refuse_file(const std::filesystem::path& file, const std::string& why) {
  throw Error(ErrorKind::kUsage,
              file.string() + ": " + why + "; it is written by CMake: configure the build again");
}

Json load(const std::filesystem::path& file) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(file, failed)) {
    throw Error(ErrorKind::kUsage,
                file.string() +
                    ": no such file; --build must name a CMake build folder in which "
                    "ncu_regions_add_test registered a test");
  }
  Json json = Json::parse(read_file(file), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("tests") || !json["tests"].is_array()) {
    refuse_file(file, "is not a list of tests");
  }
  if (json.value("schema", Json()) != kSchema)
    refuse_file(file, "has a schema that is not known here");
  return json;
}

std::vector<std::string> names_in(const Json& json) {
  std::vector<std::string> names;
  for (const Json& test : json.at("tests")) {
    if (!test.is_object() || !test.contains("name")) continue;
    if (const Json& name = test.at("name"); name.is_string()) names.push_back(name);
  }
  return names;
}

// What a generator expression made is a list of words, perhaps none.
std::vector<std::string> words_of(const Json& json) {
  std::vector<std::string> words;
  for (const Json& item : json) {
    if (item.is_string()) {
      words.push_back(item);
      continue;
    }
    for (std::string& word : split(item.at("words").get<std::string>(), ';')) {
      if (!word.empty()) words.push_back(std::move(word));
    }
  }
  return words;
}

// The same where each item is one text, whatever an expression made of it.
std::vector<std::string> texts_of(const Json& json) {
  std::vector<std::string> texts;
  for (const Json& item : json) {
    const auto text = (item.is_string() ? item : item.at("words")).get<std::string>();
    if (item.is_string() || !text.empty()) texts.push_back(text);
  }
  return texts;
}

// The cases of a GoogleTest program, one in a line.
std::vector<std::string> listed_cases(const std::filesystem::path& file) {
  std::error_code failed;
  if (!std::filesystem::exists(file, failed)) {
    throw Error(ErrorKind::kUsage, file.string() +
                                       ": no such file; it lists the cases of the program, and is "
                                       "written when that is built: build it first");
  }
  std::vector<std::string> cases;
  for (const std::string& line : split(read_file(file), '\n')) {
    if (!line.empty()) cases.push_back(line);
  }
  return cases;
}

Workload from_json(const Json& json) {
  Workload test;
  const auto paths = [&](const char* key) {
    std::vector<std::filesystem::path> result;
    for (const Json& item : json.at(key)) result.emplace_back(item.get<std::string>());
    return result;
  };
  json.at("name").get_to(test.name);
  test.gpu_command = words_of(json.at("gpu_command"));
  test.host_command = words_of(json.at("host_command"));
  test.args = words_of(json.at("args"));
  test.environment = texts_of(json.at("environment"));
  test.working_directory = json.at("working_directory").get<std::string>();
  json.at("regions").get_to(test.regions);
  const std::string cases = json.value("cases_file", "");
  test.is_gtest = json.value("is_gtest", !cases.empty());
  if (!cases.empty()) test.regions = listed_cases(cases);
  json.at("preset").get_to(test.preset);
  test.preset_file = json.value("preset_file", "");
  test.config_files = paths("config_files");
  json.at("overrides").get_to(test.overrides);
  for (const auto& [key, items] : json.at("lists").items()) {
    if (!items.empty()) test.lists.emplace_back(key, words_of(items));
  }
  test.is_registered = json.value("is_registered", true);
  test.baselines = json.at("baselines").get<std::string>();
  test.run = json.at("run").get<std::string>();
  json.at("require_baseline").get_to(test.require_baseline);
  json.at("allow_incomparable").get_to(test.allow_incomparable);
  json.at("require_gpu").get_to(test.require_gpu);
  test.base = json.value("base", "");
  test.parallel_gpus = json.value("parallel_gpus", false);
  test.run_serial = json.value("run_serial", true);
  json.at("build").at("compiler").get_to(test.build.compiler);
  test.build.configuration = json.at("build").value("configuration", "");
  test.build.flags = json.at("build").value("flags", "");
  // Written for each language apart, because compile options may depend on it.
  const auto flags_file = json.at("build").value("flags_file", "");
  if (!flags_file.empty()) test.build.flags = trim(read_file(flags_file));
  test.budgets = json.value("budgets", std::vector<std::string>());
  test.limits = json.value("limits", std::vector<std::string>());
  test.siblings = json.value("siblings", std::size_t{1});
  return test;
}

Json to_json(const Workload& test) {
  Json files = Json::array();
  for (const auto& file : test.config_files) files.push_back(file.string());
  Json lists = Json::object();
  for (const auto& [key, items] : test.lists) lists[key] = items;
  return {{"name", test.name},
          {"gpu_command", test.gpu_command},
          {"host_command", test.host_command},
          {"args", test.args},
          {"environment", test.environment},
          {"working_directory", test.working_directory.string()},
          {"regions", test.regions},
          {"is_gtest", test.is_gtest},
          {"preset", test.preset},
          {"preset_file", test.preset_file.string()},
          {"config_files", files},
          {"overrides", test.overrides},
          {"lists", lists},
          {"is_registered", test.is_registered},
          {"baselines", test.baselines.string()},
          {"run", test.run.string()},
          {"require_baseline", test.require_baseline},
          {"allow_incomparable", test.allow_incomparable},
          {"require_gpu", test.require_gpu},
          {"base", test.base.string()},
          {"parallel_gpus", test.parallel_gpus},
          {"run_serial", test.run_serial},
          {"build",
           {{"compiler", test.build.compiler},
            {"flags", test.build.flags},
            {"configuration", test.build.configuration}}},
          {"budgets", test.budgets},
          {"limits", test.limits},
          {"siblings", test.siblings}};
}

}  // namespace

std::filesystem::path tests_file(const std::filesystem::path& build) {
  return build / "ncu-regions" / "tests.json";
}

Workload load_workload(const std::filesystem::path& file, const std::string& name) {
  const Json json = load(file);
  if (std::ranges::count(names_in(json), name) > 1) {
    refuse_file(file, "has test '" + name + "' twice");
  }
  try {
    for (const Json& test : json.at("tests")) {
      if (test.at("name") != name) continue;
      Workload found = from_json(test);
      found.siblings = json.at("tests").size();
      // Without one there would be nothing to measure on any machine, and that would be a skip.
      if (found.gpu_command.empty() && found.host_command.empty()) {
        refuse_file(file, "test '" + name + "' has no program");
      }
      return found;
    }
  } catch (const Json::exception& error) {
    refuse_file(file,
                std::string("a field is missing or has the wrong type (") + error.what() + ")");
  }
  const std::vector<std::string> known = workload_names(file);
  throw Error(ErrorKind::kUsage, "no test '" + name + "' in " + file.string() +
                                     suggestion(name, known) + "; it has: " + join(known, ", "));
}

std::string workload_json(const Workload& workload) {
  return to_json(workload).dump(-1, ' ', false, Json::error_handler_t::replace);
}

Workload workload_from_json(const std::string& text) {
  try {
    return from_json(Json::parse(text));
  } catch (const Json::exception& error) {
    throw Error(ErrorKind::kUsage, std::string("no workload: ") + error.what());
  }
}

std::vector<std::string> workload_names(const std::filesystem::path& file) {
  return names_in(load(file));
}

}  // namespace ncu_regions
