// Where conf/ is.
#include <cstdlib>

#include "harness/config/settings.h"
#include "harness/core/error.h"
#include "harness/core/own_files.h"
#include "harness/core/text.h"

namespace ncu_regions {

namespace fs = std::filesystem;

namespace {

// Everything that a check may need of a conf/ folder.
constexpr const char* kConfFiles[] = {"defaults.yaml",        "metrics.yaml",
                                      "budgets/default.yaml", "host/default.yaml",
                                      "ncu/default.yaml",     "benchmark/default.yaml"};

// A folder that somebody named is used, or refused: never another one instead.
fs::path require_conf(const fs::path& conf) {
  std::error_code failed;
  const std::string named = "NCU_REGIONS_CONF names " + printable(conf.string());
  if (!fs::is_directory(conf, failed)) {
    throw Error(ErrorKind::kUsage,
                named + ", which is not a folder" + (failed ? " (" + failed.message() + ")" : "") +
                    "; name a copy of the conf folder of ncu-regions, or unset the variable");
  }
  for (const char* file : kConfFiles) {
    if (fs::is_regular_file(conf / file, failed)) continue;
    throw Error(ErrorKind::kUsage, named + ", which has no " + file +
                                       (failed ? " (" + failed.message() + ")" : "") +
                                       "; name a copy of the whole conf folder of ncu-regions, or "
                                       "unset the variable");
  }
  return conf;
}

}  // namespace

fs::path find_conf() {
  const char* variable = std::getenv("NCU_REGIONS_CONF");
  if (variable != nullptr && *variable != '\0') return require_conf(variable);
  std::vector<fs::path> places;
  std::error_code failed;
  // An installation may have another folder of data; a build folder has not.
  for (const char* folder : {"share", NCU_REGIONS_DATA_FOLDER}) {
    places.push_back(own_file(folder) / "ncu-regions" / "conf");
  }
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place / "defaults.yaml", failed)) return place;
  }
  std::string looked;
  for (const fs::path& place : places) looked += "\n  " + place.string();
  throw Error(ErrorKind::kUsage, "no defaults.yaml found; looked in:" + looked +
                                     "\nset NCU_REGIONS_CONF to the conf folder of ncu-regions");
}

}  // namespace ncu_regions
