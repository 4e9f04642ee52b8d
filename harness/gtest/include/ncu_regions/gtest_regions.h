// GoogleTest: every test case becomes an NVTX region "Suite.Test".
//
// Linking NcuRegions::gtest_regions is all it takes. A program that cannot link it includes this
// header and calls add_gtest_regions() before RUN_ALL_TESTS().
//
// The region holds the constructor of the fixture, SetUp, the body, TearDown and the destructor: a
// listener cannot see the body alone. NCU_REGIONS_BODY() as the first line of a test narrows its
// region to the body. Environments and SetUpTestSuite are outside.
#pragma once

#include <gtest/gtest.h>
#include <ncu_regions/announce.h>

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace ncu_regions {
namespace gtest_detail {

// Where the case stands; test.file() is null for what was registered without one.
inline unsigned line_of(const ::testing::TestInfo& test) {
  return test.line() > 0 ? static_cast<unsigned>(test.line()) : 0;
}

inline std::string label_of(const ::testing::TestInfo& test) {
  return std::string(test.test_suite_name()) + "." + test.name();
}

// The classes of the tests that narrow their region, as the compiler names them, known before main.
inline std::vector<std::string>& narrowing_classes() {
  static std::vector<std::string> classes;
  return classes;
}

template <typename Test>
struct Narrowing {
  static bool note() {
    narrowing_classes().emplace_back(__PRETTY_FUNCTION__);  // "... [with Test = {class}]"
    return true;
  }
  static inline const bool kIsNoted = note();
};

// Whether `text` names the class `name`, alone or with template arguments.
inline bool is_class(const std::string& text, const std::string& name) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const char before = at == 0 ? ' ' : text[at - 1];
    const char after = at + name.size() < text.size() ? text[at + name.size()] : ']';
    const bool begins = before == ' ' || before == ':';
    if (begins && (after == ']' || after == ';' || after == '<')) return true;
  }
  return false;
}

// The name in the sources: instantiations with values have a prefix, those with types a number
// behind (and a prefix when they are instantiated by name).
inline std::string suite_in_sources(const ::testing::TestInfo& test) {
  std::string name = test.test_suite_name();
  if (test.type_param() != nullptr) name.erase(name.rfind('/'));
  return name.substr(name.rfind('/') + 1);
}

// GoogleTest's names of classes: Suite_Test_Test, and Test in a namespace of a suite with types
// that is instantiated by name.
inline bool narrows_itself(const ::testing::TestInfo& test) {
  const std::string suite = suite_in_sources(test);
  const std::string whole = test.name();
  const std::string name = whole.substr(0, whole.find('/'));
  for (const std::string& text : narrowing_classes()) {
    if (is_class(text, suite + "_" + name + "_Test") ||
        is_class(text, "gtest_suite_" + suite + "_::" + name)) {
      return true;
    }
  }
  return false;
}

// Of the case that runs. In the child process of a death test there are no listeners, and no
// regions.
enum class CaseState { kNone, kOpened, kWaitsForBody };
inline CaseState& case_state() {
  static CaseState state = CaseState::kNone;
  return state;
}

class RegionListener : public ::testing::EmptyTestEventListener {
 public:
  void OnTestStart(const ::testing::TestInfo& test) override {
    const std::string label = label_of(test);
    case_state() = narrows_itself(test) ? CaseState::kWaitsForBody : CaseState::kOpened;
    if (case_state() == CaseState::kOpened) {
      region_.emplace(label.c_str(), test.file(), line_of(test));
    }
  }

  void OnTestEnd(const ::testing::TestInfo& test) override {
    region_.reset();
    case_state() = CaseState::kNone;
    if (test.result()->Skipped()) announce_skip(test);
  }

 private:
  static void announce_skip(const ::testing::TestInfo& test) {
    std::string why;
    for (int i = 0; i < test.result()->total_part_count(); ++i) {
      const ::testing::TestPartResult& part = test.result()->GetTestPartResult(i);
      if (part.skipped() && why.empty()) why = part.message();
    }
    announce_skipped(label_of(test), why);
  }

  std::optional<Range> region_;
};

// From its line to the end of the body.
class Body {
 public:
  explicit Body(bool /*is_noted*/) {
    if (case_state() == CaseState::kOpened) {
      ADD_FAILURE() << "NCU_REGIONS_BODY() must stand in the body of a test, as its first line";
    }
    if (case_state() != CaseState::kWaitsForBody) return;
    const ::testing::TestInfo& test = *::testing::UnitTest::GetInstance()->current_test_info();
    region_.emplace(label_of(test).c_str(), test.file(), line_of(test));
  }

 private:
  std::optional<Range> region_;
};

}  // namespace gtest_detail

// From now on. A second call does nothing.
inline void add_gtest_regions() {
  static bool is_added = false;
  if (is_added) return;
  is_added = true;
  ::testing::UnitTest::GetInstance()->listeners().Append(new gtest_detail::RegionListener);
}

}  // namespace ncu_regions

// The region of this test is its body, from here on. Once, as the first line.
#define NCU_REGIONS_BODY()                                  \
  const ::ncu_regions::gtest_detail::Body ncu_regions_body( \
      ::ncu_regions::gtest_detail::Narrowing<std::remove_reference_t<decltype(*this)>>::kIsNoted)
