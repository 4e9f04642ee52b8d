#include "harness/artifacts/ncu_rep/reader.h"

#include <algorithm>
#include <deque>
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

constexpr std::size_t kHeaderWindow = std::size_t{1} << 10;
constexpr std::size_t kResultWindow = std::size_t{256} << 10;  // stays in the cache

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
  NcuReport(std::unique_ptr<InputFile> file, const std::string& name)
      : file_(std::move(file)), container_(*file_, name) {
    name_ = name;
    facts_.format = "ncu report, format " + std::to_string(container_.version());
    read_headers();
    facts_.is_newer = container_.version() > kKnownVersion;
    if (facts_.is_newer) {
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
  // Strings and session facts of all blocks. Payloads are jumped over.
  void read_headers() {
    std::vector<std::string_view> strings;
    std::uint64_t results = 0;
    file_->read_ahead(kHeaderWindow);
    while (const std::optional<Block> block = container_.next(Payloads::kSkip)) {
      checked([&] {
        if (!block->session.empty()) add_session(block->session, facts_, default_pid_);
        if (!block->strings.empty()) add_strings(block->strings, strings);
      });
      // The views have to outlive the block.
      if (!block->strings.empty()) keep(block->strings, strings);
      results += block->result_count();
      if (block->result_count() > 0) largest_ = std::max(largest_, block->payload_size);
    }
    names_ = Names(strings);
    if (results > 0 && facts_.versions.empty()) {
      warn(
          "it names no version of the profiler, which every complete report does: it may have been "
          "cut short, or was not written by ncu");
    }
  }

  // Moves the last strings, which lie in `table`, to a copy of it.
  void keep(std::string_view table, std::vector<std::string_view>& strings) {
    const std::string& copy = tables_.emplace_back(table);
    for (; kept_ < strings.size(); ++kept_) {
      strings[kept_] = std::string_view(copy).substr(
          static_cast<std::size_t>(strings[kept_].data() - table.data()), strings[kept_].size());
    }
  }

  void read_results(const Selection& selection,
                    const std::function<void(const ReportResult&)>& use) {
    ResultReader reader(names_, selection);
    wanted_ = &selection;
    ReportResult result;
    std::uint64_t id = 0;
    container_.rewind();
    file_->read_ahead(kResultWindow, std::min(largest_ + kHeaderWindow, file_->size()));
    const auto wants = [&](const Block& block) {
      return selection.wants_some(id, block.result_count());
    };
    while (const std::optional<Block> block = container_.next(Payloads::kRead, wants)) {
      if (block->result_count() == 0) continue;
      if (wants(*block)) {
        read_block(*block, reader, result, id, use);
      } else {
        id += block->result_count();
      }
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
        const bool is_wanted = wanted_->wants_result(id);
        checked([&] {
          const std::string_view entry = entries.next();
          if (is_wanted) reader.read(static_cast<ReportResultKind>(kind), entry, result);
        });
        result.id = id++;
        if (!is_wanted) continue;
        result.process = process;
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

  std::unique_ptr<InputFile> file_;
  Container container_;
  std::deque<std::string> tables_;  // the names point into them
  std::size_t kept_ = 0;            // strings whose table is kept
  Names names_;
  std::optional<std::uint64_t> default_pid_;
  const Selection* wanted_ = nullptr;  // while results are read
  std::uint64_t largest_ = 0;          // payload with results
  std::uint64_t in_block_ = 0;         // results of the present block that are complete
};

}  // namespace

std::unique_ptr<ReportFile> open_ncu_report(std::unique_ptr<InputFile> file, std::string name) {
  const std::uint64_t version = Container(*file, name).version();
  return as_newer(version, [&] { return std::make_unique<NcuReport>(std::move(file), name); });
}

}  // namespace ncu_regions
