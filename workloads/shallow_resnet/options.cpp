#include "workloads/shallow_resnet/options.h"

#include <limits>

namespace ncu_regions::workloads {
namespace {

// The upper limits keep every index within 32 bits.
CommandLine command_line(Options& options) {
  ModelConfig& config = options.config;
  CommandLine line(
      "A small residual network, forward pass, with the NVTX regions A (stem and residual\n"
      "blocks), A::A1 (the residual blocks, inside A) and B (pool and head).\n",
      options);
  line.add_number("--batch", 1, 64, "images (default 8)", config.batch);
  line.add_number("--image-size", 1, 256, "rows and columns of an image (default 16)",
                  config.image_size);
  line.add_number("--channels", 1, 64, "channels of each layer (default 8)", config.channels);
  line.add_number("--blocks", 1, 64, "residual blocks (default 2)", config.blocks);
  line.add_number("--classes", 1, 1000, "classes of the head (default 10)", config.classes);
  line.add_number("--iterations", 1, 1000000, "measured passes after the warm-up pass (default 2)",
                  options.iterations);
  line.add_number("--seed", 0, std::numeric_limits<std::uint64_t>::max(),
                  "of weights and input (default 1)", config.seed);
  line.add_penalty(kRegionA, options.penalties.a);
  line.add_penalty(kRegionA1, options.penalties.a1);
  line.add_penalty(kRegionB, options.penalties.b);
  return line;
}

}  // namespace

Options parse_options(const std::vector<std::string>& arguments) {
  Options options;
  command_line(options).parse(arguments);
  return options;
}

std::string help_text() {
  Options options;
  return command_line(options).help_text();
}

}  // namespace ncu_regions::workloads
