// Pipeline: what is no level to accept.
#pragma once

#include <string>

#include "harness/compare/outcome.h"
#include "harness/pipeline/accept_values.h"

namespace ncu_regions {

// Messages begin with it.
inline constexpr char kNothingAccepted[] = "nothing was accepted: ";

// "region 'A', gpu__time_duration.sum".
std::string name_of(const Verdict& verdict);

// True when a metric that is declared deterministic has one value in all captures.
bool is_exact(const Verdict& verdict, const RawSamples& samples);

// All samples; of an exact value one, which all captures had.
RawSamples samples_to_store(const Verdict& verdict, const RawSamples& samples);

// All throw: a run that measured nothing, or not all of it; a value that some captures lack; an
// exact value that was captured once; too few captures of what may vary; another level than the
// reviewed one.
void refuse_partial(const Outcome& outcome);
void refuse_gaps(const Verdict& verdict, const RawSamples& samples);
void refuse_single(const Verdict& verdict, const RawSamples& samples);
void refuse_too_few(const Verdict& verdict, const RawSamples& samples);
void refuse_other_session(const Verdict& verdict, const StoredValue* stored, const Samples& now);
void refuse_other_level(const Verdict& verdict, const Samples& reviewed, const Samples& now);

}  // namespace ncu_regions
