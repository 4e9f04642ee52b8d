#!/usr/bin/env python3
"""Our own share of a check: 30 regions in 3 levels, 3 captures, under the stand-in for ncu.

usage: own_share.py NCU_REGIONS STAND_IN RANGES [RUNS]

Prints the wall time of the whole check, the time of all processes that it started (survey and ncu, as run.json has them), and the
rest, which is ours. Nothing is asserted but that the check measured every region.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time


def region_paths():
    for layer in range(3):
        top = f"layer{layer}"
        yield [top]
        for block in range(3):
            middle = f"{top}::block{block}"
            yield [top, middle]
            for op in range(2):
                yield [top, middle, f"{middle}::op{op}"]


def one_check(program, stand_in, ranges, folder):
    scenario = {"regions": [{"path": path, "instances": 1, "kernels": [{"name": "kernel"}]} for path in region_paths()]}
    (folder / "scenario.json").write_text(json.dumps(scenario))
    command = [program, "check", "--name", "t", "profiler=ncu", "ncu_cli.replay_mode=range", "captures=3"]
    for path in region_paths():
        command += ["--region", "/".join(path)]
    environment = {**os.environ, "NCU_REGIONS_NCU": stand_in, "NCU_STAND_IN_SCENARIO": str(folder / "scenario.json")}
    begin = time.perf_counter()
    done = subprocess.run(command + ["--", ranges, "levels"], cwd=folder, env=environment, capture_output=True, text=True)
    wall = time.perf_counter() - begin
    if done.returncode != 4:  # measured, no baseline
        sys.exit(f"ERROR: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    run = json.loads((folder / "ncu-regions/t/run.json").read_text())
    measured = json.loads((folder / "ncu-regions/t/regions/report.json").read_text())["regions"]
    if len(measured) != 30:
        sys.exit(f"ERROR: {len(measured)} regions were measured, not 30")
    processes = sum(capture["seconds"] for capture in run["captures"])
    return wall, processes, run["plan"]["ncu_runs"]


def main():
    program, stand_in, ranges = (os.path.abspath(word) for word in sys.argv[1:4])
    runs = int(sys.argv[4]) if len(sys.argv) > 4 else 5
    results = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            results.append(one_check(program, stand_in, ranges, pathlib.Path(folder)))
    wall, processes, ncu_runs = min(results, key=lambda result: result[0] - result[1])
    worst = max(result[0] - result[1] for result in results)
    print(f"30 regions, 3 captures, {ncu_runs} runs of ncu: {wall:.3f} s, of which processes {processes:.3f} s;")
    print(f"own share {wall - processes:.3f} s (best of {runs}), {worst:.3f} s (worst)")


if __name__ == "__main__":
    main()
