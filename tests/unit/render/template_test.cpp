#include "harness/render/template.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include "harness/core/files.h"
#include "tests/support/error_of.h"
#include "tests/support/temp_folder.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;

class Template : public testing::Test {
 protected:
  void SetUp() override { setenv("NCU_REGIONS_TEMPLATES", folder_.path().c_str(), 1); }
  void TearDown() override { unsetenv("NCU_REGIONS_TEMPLATES"); }
  std::string refused() {
    return error_of(ErrorKind::kUsage, [] { render_template("region.md.inja", Json()); });
  }
  TempFolder folder_;
};

TEST_F(Template, OfTheUserWinsAndIncludesItsNeighbours) {
  write_file(folder_ / "region.md.inja", "Hello {{ name }}{% include \"tail\" %}");
  write_file(folder_ / "tail", "!");
  EXPECT_EQ(render_template("region.md.inja", {{"name", "you"}}), "Hello you!");
}

TEST_F(Template, CannotLeadOutOfItsFolder) {
  write_file(folder_ / "secret", "x");
  for (const std::string name : {"../secret", "/etc/passwd", "sub/x", ".hidden"}) {
    write_file(folder_ / "region.md.inja", "{% include \"" + name + "\" %}");
    EXPECT_THAT(refused(), HasSubstr("expected the name of a file in the same folder")) << name;
  }
}

TEST_F(Template, CannotFollowALinkOutOfItsFolder) {
  const TempFolder elsewhere;
  write_file(elsewhere / "secret", "x");
  std::filesystem::create_symlink(elsewhere / "secret", folder_ / "tail");
  write_file(folder_ / "region.md.inja", "{% include \"tail\" %}");
  EXPECT_THAT(refused(), HasSubstr("a link that leads out of"));
}

TEST_F(Template, FolderThatIsNotThereIsNamed) {
  setenv("NCU_REGIONS_TEMPLATES", "/no/such/folder", 1);
  EXPECT_THAT(refused(), HasSubstr("/no/such/folder: no such folder"));
}

}  // namespace
}  // namespace ncu_regions
