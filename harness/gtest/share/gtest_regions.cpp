// Compiled into every program that links NcuRegions::gtest_regions, with its own GoogleTest.
#include <ncu_regions/gtest_regions.h>

namespace {

[[maybe_unused]] const bool kIsAdded = (ncu_regions::add_gtest_regions(), true);

}  // namespace
