#include "harness/artifacts/host_capture.h"

#include <nlohmann/json.hpp>

#include "harness/core/error.h"
#include "harness/core/files.h"

namespace ncu_regions {
namespace {

using Json = nlohmann::json;

constexpr int kSchema = 1;
constexpr std::size_t kMaxDepth = 10000;

class Reader {
 public:
  explicit Reader(std::string name) : name_(std::move(name)) {}

  Capture read(std::string_view text) {
    for (; !text.empty(); ++line_) {
      const std::size_t end = text.find('\n');
      if (end == std::string_view::npos) refuse("is cut off in the middle of a line");
      if (ended_) refuse("has lines after its end");
      take(parse(text.substr(0, end)));
      text.remove_prefix(end + 1);
    }
    if (!ended_) refuse("is cut off: its end line is missing");
    return std::move(capture_);
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(ErrorKind::kMeasurement, name_ + ":" + std::to_string(line_) + ": " + why +
                                             "; expected a host capture of schema " +
                                             std::to_string(kSchema));
  }

  Json parse(std::string_view line) const {
    Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object()) refuse("is not a JSON object");
    return json;
  }

  void take(const Json& line) {
    try {
      if (line_ == 1) return header(line);
      if (line.contains("path")) return path(line);
      if (line.contains("range")) return range(line);
      if (line.contains("kernel")) return kernel(line);
      if (line.contains("end")) return end(line);
    } catch (const Json::exception& error) {
      refuse(std::string("a field is missing or has the wrong type (") + error.what() + ")");
    }
    refuse("is of no known kind");
  }

  void header(const Json& line) {
    if (line.value("format", "") != "ncu-regions host capture") refuse("is not a host capture");
    if (line.at("schema") != kSchema) {
      refuse("has schema " + line.at("schema").dump() + ", which this version does not know");
    }
    capture_.kind = CaptureKind::kHost;
    capture_.pass = line.at("pass").get<std::string>();
    capture_.metrics = {line.at("metric").get<std::string>()};
    capture_.pid = line.at("pid").get<std::uint64_t>();
  }

  void path(const Json& line) {
    if (line.at("path").get<std::size_t>() != capture_.paths.size()) refuse("a path out of order");
    RegionPath path;
    if (line.contains("parent")) path = known_path(line.at("parent"));
    if (path.labels.size() >= kMaxDepth) refuse("is nested deeper than 10000 ranges");
    path.domain = line.value("domain", "");
    path.start_end = line.value("start_end", false);
    path.labels.push_back(line.at("label").get<std::string>());
    capture_.paths.push_back(std::move(path));
  }

  const RegionPath& known_path(const Json& number) const {
    const auto index = number.get<std::size_t>();
    if (index >= capture_.paths.size()) refuse("refers to a path that was not defined");
    return capture_.paths[index];
  }

  void range(const Json& line) {
    Result result;
    result.kind = ResultKind::kRange;
    known_path(line.at("range"));
    result.paths = {line.at("range").get<std::size_t>()};
    result.thread = line.at("thread").get<std::uint64_t>();
    if (line.contains("open_at_exit")) ++open_at_exit_;
    value(line, result);
    capture_.results.push_back(std::move(result));
    ++ranges_;
  }

  void kernel(const Json& line) {
    Result result;
    result.kind = ResultKind::kKernel;
    result.name = line.at("kernel").get<std::string>();
    result.thread = line.at("thread").get<std::uint64_t>();
    for (int i = 0; i < 3; ++i) {
      result.grid[i] = line.at("grid").at(static_cast<std::size_t>(i)).get<std::uint32_t>();
      result.block[i] = line.at("block").at(static_cast<std::size_t>(i)).get<std::uint32_t>();
    }
    for (const Json& number : line.at("in")) {
      known_path(number);
      result.paths.push_back(number.get<std::size_t>());
    }
    value(line, result);
    capture_.results.push_back(std::move(result));
    ++kernels_;
  }

  void value(const Json& line, Result& result) const {
    if (!line.contains("value") || line.at("value").is_null()) return;
    result.metrics[capture_.metrics.front()] =
        static_cast<double>(line.at("value").get<std::uint64_t>());
  }

  void end(const Json& line) {
    ended_ = true;
    if (line.at("ranges") != ranges_ || line.at("kernels") != kernels_) {
      refuse("counts other ranges or kernels than the file holds");
    }
    if (line.at("lost_events") != 0) {
      refuse(line.at("lost_events").dump() +
             " events were lost while recording (disk full, or out of files or memory)");
    }
    note(line, "unmatched_pops", "pops without a push, or ends without a start, were left out");
    note(line, "other_processes", "other processes recorded ranges; they are not measured yet");
    if (open_at_exit_ > 0) {
      capture_.notes.push_back(std::to_string(open_at_exit_) +
                               " ranges were still open when their thread ended");
    }
  }

  void note(const Json& line, const char* key, const char* text) {
    const auto count = line.at(key).get<std::uint64_t>();
    if (count > 0) capture_.notes.push_back(std::to_string(count) + " " + text);
  }

  std::string name_;
  Capture capture_;
  std::size_t line_ = 1;
  std::size_t ranges_ = 0;
  std::size_t kernels_ = 0;
  std::size_t open_at_exit_ = 0;
  bool ended_ = false;
};

}  // namespace

Capture parse_host_capture(std::string_view text, const std::string& name) {
  return Reader(name).read(text);
}

Capture read_host_capture(const std::filesystem::path& file) {
  return parse_host_capture(read_file(file), file.string());
}

}  // namespace ncu_regions
