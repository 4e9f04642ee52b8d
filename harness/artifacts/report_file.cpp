#include "harness/artifacts/report_file.h"

#include <algorithm>

#include "harness/artifacts/input_file.h"
#include "harness/artifacts/ncu_csv/encoding.h"
#include "harness/artifacts/ncu_csv/reader.h"
#include "harness/artifacts/ncu_rep/container.h"
#include "harness/artifacts/ncu_rep/reader.h"
#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

constexpr std::size_t kStart = 4096;  // what a file is shows in its first bytes

constexpr char kExpected[] =
    "expected an ncu report (.ncu-rep) or a CSV page of ncu "
    "(ncu --import FILE --csv --page raw --print-units base)";

struct Foreign {
  std::string_view start;
  std::string_view what;
};

// Files that people mistake for reports, by their first bytes.
constexpr Foreign kForeign[] = {
    {"version https://git-lfs.github.com/spec/",
     "is a Git LFS pointer, not the report itself: 'git lfs pull' fetches that"},
    {"SQLite format 3", "is an SQLite database, as Nsight Systems exports it, and no ncu report"},
    {"\x1f\x8b", "is compressed with gzip: unpack it first"},
    {"(\xb5/\xfd",
     "is compressed with zstd (a .ncu-repz?): 'ncu --import' of the version that "
     "wrote it can export it as CSV"},
    {"PK\x03\x04", "is a ZIP archive (a .ncu-repz?): unpack it first"},
    {"\x7f"
     "ELF",
     "is a program or library, not a report of one"},
};

// A report that lost its magic and file header, as interrupted captures do: it starts with a
// block whose header names a process or a session.
bool starts_with_block(std::string_view bytes) {
  if (bytes.size() < 8 || bytes[2] != 0 || bytes[3] != 0) return false;
  const auto size = static_cast<std::size_t>(static_cast<unsigned char>(bytes[0])) |
                    static_cast<std::size_t>(static_cast<unsigned char>(bytes[1])) << 8;
  return size >= 4 && size < bytes.size() &&
         std::string_view("\x08\x10\x1a\x22\x28\x32").find(bytes[4]) != std::string_view::npos;
}

// No NUL, and few control characters: programs print some before the table.
bool is_text(std::string_view bytes) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 9; };
  const auto controls = static_cast<std::size_t>(std::ranges::count_if(bytes, is_control));
  return bytes.find('\0') == std::string_view::npos && controls * 10 < bytes.size();
}

[[noreturn]] void refuse(const std::string& name, std::string_view what) {
  throw Error(ErrorKind::kMeasurement, name + " " + std::string(what));
}

std::unique_ptr<ReportFile> open_view(std::unique_ptr<InputFile> file, std::string name) {
  const std::string_view bytes = file->at(0, std::min<std::uint64_t>(file->size(), kStart));
  if (bytes.empty()) refuse(name, std::string("is empty; ") + kExpected);
  if (bytes.starts_with(ncu_rep::kMagic)) return open_ncu_report(std::move(file), std::move(name));
  for (const Foreign& foreign : kForeign) {
    if (bytes.starts_with(foreign.start)) refuse(name, foreign.what);
  }
  if (ncu_rep::kMagic.starts_with(bytes)) refuse(name, "is cut off in its first bytes");
  if (ncu_csv::is_utf16(bytes) || is_text(bytes))
    return open_ncu_csv(std::move(file), std::move(name));
  if (starts_with_block(bytes)) {
    refuse(name,
           "is an ncu report without its file header, as an interrupted capture leaves it: neither "
           "ncu nor this program reads that; capture again");
  }
  refuse(name, std::string("is no file that this program knows; ") + kExpected);
}

}  // namespace

bool Selection::wants(std::string_view metric) const {
  return all_metrics || std::ranges::any_of(metrics, [&](const std::string& pattern) {
           return glob_match(pattern, metric);
         });
}

std::string_view replay_mode_of(const ReportFacts& facts) {
  constexpr std::string_view kOption = "--replay-mode";
  const std::string_view line = facts.command_line;
  const std::size_t at = line.find(kOption);
  if (at == std::string_view::npos) return "";
  std::string_view rest = line.substr(at + kOption.size());
  if (!rest.starts_with('=') && !rest.starts_with(' ')) return "";
  rest.remove_prefix(1);
  return rest.substr(0, rest.find(' '));
}

void ReportFile::call_it(std::string name, std::string warning) {
  name_ = std::move(name);
  if (!warning.empty()) warn(std::move(warning));
}

void ReportFile::warn(std::string text) {
  if (std::ranges::find(warnings_, text) == warnings_.end()) warnings_.push_back(std::move(text));
}

std::unique_ptr<ReportFile> open_report(const std::filesystem::path& path) {
  return open_view(std::make_unique<InputFile>(path), printable(path.string()));
}

std::unique_ptr<ReportFile> open_report_bytes(std::string_view bytes, std::string name) {
  return open_view(std::make_unique<InputFile>(bytes), std::move(name));
}

}  // namespace ncu_regions
