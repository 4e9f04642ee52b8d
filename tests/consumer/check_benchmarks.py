"""What check_runs.py looks for in the runs of tests/consumer/benchmarks."""

import json
import pathlib
import subprocess

TEN = {
    "BM_Sum",
    "BM_Sort/500",
    "BM_Fill/rows:8/columns:64",
    "BM_Fill/rows:64/columns:8",
    "BM_Append/iterations:3",
    "BM_Batches",
    "BM_Iota<double>",
    "Table/Find",
    "BM_OnThreads/real_time/threads:2",
    "lambda/rotate",
}
FAILURES = {
    "BM_FailsBefore": "it failed: no <input> file",
    "BM_FailsInside": "it failed: out of memory",
    "BM_FailsBehind": "it failed: a wrong result",
    "BM_Twice": "it failed: 'BM_Twice' and 'BM_Twice/iterations:2' have the same function name",
}


def counts(run):
    report = json.loads((run / "regions" / "report.json").read_text())
    assert "the program says: a region is the timed loop of a benchmark" in "\n".join(report["notes"]), report["notes"]
    regions = {region["identity"]["labels"][-1]: region["metrics"] for region in report["regions"]}
    return {
        name: (metrics["host__inst_executed.sum"]["inclusive"], metrics["region__instances"]["inclusive"])
        for name, metrics in regions.items()
    }


def look_at_ten(build):
    """Ten benchmarks are ten regions, with the same numbers twice."""
    now = counts(build / "ncu-regions" / "suite")
    assert set(now) == TEN, sorted(now)
    assert now == counts(build / "ncu-regions" / "suite.previous"), now
    for name, (instructions, instances) in now.items():
        assert instructions > 100, name
        assert instances == (2 if name.endswith("threads:2") else 1), (name, instances)
    assert now["Table/Find"][0] < 200000, now  # without its SetUp


def look_at_odd_ones(build):
    now = counts(build / "ncu-regions" / "odd_benchmarks")
    assert set(now) == {"BM_Narrow", "BM_Calibrated/min_time:0.010", "Configured/Works/a:3/b:4/threads:2"}, sorted(now)
    assert now == counts(build / "ncu-regions" / "odd_benchmarks.previous"), now
    assert now["BM_Narrow"][1] == 2, now  # before the pause and after it
    assert now["BM_Narrow"][0] < 50000 and now["BM_Calibrated/min_time:0.010"][0] < 50000, now
    json.loads((build_folder(build) / "odd.json").read_text())  # what --benchmark_out wrote is whole


def build_folder(build):
    return build if (build / "CMakeCache.txt").exists() else build.parent


def run_tool(tool, work, arguments, regions, program):
    options = [option for region in sorted(regions) for option in ("--region", region)]
    command = [tool, *arguments, "--run", str(work), *options, "--", *program, "--benchmark_min_time=0"]
    code = subprocess.run(command, capture_output=True, text=True).returncode
    verdicts = json.loads((work / "verdicts.json").read_text())["verdicts"]
    return code, verdicts


def look_at_a_change(tool, work, program):
    """A change of one benchmark is seen in that one alone."""
    arguments = ["ab", "--base", str(program), "--head", str(program.parent / "suite_changed")]
    code, verdicts = run_tool(tool, work / "changed", arguments, TEN, [])
    regressed = {verdict["region"] for verdict in verdicts if verdict["verdict"] == "regressed"}
    assert code == 1 and regressed == {"BM_Sort\\/500"}, (code, regressed)


def look_at_failures(tool, work, program):
    """What failed is not measured, and says why."""
    arguments = ["check", "--name", "failures", "--limit", "host__inst_executed.sum<=1000000000"]
    code, verdicts = run_tool(tool, work / "failures", arguments, FAILURES, [str(program.parent / "odd")])
    assert code == 3, code
    for name, why in FAILURES.items():
        reasons = [verdict["reason"] for verdict in verdicts if verdict["declared"] == name]
        assert reasons and all(reason.startswith(why) for reason in reasons), (name, reasons)


def look_at_benchmarks(build, tool, suite):
    look_at_ten(build)
    look_at_odd_ones(build)
    work = build / "looked at"
    look_at_a_change(tool, work, pathlib.Path(suite))
    look_at_failures(tool, work, pathlib.Path(suite))
