// Machine: whether a program holds GPU code.
#pragma once

#include <filesystem>

namespace ncu_regions {

// Looks for the section in which nvcc stores GPU code. False for what cannot be read, and for a
// program that has its GPU code in libraries.
bool is_cuda_program(const std::filesystem::path& program);

// The same of the shared libraries that it is linked to, as the dynamic linker finds them; those of
// the CUDA toolkit count.
bool links_cuda(const std::filesystem::path& program);

}  // namespace ncu_regions
