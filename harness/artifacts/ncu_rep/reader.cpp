#include "harness/artifacts/ncu_rep/reader.h"

#include <type_traits>

#include "harness/artifacts/ncu_rep/container.h"
#include "harness/artifacts/ncu_rep/names.h"
#include "harness/artifacts/ncu_rep/result.h"
#include "harness/artifacts/ncu_rep/session.h"
#include "harness/artifacts/ncu_rep/wire.h"
#include "harness/core/unit.h"

namespace ncu_regions {
namespace {

using namespace ncu_rep;

// What is wrong with a file of a newer format may be our ignorance.
template <typename Read>
auto as_newer(std::uint64_t version, const Read& read) {
  try {
    return read();
  } catch (const Error& error) {
    if (version <= kKnownVersion) throw;
    throw NewerFormatError(error.kind(), error.what());
  }
}

class NcuReport : public ReportFile {
 public:
  NcuReport(std::unique_ptr<FileView> file, const std::string& name)
      : file_(std::move(file)), container_(file_->bytes(), name) {
    name_ = name;
    facts_.format = "ncu report, format " + std::to_string(container_.version());
    read_headers();
    if (container_.version() > kKnownVersion) {
      warn("its format is " + std::to_string(container_.version()) +
           ", newer than the one this version knows (7): what could be read is shown, and "
           "something may be missing");
    }
  }

  std::span<const std::string_view> names() const override { return names_.texts(); }
  std::string unit(std::uint32_t name) const override {
    return unit_of_metric(names_.texts()[name]);
  }

  void read(const Selection& selection,
            const std::function<void(const ReportResult&)>& use) override {
    as_newer(container_.version(), [&] { read_results(selection, use); });
  }

 private:
  // Strings and session facts of all blocks. Payloads are jumped over: in a mapped file their pages
  // are never touched.
  void read_headers() {
    std::vector<std::string_view> strings;
    std::uint64_t results = 0;
    while (const std::optional<Block> block = container_.next()) {
      checked([&] {
        if (!block->strings.empty()) add_strings(block->strings, strings);
        if (!block->session.empty()) add_session(block->session, facts_, default_pid_);
      });
      results += block->result_count();
      file_->release_until(container_.offset());
    }
    names_ = Names(strings);
    if (results > 0 && facts_.versions.empty()) {
      warn(
          "it names no version of the profiler, which every complete report does: it may have been "
          "cut short, or was not written by ncu");
    }
  }

  void read_results(const Selection& selection,
                    const std::function<void(const ReportResult&)>& use) {
    ResultReader reader(names_, selection);
    ReportResult result;
    std::uint64_t id = 0;
    container_.rewind();
    file_->rewind();
    while (const std::optional<Block> block = container_.next()) {
      if (block->result_count() > 0) read_block(*block, reader, result, id, use);
      file_->release_until(container_.offset());
    }
    if (reader.nameless() > 0) {
      warn(
          std::to_string(reader.nameless()) +
          " metrics were left out: their names are not in the file, which may have been cut short");
    }
  }

  void read_block(const Block& block, ResultReader& reader, ReportResult& result, std::uint64_t& id,
                  const std::function<void(const ReportResult&)>& use) {
    in_block_ = 0;
    ReportProcess process = checked([&] { return read_process(block.process); });
    if (block.process.empty()) process.pid = default_pid_;
    Entries entries(block.payload);
    for (std::uint64_t i = 0; i < block.sources; ++i) checked([&] { return entries.next(); });
    for (std::size_t kind = 0; kind < std::size(block.results); ++kind) {
      for (std::uint64_t i = 0; i < block.results[kind]; ++i, ++in_block_) {
        checked([&] { reader.read(static_cast<ReportResultKind>(kind), entries.next(), result); });
        result.process = process;
        result.id = id++;
        use(result);
      }
    }
    in_block_ = 0;
  }

  // What `read` gives; bytes that make no sense become an Error that tells where.
  template <typename Read>
  std::invoke_result_t<Read> checked(const Read& read) {
    try {
      return read();
    } catch (const WireError& error) {
      container_.refuse(error.at, error.what, in_block_);
    }
  }

  std::unique_ptr<FileView> file_;
  Container container_;
  Names names_;
  std::optional<std::uint64_t> default_pid_;
  std::uint64_t in_block_ = 0;  // results of the present block that are complete
};

}  // namespace

std::unique_ptr<ReportFile> open_ncu_report(std::unique_ptr<FileView> file, std::string name) {
  const std::uint64_t version = Container(file->bytes(), name).version();
  return as_newer(version, [&] { return std::make_unique<NcuReport>(std::move(file), name); });
}

}  // namespace ncu_regions
