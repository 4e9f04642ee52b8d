// Does not compile: a member of a stored struct is not described. Test runs.ForgottenMember builds
// it, and expects the words of the assertion.
#include "harness/runs/described_json.h"

namespace ncu_regions {

struct Forgetful {
  int kept = 0;
  bool lost = false;
};

template <>
struct Description<Forgetful> {
  static constexpr std::tuple kFields{stored("kept", &Forgetful::kept)};
};

Json written() { return stored_json(Forgetful{}); }

}  // namespace ncu_regions
