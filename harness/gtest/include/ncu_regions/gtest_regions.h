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
#include <ncu_regions/annotate.h>

#include <optional>
#include <string>
#include <vector>

namespace ncu_regions {
namespace gtest_detail {

// Ranges of this domain are no regions: each says that a case skipped itself, with the label
// "Suite.Test" and the reason, separated by a line break.
inline constexpr char kSkippedDomainName[] = "ncu_regions.skipped";

inline std::string label_of(const ::testing::TestInfo& test) {
  return std::string(test.test_suite_name()) + "." + test.name();
}

// The bodies that narrow their region, as the compiler names them, known before main.
inline std::vector<std::string>& narrowing_bodies() {
  static std::vector<std::string> bodies;
  return bodies;
}

template <typename Tag>
struct Narrowing {
  static bool note() {
    narrowing_bodies().emplace_back(__PRETTY_FUNCTION__);
    return true;
  }
  static inline const bool kIsNoted = note();
};

inline std::vector<std::string> parts_of(const std::string& name) {
  std::vector<std::string> parts(1);
  for (const char c : name) {
    if (c == '/') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// Whether `body` is in the class `name`: "[with Tag = name::TestBody()...",
// "name<int>::TestBody()".
inline bool is_in_class(const std::string& body, const std::string& name) {
  for (std::size_t at = body.find(name); at != std::string::npos; at = body.find(name, at + 1)) {
    const char before = at == 0 ? ' ' : body[at - 1];
    const bool begins = before == ' ' || before == ':' || before == '<';
    const std::size_t end = at + name.size();
    if (begins && (body.compare(end, 2, "::") == 0 || body.compare(end, 1, "<") == 0)) return true;
  }
  return false;
}

// GoogleTest's names of classes: Suite_Test_Test, and of typed suites with parameters Test in a
// namespace of the suite. Prefixes and numbers of instantiations stand beside '/'.
inline bool narrows_itself(const ::testing::TestInfo& test) {
  const std::string name = parts_of(test.name()).front();
  for (const std::string& suite : parts_of(test.test_suite_name())) {
    for (const std::string& body : narrowing_bodies()) {
      if (is_in_class(body, suite + "_" + name + "_Test") ||
          is_in_class(body, "gtest_suite_" + suite + "_::" + name)) {
        return true;
      }
    }
  }
  return false;
}

class RegionListener : public ::testing::EmptyTestEventListener {
 public:
  // The case that runs has its region open already.
  static bool& has_region_open() {
    static bool is_open = false;
    return is_open;
  }

  void OnTestStart(const ::testing::TestInfo& test) override {
    const std::string label = label_of(test);
    has_region_open() = !narrows_itself(test);
    if (has_region_open()) region_.emplace(label.c_str());
  }

  void OnTestEnd(const ::testing::TestInfo& test) override {
    region_.reset();
    has_region_open() = false;
    if (test.result()->Skipped()) announce_skip(test);
  }

 private:
  static void announce_skip(const ::testing::TestInfo& test) {
    static const Domain domain(kSkippedDomainName);
    std::string why;
    for (int i = 0; i < test.result()->total_part_count(); ++i) {
      const ::testing::TestPartResult& part = test.result()->GetTestPartResult(i);
      if (part.skipped() && why.empty()) why = part.message();
    }
    const std::string text = label_of(test) + "\n" + why.substr(0, 200);
    const Range announced(domain, text.c_str());
  }

  std::optional<Range> region_;
};

// From its line to the end of the body.
class Body {
 public:
  explicit Body(bool /*is_noted*/) {
    const ::testing::TestInfo* test = ::testing::UnitTest::GetInstance()->current_test_info();
    if (test == nullptr || RegionListener::has_region_open()) {
      ADD_FAILURE() << "NCU_REGIONS_BODY() must stand in the body of a test";
      return;
    }
    const std::string label = label_of(*test);
    region_.emplace(label.c_str());
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
  struct NcuRegionsBodyTag {};                              \
  const ::ncu_regions::gtest_detail::Body ncu_regions_body( \
      ::ncu_regions::gtest_detail::Narrowing<NcuRegionsBodyTag>::kIsNoted)
