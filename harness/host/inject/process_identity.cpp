#include "harness/host/inject/process_identity.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

namespace ncu_regions::host {
namespace {

struct LauncherVariables {
  const char* rank;
  const char* size;
};

// The size is asked for too: a Slurm batch script has a rank, and is alone. Slurm stands last: its
// variables are still there when mpirun starts a program inside a job.
constexpr LauncherVariables kLaunchers[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, {"PMI_RANK", "PMI_SIZE"},
    {"MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"},   {"RANK", "WORLD_SIZE"},
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"},
};

bool is_number(const char* text) {
  return text != nullptr && *text != '\0' && text[strspn(text, "0123456789")] == '\0';
}

constexpr int kStartTimeField = 22;  // proc(5), counting from 1; the name in field 2 ends with ')'

}  // namespace

std::uint64_t process_start_ticks() {
  char text[1024];
  const int file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t size = read(file, text, sizeof(text) - 1);
  close(file);
  if (size <= 0) return 0;
  text[size] = '\0';
  const char* at = strrchr(text, ')');
  for (int field = 2; at != nullptr && field < kStartTimeField; ++field) at = strchr(at + 1, ' ');
  return at == nullptr ? 0 : strtoull(at + 1, nullptr, 10);
}

bool rank_variable(char* text, std::size_t size) {
  for (const LauncherVariables& launcher : kLaunchers) {
    const char* rank = getenv(launcher.rank);
    if (!is_number(rank) || !is_number(getenv(launcher.size))) continue;
    const int written = snprintf(text, size, "%s=%s", launcher.rank, rank);
    return written > 0 && static_cast<std::size_t>(written) < size;
  }
  return false;
}

}  // namespace ncu_regions::host
