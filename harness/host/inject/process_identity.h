// Injection library: who this process is among those of one run.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ncu_regions::host {

// When this process was started, in clock ticks since boot; 0 when it cannot be told.
std::uint64_t process_start_ticks();

// "OMPI_COMM_WORLD_RANK=1" when a launcher of parallel programs started this process, into `text`;
// else false.
bool rank_variable(char* text, std::size_t size);

}  // namespace ncu_regions::host
