#include "harness/runs/explain_file.h"

#include "harness/core/files.h"
#include "harness/runs/explain_fields.h"
#include "harness/runs/json_file.h"

namespace ncu_regions {
namespace {

constexpr int kExplainSchema = 1;

}  // namespace

void write_explained(const std::filesystem::path& file, const Explained& explained) {
  Json json = {{"schema", kExplainSchema},
               {"explanations", stored_json(explained.explanations)},
               {"sources", Json::array()}};
  for (const auto& [region, source] : explained.sources) {
    json["sources"].push_back(
        {{"region", written_form(region)}, {"file", source.file}, {"line", source.line}});
  }
  write_file(file, json.dump(2) + "\n");
}

Explained read_explained(const std::filesystem::path& file) {
  if (!is_there(file)) return {};
  return parse_explained(read_file(file), file);
}

Explained parse_explained(const std::string& text, const std::filesystem::path& file) {
  const Json json = parse_json_file(text, file, kExplainSchema, "an explanation (explain.json)");
  return from_json_file(file, [&] {
    Explained explained;
    read_stored(json.at("explanations"), explained.explanations);
    for (const Json& source : json.at("sources")) {
      explained.sources[parse_written_form(source.at("region").get<std::string>())] = {
          source.at("file"), source.at("line")};
    }
    return explained;
  });
}

}  // namespace ncu_regions
