// Machine: which CUDA releases the driver and the installed toolkit are of.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace ncu_regions {

// "12.4": the newest CUDA that the driver runs, as nvidia-smi says; empty when it does not.
std::string driver_cuda_version(double limit_s);

// From what `nvidia-smi` prints ("... CUDA Version: 12.4 ...").
std::string driver_cuda_from(std::string_view text);

// "13.0": of the toolkit in CUDA_HOME, CUDA_PATH or /usr/local/cuda; empty when there is none.
std::string toolkit_cuda_version();

// From the text of a toolkit's version.json.
std::string toolkit_cuda_from(std::string_view text);

}  // namespace ncu_regions
