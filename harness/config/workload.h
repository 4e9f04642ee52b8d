// Config: one registered test: what to run, which regions it must have, where things are. Written
// by ncu_regions_add_test at generate time (tests.json), or made from the command line.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ncu_regions {

struct BuildInfo {
  std::string compiler;       // "GNU 12.2.0"; empty when not known
  std::string flags;          // as given to the compiler
  std::string configuration;  // "Release"; empty when there is none
};

struct Workload {
  std::string name;
  std::vector<std::string> gpu_command;   // empty: no CUDA program was given
  std::vector<std::string> host_command;  // empty: no host build was given
  std::vector<std::string> args;          // follow either command
  std::vector<std::string> environment;   // "NAME=value", added for the program
  std::filesystem::path working_directory;
  std::vector<std::string> regions;  // declared: written forms or labels
  std::string preset = "default";
  std::filesystem::path preset_file;  // of the project; empty: one of conf/
  std::vector<std::filesystem::path> config_files;
  bool is_registered = false;                                           // by ncu_regions_add_test
  std::vector<std::string> overrides;                                   // "key=value" of its call
  std::vector<std::pair<std::string, std::vector<std::string>>> lists;  // settings that are lists
  std::vector<std::string> budgets, limits;  // of the command line, in one line each
  std::size_t siblings = 1;                  // workloads of its build, itself among them
  std::filesystem::path baselines;
  std::filesystem::path run;
  bool require_baseline = false;
  bool allow_incomparable = false;
  bool require_gpu = false;
  // A GoogleTest program whose cases are the regions: without GPU code it is its own host build.
  bool is_gtest = false;
  std::filesystem::path base;  // build folder to be measured side by side with, as CMake was told
  bool parallel_gpus = false;  // on GPUs of its own it may be measured beside others
  bool run_serial = true;      // CTest runs no other test beside it
  BuildInfo build;
};

// Of a build folder.
std::filesystem::path tests_file(const std::filesystem::path& build);

// The test `name` of a tests.json. Throws Error(kUsage): no such file (was CMake run?), wrong
// schema, unknown test with the nearest known one, cases that were not listed yet.
Workload load_workload(const std::filesystem::path& tests_file, const std::string& name);

// As in tests.json, for the record of a run; and back. Throws Error(kUsage).
std::string workload_json(const Workload& workload);
Workload workload_from_json(const std::string& text);

// A workload that is described in a settings file (keys below 'workload'); its other settings count
// as a layer. Without 'workload.command' there is no program in it. Throws Error(kUsage) with file
// and line.
Workload load_workload_file(const std::filesystem::path& file, const std::filesystem::path& conf);

// The text of such a file; `note` becomes a comment in it.
std::string workload_yaml(const Workload& workload, const std::string& note);

// True for the file name of a program that runs a script or starts another one: python3, env.
bool starts_another(const std::string& program);

// What a command is called when nobody says: the file name of the program, or of the script that an
// interpreter (or env) is to run.
std::string default_name(const std::vector<std::string>& command);

// All names in the file, in the order of registration.
std::vector<std::string> workload_names(const std::filesystem::path& tests_file);

}  // namespace ncu_regions
