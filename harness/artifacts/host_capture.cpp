#include "harness/artifacts/host_capture.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "harness/core/error.h"
#include "harness/core/files.h"
#include "harness/core/host_pass.h"

namespace ncu_regions {
namespace {

using Json = nlohmann::json;

constexpr int kSchema = 2;
constexpr std::size_t kMaxDepth = 2000;

// Whole numbers only: what JSON makes of 1e300 fits into none of ours.
std::uint64_t whole(const Json& number) {
  if (!number.is_number_unsigned()) {
    throw Json::type_error::create(302, "expected a whole number, got " + number.dump(), &number);
  }
  return number.get<std::uint64_t>();
}

std::uint32_t small(const Json& number) {
  const std::uint64_t value = whole(number);
  if (value > std::numeric_limits<std::uint32_t>::max()) {
    throw Json::type_error::create(302, number.dump() + " is too large", &number);
  }
  return static_cast<std::uint32_t>(value);
}

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
      if (line.contains("overlap")) return overlap(line);
      if (line.contains("end")) return end(line);
      if (line.contains("process")) return process(line);
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
    if (!host_pass_from(capture_.pass)) refuse("is of an unknown pass");
    // The slowest process decides how long a region takes.
    const bool is_time = capture_.pass == to_string(HostPass::kTime);
    for (const Json& metric : line.at("metrics")) {
      capture_.metrics.push_back(
          {metric.get<std::string>(), is_time ? AcrossScopes::kMax : AcrossScopes::kSum});
    }
    if (line.contains("bad_end")) {
      capture_.notes.push_back("partial: the program " + line.at("bad_end").get<std::string>() +
                               "; this is what it recorded until then");
    }
    if (line.value("by_dump", false)) {
      capture_.notes.emplace_back(
          "counted by callgrind's dumps: start/end ranges and kernels have no count");
    }
  }

  void process(const Json& line) {
    if (whole(line.at("process")) != capture_.scopes.size()) {
      refuse("a process out of order");
    }
    const std::string number = std::to_string(capture_.scopes.size());
    std::string name = "process " + number;
    if (line.contains("rank")) name = "rank " + line.at("rank").get<std::string>();
    const auto same = [&](const Scope& scope) { return scope.name == name; };
    if (std::ranges::any_of(capture_.scopes, same)) name += ", process " + number;
    capture_.scopes.push_back({name, whole(line.at("pid"))});
    if (line.contains("lost")) {
      for (const Json& reason : line.at("lost")) lost_ += ": " + reason.get<std::string>();
    }
  }

  void path(const Json& line) {
    if (whole(line.at("path")) != capture_.paths.size()) refuse("a path out of order");
    RegionPath path;
    capture_.parents.emplace_back();
    if (line.contains("parent")) {
      path = known_path(line.at("parent"));
      capture_.parents.back() = whole(line.at("parent"));
    }
    if (path.labels.size() >= kMaxDepth) {
      throw Error(ErrorKind::kMeasurement,
                  name_ + ": ranges are nested deeper than 2,000: is a pop missing in a loop?");
    }
    path.domain = line.value("domain", "");
    path.start_end = line.value("start_end", false);
    path.labels.push_back(line.at("label").get<std::string>());
    if (line.contains("sources")) sources(line.at("sources"));
    capture_.paths.push_back(std::move(path));
  }

  // Of the path that this line is about; the first is the one that counts.
  void sources(const Json& list) {
    for (const Json& each : list) {
      SourceLine source = {each.at("file").get<std::string>(), small(each.at("line"))};
      if (!is_sound(source)) refuse("a path was opened in a line of a file that cannot be");
      capture_.sources.try_emplace(capture_.paths.size(), std::move(source));
    }
  }

  const RegionPath& known_path(const Json& number) const {
    const auto index = whole(number);
    if (index >= capture_.paths.size()) refuse("refers to a path that was not defined");
    return capture_.paths[index];
  }

  void range(const Json& line) {
    Result result;
    result.kind = ResultKind::kRange;
    known_path(line.at("range"));
    result.paths = {whole(line.at("range"))};
    place(line, "instances", result);
    instances_ += result.count;
    if (line.contains("open_at_exit")) {
      result.open_at_exit = whole(line["open_at_exit"]);
      open_at_exit_ += result.open_at_exit;
    }
    capture_.results.push_back(std::move(result));
  }

  void kernel(const Json& line) {
    Result result;
    result.kind = ResultKind::kKernel;
    result.name = line.at("kernel").get<std::string>();
    for (int i = 0; i < 3; ++i) {
      result.grid[i] = small(line.at("grid").at(static_cast<std::size_t>(i)));
      result.block[i] = small(line.at("block").at(static_cast<std::size_t>(i)));
    }
    for (const Json& number : line.at("in")) {
      known_path(number);
      result.paths.push_back(whole(number));
    }
    place(line, "launches", result);
    launches_ += result.count;
    capture_.results.push_back(std::move(result));
  }

  // What ranges and kernels have in common.
  void place(const Json& line, const char* count, Result& result) const {
    result.scope = whole(line.at("process"));
    if (result.scope >= capture_.scopes.size()) refuse("refers to a process that was not defined");
    result.thread = whole(line.at("thread"));
    result.count = whole(line.at(count));
    if (!line.contains("values")) return;
    for (const Json& metric : line.at("values")) result.values.push_back(values(metric));
    const auto complete = [&](const std::vector<double>& v) { return v.size() == result.count; };
    if (result.values.size() != capture_.metrics.size() ||
        !std::ranges::all_of(result.values, complete)) {
      refuse("has another number of values than it says");
    }
  }

  static std::vector<double> values(const Json& list) {
    std::vector<double> values;
    values.reserve(list.size());
    for (const Json& value : list) {
      values.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                       : static_cast<double>(whole(value)));
    }
    return values;
  }

  void overlap(const Json& line) {
    const Json& pair = line.at("overlap");
    known_path(pair.at(0));
    known_path(pair.at(1));
    capture_.overlaps.emplace_back(whole(pair.at(0)), whole(pair.at(1)));
  }

  void end(const Json& line) {
    ended_ = true;
    if (line.at("instances") != instances_ || line.at("launches") != launches_) {
      refuse("counts other ranges or kernels than the file holds");
    }
    if (line.at("lost_events") != 0) {
      throw Error(ErrorKind::kMeasurement,
                  name_ + ": events were lost while recording" +
                      (lost_.empty() ? ": no room on the disk, a limit on the size of files, or "
                                       "a signal handler that opened ranges while another "
                                       "one was being recorded, or that left by siglongjmp"
                                     : lost_));
    }
    note(line, "unmatched_pops", "pops without a push, or ends without a start, were left out");
    note(line, "silent_processes",
         "processes made NVTX calls that could not be measured: they did not run under callgrind");
    if (open_at_exit_ > 0) {
      capture_.notes.push_back(std::to_string(open_at_exit_) +
                               " ranges were still open when their thread ended");
    }
  }

  void note(const Json& line, const char* key, const char* text) {
    const auto count = whole(line.at(key));
    if (count > 0) capture_.notes.push_back(std::to_string(count) + " " + text);
  }

  std::string name_;
  Capture capture_;
  std::size_t line_ = 1;
  std::uint64_t instances_ = 0;
  std::uint64_t launches_ = 0;
  std::uint64_t open_at_exit_ = 0;
  std::string lost_;  // why, for each reason that the library gave
  bool ended_ = false;
};

}  // namespace

Capture parse_host_capture(std::string_view text, const std::string& name) {
  return Reader(name).read(text);
}

bool is_host_capture(const std::filesystem::path& file) {
  constexpr std::string_view kStart = R"({"format":"ncu-regions host capture")";
  std::error_code failed;
  if (!std::filesystem::is_regular_file(file, failed)) return false;
  std::string start(kStart.size(), '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  return in.gcount() == static_cast<std::streamsize>(start.size()) && start == kStart;
}

Capture read_host_capture(const std::filesystem::path& file) {
  return parse_host_capture(read_file(file), file.string());
}

}  // namespace ncu_regions
