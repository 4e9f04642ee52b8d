// Tests: what a reader is put through with bytes from anywhere. Everything that is no Error is a
// finding: a crash, a hang, memory without bounds, an exception of another kind.
#pragma once

#include <string_view>

namespace ncu_regions::fuzz {

void read_ncu_report(std::string_view bytes);
void read_ncu_csv(std::string_view bytes);
void read_host_capture(std::string_view bytes);
// A file of Google Benchmark, with the trees of its repetitions.
void read_benchmark_file(std::string_view bytes);
// The three JSON files of a run that somebody packed, with a NUL between them: read, and rendered.
void read_packed_run(std::string_view bytes);
// Also writes what was read, and reads that.
void read_baseline(std::string_view bytes);

}  // namespace ncu_regions::fuzz
