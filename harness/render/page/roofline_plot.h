// Render: kernels under the roofline of their GPU. Private to this room.
#pragma once

#include <string>

#include "harness/regions/roofline.h"

namespace ncu_regions {

// A chart and its table; "" without points.
std::string roofline_html(const Roofline& roofline);

}  // namespace ncu_regions
