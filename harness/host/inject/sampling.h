// Injection library: counters that the kernel keeps for a thread, read at the boundaries of ranges.
#pragma once

#include <cstdint>

namespace ncu_regions::host {

// CPU time in nanoseconds: of the calling thread, or of the whole process.
std::uint64_t cpu_time_ns(bool whole_process);

// A counter of the instructions that the calling thread executes in user space, from now on; -1
// when the kernel does not allow it or the CPU has none.
int open_instruction_counter();

// False when it cannot be read (the program may have closed it), or did not count all the time.
bool read_instruction_counter(int counter, std::uint64_t& value);

void close_instruction_counter(int counter);

}  // namespace ncu_regions::host
