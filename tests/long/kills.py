#!/usr/bin/env python3
"""Kills processes of a check with SIGKILL at random moments, one at a time.

Afterwards nothing of the check may be left running, every JSON file in the run folder must be whole, the
baselines must be untouched, and the next check must work. Half the kills hit a check under the host profiler,
half one under the stand-in for ncu. Exit code: 0 all well, 1 something was found, 2 wrong usage.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SECONDS_UNTIL_GONE = 5
SECONDS_FOR_A_CHECK = 900  # it may wait for another measurement
REGIONS = ("child", "work")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="of the moments and the victims")
    parser.add_argument("--count", type=int, default=500, help="kills under each profiler")
    parser.add_argument("--build", type=pathlib.Path, required=True, help="build folder with the tests' programs")
    parser.add_argument("--prefix", type=pathlib.Path, help="an installation whose ncu-regions is checked (default: the build)")
    parser.add_argument("--verify-every", type=int, default=1, help="a whole check after so many kills")
    return parser.parse_args()


class Process:
    """A process that runs below the folder of a check: everything that a check starts stays in that folder."""

    def __init__(self, pid):
        self.pid = pid
        self.program = pathlib.PurePath(os.readlink(f"/proc/{pid}/exe")).name
        self.parent = int(pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])

    def kind(self, by_pid, check):
        above = by_pid.get(self.parent)
        if self.program == "ncu-regions":
            return "harness" if self.pid == check else "fork of the harness"
        if self.program == "workload-supervisor":
            return "supervisor"
        if self.program == "ncu_stand_in":
            return "ncu"
        under_valgrind = " under valgrind" if "callgrind" in self.program else ""
        if self.program == "test_family" or under_valgrind:
            is_first = above is not None and above.program in ("workload-supervisor", "ncu_stand_in")
            return ("workload" if is_first else "child of the workload") + under_valgrind
        return "question to the machine"


def processes_in(folder):
    """Those that run. A process that has ended and is not waited for has no folder any more."""
    found = []
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and os.readlink(f"/proc/{name}/cwd") == folder:
                found.append(Process(int(name)))
        except OSError:  # it has ended meanwhile
            pass
    return found


def scenario():
    kernel = {"name": "k", "launches": 1, "time_ns": 20000}
    return {"regions": [{"path": [region], "instances": count, "kernels": [kernel]}
                        for region, count in zip(REGIONS, (3, 1))]}


class Check:
    """A check in a folder of its own, under one profiler, with an accepted baseline."""

    def __init__(self, given, profiler):
        self.profiler = profiler
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"ncu-regions-kills-{profiler}-")).resolve()
        self.run = self.folder / "run"
        self.baselines = self.folder / "baselines"
        self.tool = (given.prefix or given.build).resolve() / "bin/ncu-regions"
        build = given.build.resolve()
        self.command = [self.tool, "check", "--name", "t", "--run", self.run, "--baselines", self.baselines,
                        *(word for region in REGIONS for word in ("--region", region))]
        self.environment = dict(os.environ)
        for name in ("NCU_REGIONS_UNDER_CTEST", "NCU_REGIONS_PROFILER", "NCU_REGIONS_BASE"):
            self.environment.pop(name, None)
        if profiler == "ncu":
            (self.folder / "scenario.json").write_text(json.dumps(scenario()))
            self.environment |= {"NCU_REGIONS_NCU": str(build / "bin/tests/ncu_stand_in"),
                                 "NCU_STAND_IN_SCENARIO": str(self.folder / "scenario.json")}
            self.command += ["profiler=ncu", "ncu_cli.replay_mode=range", "retry_wait_s=0", "captures=1"]
        else:
            self.command += ["profiler=host"]
        self.command += ["--", build / "bin/test_family", "daemon", "20000"]

    def start(self):
        with open(self.folder / "output.txt", "w", encoding="utf-8") as output:
            return subprocess.Popen(self.command, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                    stdout=output, stderr=subprocess.STDOUT)

    def wait_for_work(self, check):
        """Until it has started something: before that it may wait for another measurement on this machine."""
        while check.poll() is None and all(process.pid == check.pid for process in processes_in(str(self.folder))):
            time.sleep(0.002)

    def whole(self):
        """Runs it undisturbed; its exit code and the seconds it worked."""
        check = self.start()
        self.wait_for_work(check)
        begin = time.monotonic()
        code = check.wait(SECONDS_FOR_A_CHECK)
        return code, time.monotonic() - begin

    def accept(self):
        subprocess.run([self.tool, "accept", "--run", self.run, "--baselines", self.baselines, "--reason", "first",
                        *(["--captures", "1"] if self.profiler == "ncu" else [])],
                       cwd=self.folder, env=self.environment, check=True, stdout=subprocess.DEVNULL)

    def last_output(self):
        return "\n".join((self.folder / "output.txt").read_text(errors="replace").splitlines()[-8:])

    def stored(self):
        """Every file of the baselines, with its content."""
        return {str(path): path.read_bytes() for path in sorted(self.baselines.rglob("*")) if path.is_file()}

    def identity(self, name):
        """Of a file of the run: another one has another identity, also with the same content."""
        try:
            about = os.stat(self.run / name)
            return about.st_ino, about.st_mtime_ns
        except FileNotFoundError:
            return None


def kill(victims):
    for victim in victims:
        try:
            os.kill(victim.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def choose(processes, check, chance):
    """One process, each kind as likely as the others; now and then the harness and all its forks at once."""
    by_pid = {process.pid: process for process in processes}
    kinds = collections.defaultdict(list)
    for process in processes:
        kinds[process.kind(by_pid, check)].append(process)
    harness = [process for process in processes if process.program == "ncu-regions"]
    if harness and chance.random() < 0.1:
        return "all of ncu-regions", harness
    kind = chance.choice(sorted(kinds))
    return kind, [chance.choice(kinds[kind])]


def wait_until_gone(folder):
    """What is left after a while; nothing, it is hoped."""
    deadline = time.monotonic() + SECONDS_UNTIL_GONE
    while True:
        left = processes_in(folder)
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(0.01)


class Trial:
    """All kills under one profiler."""

    def __init__(self, given, profiler):
        self.given = given
        self.check = Check(given, profiler)
        self.chance = random.Random(f"{given.seed} {profiler}")
        self.kills = collections.Counter()
        self.codes = collections.Counter()
        self.found = []
        self.seconds = 0.0
        self.stored = {}

    def prepare(self):
        code, _ = self.check.whole()
        if code != 4:
            sys.exit(f"the first check under {self.check.profiler} ended with {code}, expected 4:\n{self.check.last_output()}")
        self.check.accept()
        self.stored = self.check.stored()
        code, self.seconds = self.check.whole()
        if code != 0:
            sys.exit(f"a check under {self.check.profiler} ended with {code}, expected 0:\n{self.check.last_output()}")

    def report(self, what):
        self.found.append(f"{self.check.profiler}, kill {sum(self.kills.values())}: {what}")
        print(self.found[-1], flush=True)

    def once(self):
        """One kill. False when the check had ended before it."""
        before = {name: self.check.identity(name) for name in ("verdicts.json", "run.json")}
        check = self.check.start()
        if self.chance.random() < 0.9:
            self.check.wait_for_work(check)
        time.sleep(self.chance.uniform(0, self.seconds))
        running = processes_in(str(self.check.folder))
        if check.poll() is not None or not running:
            check.wait(SECONDS_FOR_A_CHECK)
            return False
        kind, victims = choose(running, check.pid, self.chance)
        kill(victims)
        self.kills[kind] += 1
        try:
            code = check.wait(SECONDS_FOR_A_CHECK)
            self.codes[code] += 1
            if code == 77:
                self.report(f"the check was skipped after the kill of {kind}")
        except subprocess.TimeoutExpired:
            self.report(f"the check did not end after the kill of {kind}")
            check.kill()
            check.wait()
        self.look_for_orphans(kind)
        self.look_at_files(kind, before)
        return True

    def look_for_orphans(self, kind):
        left = wait_until_gone(str(self.check.folder))
        for process in left:
            self.report(f"{process.program} ({process.pid}) is left after the kill of {kind}")
        kill(left)

    def look_at_files(self, kind, before):
        for file in sorted(self.check.run.rglob("*.json")) if self.check.run.is_dir() else []:
            try:
                json.loads(file.read_bytes())
            except ValueError as error:
                self.report(f"{file} is not whole after the kill of {kind}: {error}")
        if self.check.stored() != self.stored:
            self.report(f"the baselines changed by the kill of {kind}")
        self.look_at_outcome(kind, before)

    def look_at_outcome(self, kind, before):
        """An outcome that is there is that of one whole run: of this one, or untouched that of the last."""
        now = {name: self.check.identity(name) for name in before}
        if now["verdicts.json"] is None:
            return
        is_old = now["verdicts.json"] == before["verdicts.json"]
        if is_old and now["run.json"] != before["run.json"]:
            self.report(f"an old outcome lies in a new run after the kill of {kind}")
        read = subprocess.run([self.check.tool, "show", self.check.run], env=self.check.environment,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if read.returncode not in (0, code_in(self.check.run)):
            self.report(f"the outcome cannot be read after the kill of {kind}: {read.stderr.strip()}")

    def verify(self):
        code, _ = self.check.whole()
        if code != 0:
            self.report(f"the next check ended with {code}:\n{self.check.last_output()}")

    def all(self):
        self.prepare()
        while sum(self.kills.values()) < self.given.count and len(self.found) < 20:
            if self.once() and sum(self.kills.values()) % self.given.verify_every == 0:
                self.verify()
        self.verify()
        remove_links_of(self.check.folder)
        if not self.found:
            shutil.rmtree(self.check.folder)
        hit = ", ".join(f"{kind} {times}" for kind, times in sorted(self.kills.items()))
        print(f"{self.check.profiler}: {sum(self.kills.values())} kills ({hit}), exit codes "
              f"{dict(sorted(self.codes.items()))}, {len(self.found)} findings", flush=True)
        return self.found


def code_in(run):
    """The exit code 3 of an outcome without any value: there is nothing to show then, and show says so."""
    code = json.loads((run / "verdicts.json").read_bytes())["exit_code"]
    return 3 if code == 3 else 0


def remove_links_of(folder):
    """A harness that was killed cannot remove the two links that it made for a capture."""
    for links in pathlib.Path("/tmp").glob("ncu-regions.??????"):
        try:
            targets = [os.readlink(link) for link in links.iterdir() if link.is_symlink()]
        except OSError:  # of another check, which has ended meanwhile
            continue
        if any(target.startswith(f"{folder}/") for target in targets):
            shutil.rmtree(links)


def main():
    given = arguments()
    found = [finding for profiler in ("host", "ncu") for finding in Trial(given, profiler).all()]
    print(f"kills: seed {given.seed}, {2 * given.count} kills, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
