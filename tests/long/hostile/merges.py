"""Merges of branches that each accepted new values: the merged file is used with a program that is slower than either."""
import shutil
import subprocess

from .kinds import pick
from .lab import CannotStart, judge, plain

COUNT = 12
REGIONS = ("hot", "cold")


def words(hot, cold):
    return [*plain(hot), *plain(cold, "cold")]


def accept_level(lab, hot, cold, folder, options=()):
    """The baseline file as a branch has it that accepted this level on top of the common one."""
    shutil.copytree(lab.place / "common", lab.place / folder)
    lab.check(words(hot, cold), regions=REGIONS, baselines=folder, run=f"run-{folder}")
    accepted = lab.accept(run=f"run-{folder}", baselines=folder, reason=f"level of {folder}", options=options)
    if accepted.code != 0:
        raise CannotStart(f"a branch cannot accept: {accepted.first_line()}")
    return next((lab.place / folder).glob("*/*.json"))


def merge(lab, ours, theirs, way):
    common = next((lab.place / "common").glob("*/*.json"))
    merged = subprocess.run(["git", "merge-file", "-p", *way, ours, common, theirs], stdout=subprocess.PIPE, check=False).stdout
    target = lab.take_baselines(lab.place / "common") / common.parent.name / common.name
    target.write_bytes(merged)


def try_merge(lab, generator, our_level, their_level, way=("--union",), options=()):
    n = 6_000
    lab.take_baselines(lab.good(words(n, n), regions=REGIONS), to="common")
    ours = accept_level(lab, *our_level(n), "ours", options)
    theirs = accept_level(lab, *their_level(n), "theirs", options)
    merge(lab, ours, theirs, way)
    worst = max(*our_level(n), *their_level(n)) * generator.randrange(3, 8)
    return judge(lab.check(words(worst, worst), regions=REGIONS))


def different_regions(lab, generator):
    return try_merge(lab, generator, lambda n: (n * 2, n), lambda n: (n, n * 3))


def same_region(lab, generator):
    return try_merge(lab, generator, lambda n: (n * 2, n), lambda n: (n * 3, n))


def conflict_left(lab, generator):
    return try_merge(lab, generator, lambda n: (n * 2, n), lambda n: (n * 3, n), way=generator.choice(((), ("--diff3",))))


def same_level_twice(lab, generator):
    return try_merge(lab, generator, lambda n: (n * 2, n * 2), lambda n: (n * 2, n * 2))


def all_values(lab, generator):
    return try_merge(lab, generator, lambda n: (n * 2, n * 4), lambda n: (n * 3, n * 2), options=("--all",))


def one_side_taken(lab, generator):
    return try_merge(lab, generator, lambda n: (n * 2, n * 3), lambda n: (n * 3, n), way=(generator.choice(("--ours", "--theirs")),))


KINDS = [different_regions, same_region, conflict_left, same_level_twice, all_values, one_side_taken]


def attempt(lab, generator, index):
    return pick(KINDS, lab, generator, index)
