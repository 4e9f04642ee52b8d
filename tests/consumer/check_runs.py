"""usage: check_runs.py accept|look BUILD

accept: accepts the values of all runs of a build, with the program that measured them.
look: every region test passed in BUILD/junit.xml, but for cases that skip themselves; no two measurements overlapped; a
      GoogleTest program has a region for each of its cases, and a Google Benchmark program for each benchmark.
"""

import json
import pathlib
import subprocess
import sys
import xml.etree.ElementTree

import check_benchmarks

SKIP_THEMSELVES = {
    "ncu-regions.some_cases.Some.SkipsItself",
    "ncu-regions.some_cases.Two_NarrowSkips.BodyAlone_0",
}


def runs(build):
    tests = json.loads((build / "ncu-regions" / "tests.json").read_text())
    for test in tests["tests"]:
        folder = build / "ncu-regions" / test["name"]
        yield folder, json.loads((folder / "run.json").read_text())


def accept(build):
    for folder, run in runs(build):
        subprocess.run([run["tool"], "accept", "--run", str(folder), "--reason", "first", "--all"], check=True)


def look_at_tests(build):
    results = {}
    for case in xml.etree.ElementTree.parse(build / "junit.xml").getroot():
        results[case.get("name")] = case.get("status")
    ours = {name: status for name, status in results.items() if name.startswith("ncu-regions.")}
    assert "ncu-regions.summary" in ours, sorted(ours)
    for name, status in ours.items():
        expected = "notrun" if name in SKIP_THEMSELVES else "run"
        assert status == expected, (name, status)


def look_at_intervals(build):
    """A test that runs alone is measured beside no other one. Tests of counts may run beside each other."""
    tests = json.loads((build / "ncu-regions" / "tests.json").read_text())["tests"]
    serial = {test["name"] for test in tests if test["run_serial"]}
    captures = []
    for folder, run in runs(build):
        captures += [(capture["began_s"], capture["seconds"], folder.name) for capture in run["captures"]]
    for begin, seconds, name in captures:
        assert begin > 0, name
        for following, _, other in captures:
            is_beside = begin <= following < begin + seconds - 1e-3 and name != other
            assert not is_beside or not serial & {name, other}, (name, other)


def regions(build, name):
    report = json.loads((build / "ncu-regions" / name / "regions" / "report.json").read_text())
    return {region["identity"]["labels"][-1]: region["metrics"] for region in report["regions"]}


def look_at_cases(build):
    cases = regions(build, "algorithms")
    assert len(cases) == 20, sorted(cases)
    for name, metrics in cases.items():
        assert metrics["region__instances"]["inclusive"] == 1, name
        assert metrics["host__inst_executed.sum"]["inclusive"] > 100, name
    some = regions(build, "some_cases")
    counts = {name: metrics["host__inst_executed.sum"]["inclusive"] for name, metrics in some.items()}
    narrow = [name for name in counts if name.endswith("BodyAlone") or "BodyAlone/" in name]
    assert len(narrow) == 4, sorted(counts)
    assert len([name for name in counts if "Texts.HaveALength" in name]) == 4, sorted(counts)
    for name in narrow:
        assert 10 * counts[name] < counts["Narrow.Whole"], counts


def main():
    verb, build = sys.argv[1], pathlib.Path(sys.argv[2])
    if verb == "accept":
        accept(build)
        return
    look_at_tests(build)
    look_at_intervals(build)
    if (build / "ncu-regions" / "algorithms").exists():
        look_at_cases(build)
    for test in json.loads((build / "ncu-regions" / "tests.json").read_text())["tests"]:
        if test["name"] == "suite":
            run = json.loads((build / "ncu-regions" / "suite" / "run.json").read_text())
            check_benchmarks.look_at_benchmarks(build, run["tool"], test["gpu_command"][0])


main()
