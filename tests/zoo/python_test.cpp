// A Python script that opens its ranges through ctypes.
#include "harness/core/text.h"
#include "tests/zoo/zoo_fixture.h"

namespace ncu_regions {
namespace {

using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

class ZooPython : public ZooTest {
 protected:
  void SetUp() override {
    python_ = interpreter();
    NCU_REGIONS_SKIP_WITHOUT("python3", !python_.empty(), "the script cannot run");
  }
  // The program itself: what is called python3 may be a script that starts it, and a script would
  // be run under callgrind too.
  static std::string interpreter() {
    const ProgramResult asked = run_program({"python3", "-c", "import sys; print(sys.executable)"});
    return asked.exit_code == 0 ? std::string(trim(asked.out)) : "";
  }
  // The counting pass hands only a few variables on, so that `env` sets this one: with random
  // hashes, no two runs of Python execute the same instructions. -S: no site packages, which a
  // machine may have or not, and half the time.
  std::vector<std::string> script() const {
    return {"env", "PYTHONHASHSEED=0",     python_,
            "-S",  NCU_REGIONS_ZOO_SCRIPT, NCU_REGIONS_ZOO_NVTX_C};
  }
  double count(const std::string& region) {
    std::vector<std::string> words = {"check", "--name", "t", "--region", region, "--"};
    for (const std::string& word : script()) words.push_back(word);
    const ProgramResult result = cli(words);
    EXPECT_EQ(result.exit_code, 4) << result.out << result.err;
    return value("python/python::words", "host__inst_executed.sum");
  }

  std::string python_;
};

TEST_F(ZooPython, ItsRegionsAreSeen) {
  const Sighting seen = visit(script());

  EXPECT_THAT(
      seen.instances(),
      UnorderedElementsAre(Pair("python", 1), Pair("python/python::words", 3),
                           Pair("python/\xe2\x98\x83", 1), Pair("startend:whole script", 1)));
  EXPECT_THAT(seen.notes(), IsEmpty());
}

TEST_F(ZooPython, WithAFixedHashSeedItsRegionsAreCountedExactly) {
  NCU_REGIONS_SKIP_WITHOUT("valgrind", has_valgrind(), "instructions cannot be counted");
  const double first = count("python::words");

  EXPECT_GT(first, 100000);
  EXPECT_EQ(count("python::words"), first);
}

}  // namespace
}  // namespace ncu_regions
