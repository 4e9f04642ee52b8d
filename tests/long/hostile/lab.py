"""Where attempts are made: victims, accepted baselines, commands of ncu-regions, and what counts as caught."""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
from dataclasses import dataclass

from . import process

HERE = pathlib.Path(__file__).resolve().parent
NAME = "vic"
RED_WORDS = ("regressed", "over_limit", "not_measured", "incomparable")


@dataclass
class Result:
    """`state` is held, fell or skipped; `why` says what was seen."""
    state: str
    why: str = ""
    command: str = ""
    kind: str = ""


class CannotStart(Exception):
    """The good state that an attempt starts from could not be reached."""


def held(why=""):
    return Result("held", why)


def fell(why, outcome=None):
    return Result("fell", why + (f": {outcome.first_line()}" if outcome else ""), outcome.command() if outcome else "")


def skipped(why):
    return Result("skipped", why)


def is_skip(outcome):
    """A check that judged nothing of a region, which CTest shows as a skip: no baseline, or nothing measured here."""
    if outcome.code == 77:
        return True
    return outcome.code == 4 and ("no_baseline" in outcome.text or "no baseline yet" in outcome.text) and not any(word in outcome.text for word in RED_WORDS)


def is_told(outcome):
    """`suspect` or `noisy` with an estimate."""
    return re.search(r"\b(suspect|noisy)\b.*[-+]?\d[\d.,]* ?%", outcome.text) is not None


def judge(outcome, *, setting=(), varies=False, told=()):
    """What came of a gate that should have been red. `setting`: words one of which a usage error has to name, when the
    mutation is itself a bad setting. `varies`: the metric is not exact, so that `suspect` with its estimate is enough.
    `told`: texts one of which is the finding, told without an exit code."""
    broken = outcome.breakage()
    if broken:
        return fell(broken, outcome)
    if is_skip(outcome):
        return held("told") if varies and is_told(outcome) else fell(f"skipped (exit code {outcome.code})", outcome)
    if outcome.code == 2:
        named = any(str(word).lower() in outcome.text.lower() for word in setting)
        return held("refused") if named else fell("a usage error that does not name the setting" if setting else "a usage error", outcome)
    if outcome.code != 0:
        return held(f"exit code {outcome.code}")
    if (varies and is_told(outcome)) or any(text in outcome.text for text in told):
        return held("told")
    return fell("green", outcome)


def judge_green(outcome):
    """What came of a gate that must not be red."""
    broken = outcome.breakage()
    if broken:
        return fell(broken, outcome)
    return held() if outcome.code == 0 else fell(f"red (exit code {outcome.code})", outcome)


class Lab:
    """The working place of one worker. `folder` is its own."""

    def __init__(self, prefix, folder, nvtx, corpus=None):
        self.prefix = pathlib.Path(prefix)
        self.folder = pathlib.Path(folder)
        self.nvtx = nvtx
        self.corpus = corpus
        self.tool = self.prefix / "bin/ncu-regions"
        self.region_tests = self.prefix / "bin/ncu-regions-region-tests"
        self.states = {}
        self.has_own_mounts = False
        self.place = self.folder

    # ---- victims ----

    def build_victim(self, name="victim", scale=1, flags=("-O2",)):
        program = self.folder / "bin" / name
        if not program.exists():
            program.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["cc", *flags, f"-DSCALE={scale}", "-I", self.nvtx, HERE / "victim.c", "-o", program, "-ldl", "-pthread"], check=True)
        return program

    @property
    def victim(self):
        return self.build_victim()

    def enter(self, name):
        """A fresh folder for one attempt, which relative paths of its commands are relative to."""
        self.place = self.folder / "attempts" / name
        shutil.rmtree(self.place, ignore_errors=True)
        self.place.mkdir(parents=True)
        return self.place

    # ---- commands ----

    def run(self, *words, env=None, cwd=None, **more):
        return process.run([self.tool, *words], cwd=cwd or self.place, env={"TMPDIR": str(self.tmp), **(env or {})}, **more)

    @property
    def tmp(self):
        tmp = self.folder / "tmp"
        tmp.mkdir(exist_ok=True)
        return tmp

    def check_words(self, ops, *, regions=("hot",), name=NAME, baselines="bl", run="run", options=(), program=None):
        declared = [word for region in regions for word in ("--region", region)]
        return ["check", "--name", name, *declared, "--run", run, "--baselines", baselines, *options, "--", program or self.victim, *ops]

    def check(self, ops, *, env=None, seconds=process.HANG_SECONDS, **more):
        return self.run(*self.check_words(ops, **more), env=env, seconds=seconds)

    def side_by_side(self, old, new, *, regions=("hot",), options=(), base=None, head=None, env=None):
        declared = [word for region in regions for word in ("--region", region)]
        arguments = [f"--base-arg={word}" for word in old] + [f"--head-arg={word}" for word in new]
        return self.run("ab", "--base", base or self.victim, "--head", head or self.victim, *declared, "--run", "run", "--name", NAME,
                        *options, *arguments, env=env)

    def accept(self, *, run="run", baselines="bl", reason="start", options=(), cwd=None):
        return self.run("accept", "--run", run, "--reason", reason, "--baselines", baselines, *options, cwd=cwd)

    # ---- good states ----

    def good(self, ops, *, options=(), **more):
        """A folder of baselines in which `ops` is accepted and green; made once, never changed."""
        key = hashlib.sha256(json.dumps([ops, list(options), sorted((k, str(v)) for k, v in more.items())]).encode()).hexdigest()[:12]
        if key not in self.states:
            self.states[key] = self.make_good(key, ops, options=options, **more)
        return self.states[key]

    def make_good(self, key, ops, **more):
        before, folder = self.place, self.enter(f"good-{key}")
        try:
            first = self.check(ops, **more)
            accepted = self.accept()
            if accepted.code != 0:  # a value that varies needs more captures
                accepted = self.accept(options=("--captures", "10"))
            if accepted.code != 0:
                raise CannotStart(f"{' '.join(ops)} cannot be accepted: {first.first_line()} / {accepted.first_line()}")
            again = self.check(ops, **more)
            if again.code != 0:
                raise CannotStart(f"{' '.join(ops)} is not green to begin with: {again.first_line()}")
        finally:
            self.place = before
        return folder / "bl"

    def take_baselines(self, good, to="bl"):
        target = self.place / to
        shutil.copytree(good, target, symlinks=True)
        return target

    def baseline_file(self, folder="bl"):
        return next((self.place / folder).glob("*/*.json"))


def plain(turns, label="hot"):
    return ["push", label, "work", str(turns), "pop"]


def is_root():
    return os.geteuid() == 0
