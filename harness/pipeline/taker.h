// Pipeline: one build of a workload under one profiler: takes captures of it when asked.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/compare/judge.h"
#include "harness/machine/machine.h"
#include "harness/pipeline/check.h"
#include "harness/render/report.h"
#include "harness/runs/run_record.h"

namespace ncu_regions {

// Everything that was taken in one run, of all its builds.
struct Ledger {
  std::vector<TakenSample> samples;
  std::vector<CaptureRecord> captures;
  std::vector<std::string> notes;  // for the report
  std::size_t folders = 0;         // captures/<n>-...

  // Of samples, from 1.
  std::uint64_t next_number() const { return samples.size() + 1; }
};

// Of the folder of a capture: captures of the base build say so.
std::string capture_folder(const std::string& id, BuildSide side);

class Taker {
 public:
  Taker(const CheckRequest& request, Settings settings, BuildSide side, Ledger& ledger);
  virtual ~Taker() = default;
  Taker(const Taker&) = delete;
  Taker& operator=(const Taker&) = delete;

  // What comes before the first sample: a survey, a census, a capture that is thrown away.
  virtual void prepare() = 0;
  // One sample: regions and metrics of `info`, or all; its number is given here. Throws
  // Error(kMeasurement) when nothing trustworthy came of it.
  virtual void take(SampleInfo info) = 0;

  // Whether each capture has every metric; else one that is restricted is cheaper.
  virtual bool has_all_metrics() const = 0;
  virtual std::string kind() const = 0;
  virtual std::string device() const = 0;         // folder of the baselines; empty: not known yet
  virtual std::string how() const { return ""; }  // in words, for the first line of the report
  virtual Fingerprint fingerprint() const = 0;
  virtual const RegionTree* survey() const { return nullptr; }
  virtual SectionTexts sections() const { return {}; }
  virtual PlanRecord plan() const { return {}; }
  virtual std::string instead_of() const { return ""; }  // the kind that was asked for

  // What is judged of it, `stored` being what it is compared with. Throws Error(kUsage).
  virtual std::vector<GatedTest> tests(const Baseline* stored) const;

  const Obstacles& obstacles() const { return obstacles_; }
  const Settings& settings() const { return settings_; }
  BuildSide side() const { return side_; }
  // Regions that its program opened.
  const RegionTree& opened() const;

 protected:
  void say(const std::string& text);  // on the terminal now, and in the report

  const CheckRequest& request_;
  Settings settings_;
  BuildSide side_;
  Ledger& ledger_;
  Obstacles obstacles_;
};

// Not an error: another profiler, or a skip.
struct CannotMeasure {
  std::string why;
};

std::unique_ptr<Taker> host_taker(const CheckRequest& request, const Settings& settings,
                                  const Machine& machine, BuildSide side, Ledger& ledger);
// Throws CannotMeasure from prepare() and from the first take().
std::unique_ptr<Taker> ncu_taker(const CheckRequest& request, const Settings& settings,
                                 const Machine& machine, BuildSide side, Ledger& ledger);

}  // namespace ncu_regions
