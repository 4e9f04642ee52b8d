// report.html as it is written, without its style and script.
#include <gtest/gtest.h>

#include "harness/render/page/page.h"
#include "tests/support/golden.h"
#include "tests/support/page_fixture.h"

namespace ncu_regions {
namespace {

std::string without_element(std::string page, const std::string& name) {
  const std::size_t begin = page.find("<" + name + ">");
  const std::size_t end = page.find("</" + name + ">", begin);
  return page.erase(begin, end - begin);
}

// The hashes are those of style and script.
std::string without_hashes(std::string page) {
  for (std::size_t at = page.find("sha256-"); at != std::string::npos;
       at = page.find("sha256-", at)) {
    page.replace(at, page.find('\'', at) - at, "hash");
  }
  return page;
}

TEST(ReportPage, OfThreeRegions) {
  PageShape shape;
  shape.metrics = 2;
  shape.red_every = 3;
  const std::string page = report_html(page_fixture(shape).input());

  expect_golden("render/page.html",
                without_hashes(without_element(without_element(page, "style"), "script")));
}

}  // namespace
}  // namespace ncu_regions
