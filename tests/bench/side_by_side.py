"""Really measured verdicts: CPU time gated at 5 % through `ncu-regions ab` (captures_max 20), again and again.

    python3 tests/bench/side_by_side.py CLI PROGRAM [RUNS]

First PROGRAM (shallow_resnet_host) against itself: how many verdicts are regressed, of all. Then with --penalty A::A1=40 in
the new build: in how many runs A::A1 is regressed, and B. Prints captures spent and the machine's load. Exit code 1 when the
host profiler could not measure. docs/design/decision-rule.md has what it printed.
"""
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

REGIONS = ["A", "A::A1", "B"]


def run_once(cli, program, folder, penalty):
    command = [cli, "ab", "--name", "t", "--base", program, "--head", program, "--budget", "host__cpu_time.sum=5%",
               "metrics=[host__cpu_time.sum]", "captures_max=20"]
    command += [word for region in REGIONS for word in ("--region", region)]
    command += ["--head-arg=--penalty", f"--head-arg={penalty}"] if penalty else []
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if result.returncode not in (0, 1):
        sys.exit(f"ERROR: exit code {result.returncode}: {result.stderr}")
    return json.loads((pathlib.Path(folder) / "ncu-regions/t/verdicts.json").read_text())


def series(cli, program, runs, penalty):
    words = {region: collections.Counter() for region in REGIONS}
    captures = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(runs):
            outcome = run_once(cli, program, folder, penalty)
            captures.append(outcome["spent"]["head"])
            for verdict in outcome["verdicts"]:
                words[verdict["declared"]][verdict["verdict"]] += 1
    print(f"{'--penalty ' + penalty if penalty else 'unchanged'}: {runs} runs, captures of the new build: mean "
          f"{sum(captures) / runs:.1f}, most {max(captures)}")
    for region in REGIONS:
        print(f"  {region:6} " + ", ".join(f"{count} {word}" for word, count in words[region].most_common()))
    return words


def main(cli, program, runs="50"):
    cli, program = os.path.abspath(cli), os.path.abspath(program)
    print(f"load average {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores at the start")
    same = series(cli, program, int(runs), None)
    slower = series(cli, program, int(runs), "A::A1=40")
    print(f"load average {os.getloadavg()[0]:.2f} at the end")
    wrong = sum(same[region]["regressed"] for region in REGIONS)
    print(f"side by side: unchanged code regressed in {wrong} verdicts of {3 * int(runs)}; A::A1 with 40 % more work in "
          f"{slower['A::A1']['regressed']} of {runs} runs, B in {slower['B']['regressed']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
