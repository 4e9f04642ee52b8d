"""Situations in which nothing is measured: files of Google Benchmark, stored runs, reports of ncu, packed runs. And discover."""
import random
import shutil

import sections
from scenarios import RANGE, RESNET, resnet

COUNTS = "metrics=[region__instances,host__kernel_launches.sum]"
CONTEXT = {"date": "2026-01-02T03:04:05+00:00", "host_name": "machine", "executable": "./bench", "num_cpus": 2, "mhz_per_cpu": 2000,
           "cpu_scaling_enabled": False, "caches": [], "load_avg": [0.1, 0.1, 0.1], "library_build_type": "release"}


def _row(name, index, repetitions, time):
    return {"name": name, "family_index": 0, "per_family_instance_index": 0, "run_name": name, "run_type": "iteration",
            "repetitions": repetitions, "repetition_index": index, "threads": 1, "iterations": 100, "real_time": time,
            "cpu_time": time, "time_unit": "ns"}


def _benchmarks(scene, file, seed, slower=(), names=("sort/8", "sort/64", "find"), repetitions=20):
    noise = random.Random(seed)
    rows = [_row(name, index, repetitions, 1000 * (1.1 if name in slower else 1) * (1 + 0.01 * (2 * noise.random() - 1)))
            for name in names for index in range(repetitions)]
    scene.write(file, {"context": CONTEXT, "benchmarks": rows})
    return file


def _judge(scene, file, *options, **how):
    return scene.cli("check", "--benchmark-json", file, "--name", "t", *options, **how)


def benchmark_first_run(scene):
    """A file of Google Benchmark, no baseline yet."""
    _judge(scene, _benchmarks(scene, "a.json", 1))


def benchmark_stored(scene):
    """Files of Google Benchmark against a stored baseline: unchanged, 10 % slower, and with --fail-on."""
    scene.prepare(scene.tools.cli, "accept", "--benchmark-json", _benchmarks(scene, "a.json", 1), "--name", "t", "--reason", "first")
    _judge(scene, _benchmarks(scene, "b.json", 2))
    _judge(scene, _benchmarks(scene, "c.json", 3, slower=["find"]))
    _judge(scene, "c.json", "--fail-on", "suspect")


def benchmark_lost(scene):
    """A benchmark of the stored baseline is not in the file any more, and one is new; then a choice of benchmarks."""
    scene.prepare(scene.tools.cli, "accept", "--benchmark-json", _benchmarks(scene, "a.json", 1), "--name", "t", "--reason", "first")
    _judge(scene, _benchmarks(scene, "b.json", 2, names=("sort/8", "find", "new")))
    _judge(scene, "b.json", "--region", "sort/8")


def benchmark_compare(scene):
    """Two files of Google Benchmark: unchanged, and 10 % slower."""
    old = _benchmarks(scene, "a.json", 1)
    for name, slower in (("b.json", ()), ("c.json", ("find",))):
        scene.cli("compare", old, _benchmarks(scene, name, 2, slower=slower), "--out", "out.json", run="out.json")


def benchmark_wrong_files(scene):
    """Files that cannot be judged: cut off, not there, without benchmarks; too few repetitions to accept."""
    whole = (scene.folder / _benchmarks(scene, "a.json", 1)).read_text()
    scene.write("cut.json", whole[:3000])
    scene.write("none.json", {"context": CONTEXT, "benchmarks": []})
    for file in ("cut.json", "missing.json", "none.json"):
        _judge(scene, file)
    scene.cli("accept", "--benchmark-json", _benchmarks(scene, "few.json", 1, repetitions=3), "--name", "t", "--reason", "first", run=None)


def compare_runs(scene):
    """Two stored runs: equal, worse, a region that was lost; a run with itself; capture kinds that differ."""
    for name, mode, regions in (("a", ["empty"], ["empty", "inner"]), ("b", ["empty"], ["empty", "inner"]), ("c", ["exit", "0"], ["empty"])):
        words = scene.check_words([scene.ranges, *mode], regions, COUNTS, "--run", name)
        scene.prepare(*words, code=4)
    scene.cli("compare", "a", "b", "--out", "out.json", run="out.json")
    scene.cli("compare", "a", "c", "--out", "out.json", run="out.json")
    scene.cli("compare", "a", "a", run=None)
    scene.play(resnet())
    scene.prepare(*scene.check_words([scene.resnet], ["B"], *RANGE, "--run", "n"), code=4)
    scene.cli("compare", "a", "n", run=None)


def accept_choices(scene):
    """accept of a run under the host profiler: a choice of lines, no reason, unchanged values, a session more, a part of a run."""
    words = ["accept", "--run", "ncu-regions/t"]
    check = scene.check_words([scene.ranges, "empty"], ["empty", "inner"], COUNTS)
    scene.prepare(*check, code=4)
    scene.cli(*words, run=None)
    scene.cli(*words, "--reason", "first", "--dry-run", run=None, out=True)
    scene.accept_and_show(*words, "--reason", "first", "--region", "empty")
    scene.accept_and_show(*words, "--reason", "the rest")
    scene.prepare(*check)
    scene.accept_and_show(*words, "--reason", "again")
    scene.accept_and_show(*words, "--reason", "another day", "--add-session")
    scene.prepare(*scene.check_words([scene.ranges, "empty"], ["empty", "missing"], COUNTS), code=3)
    scene.accept_and_show(*words, "--reason", "a part")


def report_of_files(scene):
    """Reports per region of files of ncu: regions that are there, one that is not, a file that is no report."""
    scene.play(resnet())
    scene.prepare(*scene.check_words([scene.resnet], RESNET, *RANGE, "ncu_cli.replay_mode=kernel"), code=4)
    shutil.copy(next(scene.folder.rglob("*.ncu-rep")), scene.folder / "r.ncu-rep")
    scene.cli("report", "r.ncu-rep", "--out", "out", run=None, out=True)
    report = sections.read_json(scene.folder / "out/regions/report.json")
    scene.add("regions", [f"{one['path']}" for one in report["regions"]])
    scene.cli("report", "r.ncu-rep", "--out", "other", "--region", "gone", run=None, out=True)
    scene.write("wrong.ncu-rep", "not a report\n")
    scene.cli("report", "wrong.ncu-rep", "--out", "wrong", run=None, out=True)


def report_again(scene):
    """The reports of a run, written again: byte for byte the same."""
    scene.play(resnet())
    scene.accept_first([scene.resnet], RESNET, *RANGE, captures=1)
    scene.prepare(*scene.check_words([scene.resnet], RESNET, *RANGE))
    regions = scene.folder / "ncu-regions/t/regions"
    before = {path: path.read_bytes() for path in regions.rglob("*") if path.is_file()}
    scene.cli("report", "ncu-regions/t", run=None)
    after = {path: path.read_bytes() for path in regions.rglob("*") if path.is_file()}
    changed = sorted(str(path.relative_to(regions)) for path in before.keys() | after.keys() if before.get(path) != after.get(path))
    scene.add("files that changed", changed or ["none"])


def packed_runs(scene):
    """Runs of a build are packed and summarized elsewhere: one passed, one worse, one without a run."""
    test = 'ncu_regions_add_test(NAME {} HOST_COMMAND "${{ranges}}" {} REGIONS empty METRICS region__instances)\n'
    scene.configure(test.format("a", "empty") + test.format("b", "empty") + test.format("c", "empty"))
    for name in ("a", "b"):
        scene.prepare(scene.tools.cli, "check", "--build", "build", "--test", name, code=4)
        scene.prepare(scene.tools.cli, "accept", "--run", f"build/ncu-regions/{name}", "--reason", "first")
    scene.configure(test.format("a", "empty") + test.format("b", "exit 0") + test.format("c", "empty"))
    for name, code in (("a", 0), ("b", 1)):
        scene.prepare(scene.tools.cli, "check", "--build", "build", "--test", name, code=code)
    scene.cli("summarize", "--build", "build", "--pack", "packed", run=None, out=True)
    files = sorted(str(path.relative_to(scene.folder)) for path in (scene.folder / "packed").rglob("*") if path.is_file())
    scene.add("packed", files)
    scene.run("mv", "build", "gone")
    scene.cli("summarize", "packed", "--markdown", "comment.md", "--annotations", "--junit", "junit.xml", run=None, out=True)
    scene.add("first line of the comment", (scene.folder / "comment.md").read_text().splitlines()[:1])


def summarize_nothing(scene):
    """summarize where no workload has a run."""
    scene.configure('ncu_regions_add_test(NAME a HOST_COMMAND "${ranges}" empty REGIONS empty)')
    scene.cli("summarize", "--build", "build", run=None, out=True)
    scene.cli("summarize", "--build", "/no/such", run=None, out=True)


def discover(scene):
    """discover: what a program opens, a program that fails, one that opens nothing; a workload file that is checked."""
    scene.cli("discover", "--", scene.ranges, "empty", run=None, out=True)
    scene.cli("discover", "--", scene.ranges, "exit", "5", run=None, out=True)
    scene.cli("discover", "--", scene.ranges, "none", run=None, out=True)
    scene.cli("discover", "--write", "t.yaml", "--", scene.ranges, "exit", "0", run=None)
    scene.add("t.yaml", (scene.folder / "t.yaml").read_text())
    scene.cli("check", "--workload", "t.yaml", "--name", "t", COUNTS)


def budgets(scene):
    """budgets: what is gated by a file of budgets, and why."""
    scene.write("own.yaml", "budgets:\n  - metric: host__inst_executed.sum\n    allow: 3 %\n  - 'host__inst_executed.sum(A::*)=0.5%|20000'\n"
                            "  - 'host__cpu_time.sum(A)=10%,warn'\n  - {metric: host__kernel_launches.sum, region: A::A1, max: 64}\n")
    words = ["budgets", "--region", "A", "--region", "A::A1", "--config", "own.yaml"]
    scene.cli(*words, run=None, out=True)
    scene.cli(*words, "--explain", "A::A1", "host__inst_executed.sum", run=None, out=True)


def rules_from_base(scene):
    """compare --rules-from: the base had a limit and a gate that this build does not have."""
    test = 'ncu_regions_add_test(NAME t HOST_COMMAND "${ranges}" empty REGIONS empty METRICS region__instances %s)'
    scene.configure(test % 'LIMITS "region__instances<=2"', "base")
    scene.configure(test % "", "head")
    scene.prepare(scene.tools.cli, "check", "--build", "head", "--test", "t", code=4)
    scene.cli("compare", "head/ncu-regions/t", "--rules-from", "base", "--out", "out.json", run="out.json", out=True)
