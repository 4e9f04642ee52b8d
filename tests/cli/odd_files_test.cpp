// Files, folders and links that are not what they should be, and settings that would be ignored.
#include <sys/stat.h>

#include "tests/cli/cli_fixture.h"

namespace ncu_regions {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace fs = std::filesystem;

class OddFilesCli : public CliTest {
 protected:
  const std::vector<std::string> kExact = {"metrics=[region__instances]"};

  std::string fifo(const std::string& name) {
    EXPECT_EQ(mkfifo((folder_ / name).c_str(), 0600), 0);
    return name;
  }

  // Ended by `timeout` when it waits for a writer.
  ProgramResult cli_in_time(std::vector<std::string> args) {
    args.insert(args.begin(), {"timeout", "60", NCU_REGIONS_TEST_CLI});
    return run_program(args, {folder_.path(), {}});
  }

  void edit_record(const std::function<void(nlohmann::json&)>& edit) {
    nlohmann::json record = json("run.json");
    edit(record);
    write_file(run() / "run.json", record.dump());
  }
};

TEST_F(OddFilesCli, AFifoIsRefusedAtOnceWhereverAFileIsRead) {
  const std::string name = fifo("f.json");
  for (const std::vector<std::string>& args : std::vector<std::vector<std::string>>{
           {"show", name},
           {"report", name},
           {"compare", name, name},
           {"check", "--benchmark-json", name},
           {"accept", "--benchmark-json", name, "--reason", "x"}}) {
    const ProgramResult result = cli_in_time(args);
    EXPECT_EQ(result.exit_code, 3) << args[0] << result.err;
    EXPECT_THAT(result.err, AllOf(HasSubstr("f.json"), HasSubstr("it is a FIFO"))) << args[0];
  }
  const ProgramResult settings =
      cli_in_time({"check", "--region", "a", "--config", name, "--", NCU_REGIONS_TEST_RANGES});
  EXPECT_EQ(settings.exit_code, 2);
  EXPECT_THAT(settings.err, HasSubstr("f.json: is not a regular file"));
}

TEST_F(OddFilesCli, AFifoInARunFolderIsRefusedAtOnce) {
  for (const char* file : {"run.json", "verdicts.json", "explain.json"}) {
    check({"empty"}, {"empty"}, kExact);
    fs::remove(run() / file);
    fifo("ncu-regions/t/" + std::string(file));
    const ProgramResult report = cli_in_time({"report", "ncu-regions/t"});
    EXPECT_EQ(report.exit_code, 3) << file;
    EXPECT_THAT(report.err, AllOf(HasSubstr(file), HasSubstr("it is a FIFO")));
    fs::remove_all(run());
  }
}

TEST_F(OddFilesCli, ALinkWithoutTargetIsNotReplacedByARunFolder) {
  for (const char* link : {"link", "other.previous"}) {
    fs::create_symlink("/not/mounted", folder_ / link);
    const std::string folder = std::string(link) == "link" ? "link" : "other";
    const ProgramResult result = check({"empty"}, {"empty"}, {kExact[0], "--run", folder});
    EXPECT_EQ(result.exit_code, 2) << result.out;
    EXPECT_THAT(result.err, HasSubstr((folder_ / link).filename().string()));
    EXPECT_TRUE(fs::is_symlink(folder_ / link));
  }
}

TEST_F(OddFilesCli, ALinkToAFolderStaysAndTheFolderIsUsed) {
  make_folder(folder_ / "disk");
  fs::create_symlink("disk", folder_ / "link");
  for (int i = 0; i < 2; ++i) {
    const ProgramResult result = check({"empty"}, {"empty"}, {kExact[0], "--run", "link"});
    EXPECT_EQ(result.exit_code, 4) << result.err;
  }
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_TRUE(fs::exists(folder_ / "disk/verdicts.json"));
  EXPECT_TRUE(fs::exists(folder_ / "disk.previous/verdicts.json"));
}

TEST_F(OddFilesCli, AFolderOfTheUserIsLeftAloneHoweverOftenItIsNamed) {
  make_folder(folder_ / "mine");
  write_file(folder_ / "mine/thesis.txt", "years of work");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(check({"empty"}, {"empty"}, {kExact[0], "--run", "mine"}).exit_code, 2);
  }
  write_file(folder_ / "mine/error.txt", "of the user");
  EXPECT_EQ(check({"empty"}, {"empty"}, {kExact[0], "--run", "mine"}).exit_code, 2);
  EXPECT_EQ(read_file(folder_ / "mine/thesis.txt"), "years of work");
  EXPECT_EQ(read_file(folder_ / "mine/error.txt"), "of the user");
}

// Names that a run uses are no licence to delete what lies beside them.
TEST_F(OddFilesCli, AFolderThatHoldsMoreThanARunIsLeftAlone) {
  for (const char* own : {"verdicts.json", "run.json", "captures/x", "regions/report.md"}) {
    const fs::path mine = folder_ / "mine";
    make_folder((mine / own).parent_path());
    write_file(mine / own, "{}");
    write_file(mine / "thesis.txt", "years of work");
    for (int i = 0; i < 2; ++i) {
      const ProgramResult result = check({"empty"}, {"empty"}, {kExact[0], "--run", "mine"});
      EXPECT_EQ(result.exit_code, 2) << own;
      EXPECT_THAT(result.err, HasSubstr("it holds 'thesis.txt', which ncu-regions did not write"));
    }
    EXPECT_TRUE(fs::exists(mine / own)) << own;
    EXPECT_EQ(read_file(mine / "thesis.txt"), "years of work");
    fs::remove_all(mine);
  }
}

TEST_F(OddFilesCli, ARunRecordThatLeadsOutOfItsFolderIsRefused) {
  check({"empty"}, {"empty"}, kExact);
  fs::copy(run() / "captures", folder_ / "ncu-regions/elsewhere", fs::copy_options::recursive);
  const std::string id = json("run.json").at("captures").at(0).at("id");
  for (const std::string& other : {"../../elsewhere/" + id, std::string(".."), std::string()}) {
    edit_record([&](nlohmann::json& record) { record.at("captures").at(0)["id"] = other; });
    const ProgramResult report = cli({"report", run().string()});
    EXPECT_EQ(report.exit_code, 3) << other << report.out;
    EXPECT_THAT(report.err,
                HasSubstr("the capture id '" + other + "' leads out of the run folder"));
  }
  edit_record([&](nlohmann::json& record) {
    record.at("captures").at(0)["id"] = id;
    record.at("captures").at(0)["files"] = {{{"name", "x"}, {"path", "/etc/passwd"}}};
  });
  EXPECT_THAT(cli({"report", run().string()}).err,
              HasSubstr("the file of a capture '/etc/passwd' leads out of the run folder"));
}

TEST_F(OddFilesCli, AConfFolderThatIsNotOneIsRefusedAndNeverIgnored) {
  make_folder(folder_ / "empty");
  const fs::path half = folder_ / "half";
  make_folder(half);
  write_file(half / "defaults.yaml", "");
  write_file(folder_ / "file", "");
  for (const auto& [conf, why] : {std::pair{std::string("/nonexistent"), "which is not a folder"},
                                  {(folder_ / "file").string(), "which is not a folder"},
                                  {(folder_ / "empty").string(), "which has no defaults.yaml"},
                                  {half.string(), "which has no metrics.yaml"}}) {
    const ProgramResult result =
        check({"empty"}, {"empty"}, kExact, {{}, {{"NCU_REGIONS_CONF", conf}}});
    EXPECT_EQ(result.exit_code, 2) << conf << result.out;
    EXPECT_THAT(result.err, AllOf(HasSubstr("NCU_REGIONS_CONF names " + conf), HasSubstr(why)));
  }
}

TEST_F(OddFilesCli, SettingsThatWouldBeIgnoredAreRefused) {
  write_file(folder_ / "two.yaml", "timeout_s: 50\n---\nlimits: [\"region__instances<=1\"]\n");
  const ProgramResult two = check({"empty"}, {"empty"}, {kExact[0], "--config", "two.yaml"});
  EXPECT_EQ(two.exit_code, 2) << two.out;
  EXPECT_THAT(two.err, HasSubstr("two.yaml:2: a second YAML document begins here"));

  write_file(folder_ / "both.yaml", "budgets:\n  - \"region__instances=1%,fail,info\"\n");
  const ProgramResult file = check({"empty"}, {"empty"}, {kExact[0], "--config", "both.yaml"});
  EXPECT_EQ(file.exit_code, 2) << file.out;
  EXPECT_THAT(file.err, HasSubstr("both.yaml:2: 'region__instances=1%,fail,info' has two words for "
                                  "the gate"));

  const ProgramResult line =
      check({"empty"}, {"empty"}, {kExact[0], "--budget", "region__instances=1%,up,down"});
  EXPECT_EQ(line.exit_code, 2) << line.out;
  EXPECT_THAT(line.err, AllOf(HasSubstr("has two words for the direction, 'up' and 'down'"),
                              Not(HasSubstr("timing pass"))));
}

TEST_F(OddFilesCli, ABenchmarkFileWithANegativeTimeIsExit3) {
  const auto times = [](double time) {
    nlohmann::json rows = nlohmann::json::array();
    for (int i = 0; i < 12; ++i) {
      rows.push_back({{"name", "B"},
                      {"run_name", "B"},
                      {"run_type", "iteration"},
                      {"repetitions", 12},
                      {"repetition_index", i},
                      {"threads", 1},
                      {"iterations", 9},
                      {"real_time", time},
                      {"cpu_time", time},
                      {"time_unit", "ns"}});
    }
    const nlohmann::json context = {{"num_cpus", 2}, {"caches", nlohmann::json::array()}};
    return nlohmann::json{{"context", context}, {"benchmarks", rows}}.dump();
  };
  write_file(folder_ / "old.json", times(100));
  write_file(folder_ / "new.json", times(-5));
  const ProgramResult result = cli({"compare", "old.json", "new.json"});
  EXPECT_EQ(result.exit_code, 3) << result.out;
  EXPECT_THAT(result.err, HasSubstr("new.json: row 1 of 'benchmarks' has the real_time -5"));
}

}  // namespace
}  // namespace ncu_regions
