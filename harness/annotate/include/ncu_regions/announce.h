// Annotate: what a program says about its regions, in the capture itself.
//
// A range in one of these domains is no region: its text is for the report. Libraries that make
// regions of somebody else's tests and benchmarks use it; whoever opens regions by hand may, too.
#pragma once

#include <ncu_regions/annotate.h>

#include <string>

namespace ncu_regions {

// "label\nwhy": the work of that region was not done, on purpose. Its tests are skipped.
inline constexpr char kSkippedDomainName[] = "ncu_regions.skipped";

// The same of all that was measured of the region, however often it was opened.
inline constexpr char kSkippedWholeDomainName[] = "ncu_regions.skipped_whole";

// "label\nwhy": the work of that region went wrong. It is not measured, and its tests fail.
inline constexpr char kFailedDomainName[] = "ncu_regions.failed";

// A sentence that a reader of the report has to know.
inline constexpr char kNoteDomainName[] = "ncu_regions.note";

namespace annotate_detail {

inline void announce(const Domain& domain, const std::string& text) {
  const Range announced(domain, text.c_str(), nullptr, 0);
}

inline std::string reasoned(const std::string& label, const std::string& why) {
  return label + "\n" + why.substr(0, 200);
}

}  // namespace annotate_detail

inline void announce_skipped(const std::string& label, const std::string& why) {
  static const Domain domain(kSkippedDomainName);
  annotate_detail::announce(domain, annotate_detail::reasoned(label, why));
}

inline void announce_skipped_whole(const std::string& label, const std::string& why) {
  static const Domain domain(kSkippedWholeDomainName);
  annotate_detail::announce(domain, annotate_detail::reasoned(label, why));
}

inline void announce_failed(const std::string& label, const std::string& why) {
  static const Domain domain(kFailedDomainName);
  annotate_detail::announce(domain, annotate_detail::reasoned(label, why));
}

inline void announce_note(const std::string& text) {
  static const Domain domain(kNoteDomainName);
  annotate_detail::announce(domain, text);
}

}  // namespace ncu_regions
