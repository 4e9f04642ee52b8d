// ncu-regions show --html, and report.html of a check.
#include "tests/cli/cli_fixture.h"
#include "tests/support/region_zoo.h"

namespace ncu_regions {
namespace {

using testing::HasSubstr;
using testing::Not;

class PageCli : public CliTest {
 protected:
  std::string report() {
    write_file(folder_ / "three.ncu-rep", fixture::three_ranges().bytes());
    return (folder_ / "three.ncu-rep").string();
  }
  std::string page(const std::string& name) { return read_file(folder_ / name); }
};

TEST_F(PageCli, OfAReportIsCalledLikeItAndHasItsRegions) {
  const ProgramResult shown = cli({"show", "--html", report()});

  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("page: three.html"));
  EXPECT_THAT(page("three.html"), HasSubstr("<code>A::A1</code>"));
  EXPECT_THAT(page("three.html"), HasSubstr("(outside any region)"));
  EXPECT_THAT(page("three.html"), Not(HasSubstr("id=old"))) << "there is nothing to compare with";
}

TEST_F(PageCli, ShowsTheMetricsThatWereAskedFor) {
  cli({"show", "--html", "--out", "p.html", "--metrics", "dram__bytes_*.sum", report()});

  EXPECT_THAT(page("p.html"), HasSubstr("dram__bytes_read.sum"));
  const ProgramResult shown =
      cli({"show", "--html", "--out", "q.html", "--metrics", "nope*,dram__bytes_*.sum", report()});
  EXPECT_EQ(shown.exit_code, 0);
  EXPECT_THAT(shown.err, HasSubstr("has no metric 'nope*'"));
  EXPECT_THAT(shown.err, Not(HasSubstr("'dram__bytes")));
}

TEST_F(PageCli, OfARunIsWhatTheCheckWroteAndSaysThatItIsNoGpu) {
  check({"empty"}, {"outer"});

  const ProgramResult shown = cli({"show", "--html", run().string(), "--out", "run.html"});

  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_EQ(page("run.html"), read_file(run() / "regions/report.html"));
  EXPECT_THAT(page("run.html"),
              HasSubstr("<strong>host profiler</strong> on the CPU, not on a GPU"));
}

TEST_F(PageCli, NeverWritesOverAFileThatIsNoPageOfOurs) {
  write_file(folder_ / "three.html", "<p>mine</p>");

  const ProgramResult shown = cli({"show", "--html", report()});

  EXPECT_EQ(shown.exit_code, 2);
  EXPECT_THAT(shown.err, HasSubstr("three.html is in the way: it is no page of ours"));
  EXPECT_EQ(page("three.html"), "<p>mine</p>");
  EXPECT_EQ(cli({"show", "--html", "--out", "other.html", report()}).exit_code, 0);
  EXPECT_EQ(cli({"show", "--html", "--out", folder_.path().string(), report()}).exit_code, 2);
  EXPECT_EQ(cli({"show", "--html", "--out", "other.html", report()}).exit_code, 0) << "again";
}

TEST_F(PageCli, RefusesWhatDoesNotGoTogether) {
  EXPECT_THAT(cli({"show", "--html", "--tree", report()}).err, HasSubstr("--html is a page"));
  EXPECT_THAT(cli({"show", "--out", "x.html", report()}).err, HasSubstr("--out is for --html"));
  EXPECT_THAT(cli({"show", "--html", "--out", "x.html", report(), report()}).err,
              HasSubstr("--out names one page"));
  EXPECT_EQ(cli({"show", "--html", "nowhere.ncu-rep"}).exit_code, 3);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "nowhere.html"));
}

}  // namespace
}  // namespace ncu_regions
