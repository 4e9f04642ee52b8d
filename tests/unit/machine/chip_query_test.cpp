// What ncu lists for a chip, and which CUDA releases driver and toolkit are of.
#include "harness/machine/chip_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/machine/cuda_version.h"
#include "tests/unit/machine/fake_programs.h"

namespace ncu_regions {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kTable[] =
    "-------------------- ------------\n"
    "Metric Name          Metric Type\n"
    "-------------------- ------------\n"
    "dram__bytes_read     Counter\n"
    "                     goes on, sm__not_a_name\n"
    "gpu__time_duration   Counter\n";

TEST(ChipQuery, AHeadingBeginsTheTableOfAChip) {
  const auto chips = chip_metrics_from(std::string("Chip ga102\n") + kTable +
                                       "\nDevice NVIDIA GeForce RTX 5090 (GB202)\n" + kTable);
  ASSERT_EQ(chips.size(), 2u);
  EXPECT_EQ(chips[0].chip, "ga102");
  EXPECT_EQ(chips[1].chip, "gb202");
  EXPECT_THAT(chips[1].names, ElementsAre("dram__bytes_read", "gpu__time_duration"));
}

TEST(ChipQuery, WhatIsNoTableTellsNothing) {
  EXPECT_THAT(chip_metrics_from(""), IsEmpty());
  EXPECT_THAT(chip_metrics_from("==ERROR== Driver could not be loaded.\n"), IsEmpty());
  EXPECT_THAT(chip_metrics_from("Chip ga102\n"), IsEmpty());
  EXPECT_THAT(chip_metrics_from("gpu__time_duration   Total duration\n"), IsEmpty());
}

TEST(ChipQuery, OneDeviceIsAskedForByItsNumber) {
  FakePrograms programs;
  const auto path = programs.add("ncu",
                                 "case \"$*\" in *--devices*1*) echo 'Chip tu102';; *) echo 'Chip "
                                 "ga102';; esac; cat <<'T'\n" +
                                     std::string(kTable) + "T");
  const NcuProgram ncu{path, "2024.2.0.0", {2024, 2}};
  EXPECT_EQ(metrics_of_gpus(ncu, "cuda:1").at(0).chip, "tu102");
  EXPECT_EQ(metrics_of_gpus(ncu, "").at(0).chip, "ga102");
}

TEST(ChipQuery, ALongListIsReadToItsEnd) {
  FakePrograms programs;
  const auto path = programs.add(
      "ncu",
      "echo 'Chip ga102'; echo ---; echo Name; echo ---; i=0; while [ $i -lt 4000 ]; do echo "
      "\"sm__metric_$i                                     Counter\"; i=$((i+1)); done");
  EXPECT_EQ(metrics_of_gpus({path, "2024.2.0.0", {2024, 2}}, "").at(0).names.size(), 4000u);
}

TEST(ChipQuery, AnNcuThatFailsOrHangsTellsNothing) {
  FakePrograms programs;
  const auto fails = programs.add("ncu", "echo 'Chip x'; exit 1");
  EXPECT_THAT(metrics_of_gpus({fails, "", {}}, ""), IsEmpty());
  const auto hangs = programs.add("slow", "sleep 60");
  EXPECT_THAT(metrics_of_gpus({hangs, "", {}}, "", "", 0.2), IsEmpty());
  EXPECT_THAT(known_chips({hangs, "", {}}, 0.2), IsEmpty());
}

TEST(ChipQuery, KnownChipsAreAListWithCommas) {
  FakePrograms programs;
  const auto path = programs.add("ncu", "echo 'ad102, GA100, gv11b'");
  EXPECT_THAT(known_chips({path, "", {}}), ElementsAre("ad102", "ga100", "gv11b"));
}

TEST(CudaVersion, IsReadWhereItStands) {
  EXPECT_EQ(driver_cuda_from("| Driver Version: 550.54.15   CUDA Version: 12.4     |"), "12.4");
  EXPECT_EQ(driver_cuda_from("| CUDA Version: N/A |                       12.4"), "");
  EXPECT_EQ(driver_cuda_from("no such words"), "");
  EXPECT_EQ(toolkit_cuda_from(R"({"cuda" : {"name" : "CUDA SDK", "version" : "13.0.1"}})"), "13.0");
  EXPECT_EQ(toolkit_cuda_from(R"({"nsight" : {"version" : "1.2"}})"), "");
}

}  // namespace
}  // namespace ncu_regions
