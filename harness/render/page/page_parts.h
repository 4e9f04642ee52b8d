// Render: the parts of the page. Private to this room. Each is "" when there is nothing in it.
#pragma once

#include <string>

#include "harness/render/page/page_data.h"

namespace ncu_regions {

// What needs a reader's attention, in groups, worst first, with the captures as dots.
std::string findings_html(const PageData& data);

// Every region with its first metrics, and what is in no region.
std::string regions_html(const PageData& data);

// Every gate, worst first.
std::string gates_html(const PageData& data);

// One for each region: values, captures, kernels, what accounts for a change, roofline.
std::string panels_html(const PageData& data);

// The kernels of a region, with their roofline, and those in no region.
std::string kernels_html(const RegionTree& tree, std::size_t region);
std::string elsewhere_html(const RegionTree& tree);

// A link to the panel of a region, its name as text.
std::string region_link(const PageData& data, std::size_t region);
// The same of a verdict, whose region may not have been measured.
std::string region_link(const PageData& data, const Verdict& verdict);

// "bad", "doubt", "good", "new" or "ok".
std::string class_of(FindingGroup group);

// The word of a verdict, coloured, and what it would be without its waiver.
std::string word_html(const Verdict& verdict);

}  // namespace ncu_regions
