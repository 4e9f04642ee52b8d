#include "harness/machine/gpu_state.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <utility>

#include "harness/core/text.h"
#include "harness/machine/probe.h"

namespace ncu_regions {
namespace {

using Clock = std::chrono::steady_clock;
using Cells = std::vector<std::string>;

// In the order of read_gpu.
const std::string kGpuFields =
    "index,uuid,name,driver_version,temperature.gpu,clocks.sm,clocks.mem,power.limit,"
    "persistence_mode,mig.mode.current,";
constexpr std::size_t kGpuCells = 11;
constexpr std::size_t kGpuName = 2;
constexpr std::size_t kProcessCells = 3;
constexpr std::size_t kProcessName = 1;

// What is not known stands in brackets: [N/A], [Not Supported], [Unknown Error].
std::string known(std::string_view cell) {
  const std::string_view text = trim(cell);
  return text.starts_with('[') || text == "N/A" ? "" : std::string(text);
}

// The cells of a line. Only names may hold a comma: what is too much belongs to the one at `name`.
std::optional<Cells> cells_of(std::string_view line, std::size_t count, std::size_t name) {
  Cells cells = split(line, ',');
  if (cells.size() < count) return std::nullopt;
  const auto begin = cells.begin() + static_cast<std::ptrdiff_t>(name);
  const auto end = begin + static_cast<std::ptrdiff_t>(cells.size() - count) + 1;
  *begin = join(Cells(begin, end), ",");
  cells.erase(begin + 1, end);
  for (std::string& cell : cells) cell = known(cell);
  return cells;
}

std::optional<GpuState> read_gpu(std::string_view line) {
  auto cells = cells_of(line, kGpuCells, kGpuName);
  if (!cells || !(*cells)[1].starts_with("GPU-")) return std::nullopt;
  GpuState gpu;
  std::size_t next = 0;
  for (std::string* field :
       {&gpu.index, &gpu.uuid, &gpu.name, &gpu.driver, &gpu.temperature_c, &gpu.sm_clock_mhz,
        &gpu.memory_clock_mhz, &gpu.power_limit_w, &gpu.persistence, &gpu.mig}) {
    *field = std::move((*cells)[next++]);
  }
  gpu.throttle_reasons = throttle_reasons_from((*cells)[next]);
  return gpu;
}

void add_process(std::vector<GpuState>& gpus, std::string_view line) {
  const auto cells = cells_of(line, kProcessCells, kProcessName);
  if (!cells) return;
  const auto gpu = std::ranges::find(gpus, cells->back(), &GpuState::uuid);
  if (gpu != gpus.end()) gpu->processes.push_back({(*cells)[0], (*cells)[1]});
}

double seconds_until(Clock::time_point end) {
  return std::max(0.0, std::chrono::duration<double>(end - Clock::now()).count());
}

// Newer drivers call the reasons by the second name, and may forget the first.
std::optional<std::string> ask_for_gpus(const std::string& program, Clock::time_point end) {
  for (const char* reasons : {"clocks_throttle_reasons.active", "clocks_event_reasons.active"}) {
    auto answer = ask_program(
        {program, "--query-gpu=" + kGpuFields + reasons, "--format=csv,noheader,nounits"},
        seconds_until(end));
    if (answer) return answer;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> throttle_reasons_from(std::string_view mask) {
  static const std::pair<std::uint64_t, const char*> kWords[] = {
      {0x04, "software power cap"},
      {0x08, "hardware slowdown"},
      {0x10, "sync boost"},
      {0x20, "software thermal slowdown"},
      {0x40, "hardware thermal slowdown"},
      {0x80, "hardware power brake"},
      {0x100, "display clock setting"},
  };
  constexpr std::uint64_t kIdleOrSet = 0x03;
  constexpr int kHexadecimal = 16;
  if (mask.starts_with("0x")) mask.remove_prefix(2);
  std::uint64_t bits = 0;
  const char* end = mask.data() + mask.size();
  const auto [rest, error] = std::from_chars(mask.data(), end, bits, kHexadecimal);
  if (error != std::errc() || rest != end) return {};
  std::vector<std::string> reasons;
  bits &= ~kIdleOrSet;
  for (const auto& [bit, word] : kWords) {
    if ((bits & bit) != 0) reasons.emplace_back(word);
    bits &= ~bit;
  }
  if (bits != 0) reasons.emplace_back("a reason that is not known here");
  return reasons;
}

std::vector<GpuState> gpu_states_from(std::string_view gpus, std::string_view processes) {
  std::vector<GpuState> states;
  for (const std::string& line : split(gpus, '\n')) {
    if (auto gpu = read_gpu(line)) states.push_back(std::move(*gpu));
  }
  for (const std::string& line : split(processes, '\n')) add_process(states, line);
  return states;
}

std::optional<std::vector<GpuState>> look_at_gpus(double limit_s) {
  const auto program = find_program("nvidia-smi", {"/usr/lib/wsl/lib"});
  if (!program) return std::nullopt;
  const auto limit = std::chrono::milliseconds(static_cast<long>(limit_s * 1000));
  const auto end = Clock::now() + limit;
  const auto gpus = ask_for_gpus(program->string(), end);
  if (!gpus) return std::nullopt;
  const auto processes =
      ask_program({program->string(), "--query-compute-apps=pid,process_name,gpu_uuid",
                   "--format=csv,noheader"},
                  seconds_until(end));
  return gpu_states_from(*gpus, processes.value_or(""));
}

}  // namespace ncu_regions
