"""Recorded behaviour: the stage of one situation. It runs commands in a folder of its own and writes down what came of them."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time

import sections
from record import Record, stamp

KEPT_VARIABLES = ("PATH", "HOME", "LANG", "USER")
LONGEST_WAIT = 240  # a check may have to wait for another measurement on this machine
PAUSE = 0.005
MOST_SECONDS_TO_END = 10


class Missing(Exception):
    """The machine lacks what a situation needs."""


class Scene(Record):
    def __init__(self, tools, folder):
        self.tools = tools
        self.folder = pathlib.Path(folder).resolve()
        self.ranges, self.resnet, self.two_ranks = tools.ranges, tools.resnet, tools.two_ranks
        self.env = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        self.env["TMPDIR"] = str(self.folder / "tmp")
        (self.folder / "tmp").mkdir()
        super().__init__({
            self.folder: "<work>", tools.cli: "ncu-regions", tools.ranges: "<ranges>", tools.resnet: "<resnet>",
            tools.two_ranks: "<two_ranks>", tools.stand_in: "<ncu>", shutil.which("valgrind") or "/no/valgrind": "<valgrind>",
            shutil.which("mpirun") or "/no/mpirun": "<mpirun>",
            tools.build: "<build>", tools.source: "<source>", tools.cmake: "cmake", tools.ctest: "ctest"}, self.folder / "calls.log")

    # ---- what lies there ----

    def need(self, *programs):
        for program in programs:
            if shutil.which(program) is None:
                raise Missing(program)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    def script(self, name, text):
        path = self.write(name, "#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    def play(self, scenario):
        """From now on ncu is the stand-in, which plays this (tests/ncu_stand_in/scenario.h)."""
        self.write("scenario.json", scenario)
        for path in [*self.folder.glob("calls.log*"), self.folder / "pids.json"]:
            path.unlink(missing_ok=True)
        self.env.update(NCU_REGIONS_NCU=str(self.tools.stand_in), NCU_STAND_IN_LOG=str(self.log),
                        NCU_STAND_IN_SCENARIO=str(self.folder / "scenario.json"))

    # ---- what is done ----

    def run(self, *words, env=None):
        return subprocess.run([str(word) for word in words], cwd=self.folder, env={**self.env, **(env or {})}, text=True,
                              errors="backslashreplace", capture_output=True, stdin=subprocess.DEVNULL, timeout=LONGEST_WAIT, check=False)

    def prepare(self, *words, code=0, env=None):
        """A step that is not recorded and must end like that."""
        done = self.run(*words, env=env)
        assert done.returncode == code, f"{words}: {done.returncode}, expected {code}\n{done.stdout}{done.stderr}"
        return done

    def record(self, *words, env=None, run="ncu-regions/t", out=False, folder=True):
        """A step that is recorded: exit code, verdicts, notes, captures, and with `out` what it printed."""
        self.log.unlink(missing_ok=True)
        place = self.folder / run if run else None
        before = stamp(place)
        done = self.run(*words, env=env)
        self.add_command(words, env, done.returncode)
        self.add_run(place, before, done.stderr, folder)
        if out and done.stdout:
            self.add("printed", done.stdout)
        return done

    def cli(self, *words, **how):
        return self.record(self.tools.cli, *words, **how)

    def check_words(self, program, regions, *options):
        words = ["check", "--name", "t"]
        for region in regions:
            words += ["--region", region]
        return [self.tools.cli, *words, *options, "--", *program]

    def check(self, program, regions, *options, **how):
        return self.record(*self.check_words(program, regions, *options), **how)

    def accept_first(self, program, regions, *options, captures=None, code=4):
        """A baseline: a check and accept, not recorded."""
        self.prepare(*self.check_words(program, regions, *options), code=code)
        self.accept(captures)

    def accept(self, captures=None):
        more = ["--captures", str(captures)] if captures else []
        self.prepare(self.tools.cli, "accept", "--run", "ncu-regions/t", "--reason", "first", *more)

    def accept_and_show(self, *words):
        """accept, recorded with what is stored afterwards."""
        self.cli(*words, run=None, out=True)
        for file in sorted((self.folder / "baselines").rglob("*.json")):
            self.add_all(sections.baseline(file))

    def baseline_file(self):
        return next((self.folder / "baselines").rglob("*.json"))

    # ---- builds ----

    def configure(self, body, build="build", *further):
        """A project in source/ that uses this build of ncu-regions, configured; not recorded."""
        self.write("source/CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES NONE)\ninclude(CTest)\n"
                   f"find_package(NcuRegions REQUIRED COMPONENTS harness)\n{body}\n")
        self.prepare(self.tools.cmake, "-S", "source", "-B", build, "-G", "Ninja", f"-DNcuRegions_DIR={self.tools.package}",
                     f"-Dresnet={self.resnet}", f"-Dranges={self.ranges}", *further)

    def ctest(self, *words, build="build", env=None, runs=("t",)):
        """ctest of a build, recorded with the state of each test and the outcome of each run."""
        self.log.unlink(missing_ok=True)
        places = [self.folder / build / "ncu-regions" / name for name in runs]
        before = [stamp(place) for place in places]
        command = [self.tools.ctest, "--test-dir", build, *words]
        done = self.run(*command, env=env)
        self.add_command(command, env, done.returncode)
        self.add_all(sections.states(done.stdout))
        for place, old in zip(places, before):
            if len(places) > 1:
                self.lines.append(f"run {place.name}:")
            error = place / "error.txt"
            self.add_run(place, old, error.read_text() if error.exists() else "")
            self.log.unlink(missing_ok=True)

    # ---- ends ----

    def start(self, words, until):
        """Starts a command and returns it when the file `until` is there."""
        output = open(self.folder / "output.txt", "w", encoding="utf-8")
        started = subprocess.Popen([str(word) for word in words], cwd=self.folder, env=self.env, stdout=output, stderr=output,
                                   stdin=subprocess.DEVNULL)
        assert self.wait_for((self.folder / until).exists), f"{words} did not come to write {until}"
        return started

    def wait_for(self, holds, seconds=LONGEST_WAIT):
        """Whether it came to hold in that time."""
        for _ in range(int(seconds / PAUSE)):
            if holds():
                return True
            time.sleep(PAUSE)
        return False

    def kill(self, words, until, number):
        """A command that is killed when the file `until` is there, recorded."""
        place = self.folder / "ncu-regions/t"
        before = stamp(place)
        started = self.start(words, until)
        started.send_signal(number)
        code = started.wait(LONGEST_WAIT)
        self.add_command(words, None, code)
        self.add(f"after {signal.Signals(number).name}", self.left_behind())
        self.add_run(place, before, "")

    def left_behind(self):
        """Processes of pids.json, which a scenario or a script writes, once they had time to end."""
        pids = {name: pid for name, pid in (sections.read_json(self.folder / "pids.json") or {}).items() if pid}
        if self.wait_for(lambda: not any(map(is_running, pids.values())), MOST_SECONDS_TO_END):
            return [f"no process left of {', '.join(pids)}"]
        return [f"still running: {name}" for name, pid in pids.items() if is_running(pid)]


def is_running(pid):
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"
