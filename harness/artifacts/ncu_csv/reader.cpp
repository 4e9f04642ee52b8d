#include "harness/artifacts/ncu_csv/reader.h"

#include "harness/artifacts/ncu_csv/encoding.h"
#include "harness/artifacts/ncu_csv/rows.h"
#include "harness/artifacts/ncu_csv/tables.h"
#include "harness/core/error.h"
#include "harness/core/text.h"

namespace ncu_regions {
namespace {

using namespace ncu_csv;

constexpr std::size_t kMaxSearch = 1'000'000;  // lines before the header

// The first line of ncu's that tells why there is no table.
std::string words_of_ncu(std::string_view text) {
  for (const std::string_view mark : {"==ERROR==", "No kernels were profiled", "==WARNING=="}) {
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos) continue;
    const std::size_t begin = text.rfind('\n', at) + 1;
    const std::string_view line = text.substr(begin, text.find('\n', at) - begin);
    return "; ncu says in it: " + printable(trim(line.substr(0, 200)));
  }
  return "";
}

std::string what_instead(std::string_view text) {
  const std::string_view start = text.substr(0, 1 << 20);
  if (start.find("Minimum") != std::string_view::npos &&
      start.find("\"Invocations\"") != std::string_view::npos) {
    return "is a summary page of ncu (--print-summary); export the raw page instead";
  }
  if (start.find("    Section: ") != std::string_view::npos ||
      start.find("== Profiling \"") != std::string_view::npos ||
      start.find("==PROF== Profiling ") != std::string_view::npos) {
    return "is text output of ncu, not CSV: export again with --csv --page raw";
  }
  return "holds no table of ncu: no line starts with \"ID\",\"Process ID\", and none names a "
         "range column";
}

class NcuCsv : public ReportFile {
 public:
  NcuCsv(std::unique_ptr<InputFile> file, std::string name)
      : file_(std::move(file)), text_(text_of(file_->whole(), converted_)) {
    name_ = std::move(name);
    facts_.is_exact = false;
    find_table();
  }

  std::span<const std::string_view> names() const override { return metrics_.names(); }
  std::string unit(std::uint32_t name) const override { return metrics_.unit(name); }

  void read(const Selection& selection,
            const std::function<void(const ReportResult&)>& use) override {
    Reading reading{name_, selection, metrics_, use};
    for (std::string& warning : read_tables(text_.substr(start_), first_line_, reading)) {
      warn(std::move(warning));
    }
  }

 private:
  // Programs print what they like before the table, commas and quotes included.
  void find_table() {
    Rows rows(text_);
    for (std::size_t lines = 0; !rows.at_end() && lines < kMaxSearch; ++lines) {
      const std::string_view line = rows.peek_line();
      if (is_ncu_header(line) || line.find("Range") != std::string_view::npos) {
        const std::size_t offset = rows.offset();
        Rows header(text_.substr(offset));
        const std::optional<Layout> layout =
            header.read() ? read_header(header.cells()) : std::nullopt;
        if (layout) return found(*layout, offset, lines + 1);
      }
      rows.skip_line();
    }
    throw Error(ErrorKind::kMeasurement, name_ + " " + what_instead(text_) + words_of_ncu(text_));
  }

  void found(const Layout& layout, std::size_t offset, std::size_t line) {
    start_ = offset;
    first_line_ = line;
    facts_.format = layout.page == Page::kRaw       ? "ncu CSV, raw page"
                    : layout.page == Page::kDetails ? "ncu CSV, details page"
                                                    : "CSV of ranges";
  }

  std::unique_ptr<InputFile> file_;
  std::string converted_;
  std::string_view text_;
  std::size_t start_ = 0;
  std::size_t first_line_ = 1;
  Metrics metrics_;
};

}  // namespace

std::unique_ptr<ReportFile> open_ncu_csv(std::unique_ptr<InputFile> file, std::string name) {
  return std::make_unique<NcuCsv>(std::move(file), std::move(name));
}

}  // namespace ncu_regions
