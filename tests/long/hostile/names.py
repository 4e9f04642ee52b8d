"""Regions with hostile names, registered in CMake: each regresses, and the test of each must fail."""
import shutil

from . import process
from .kinds import pick
from .lab import fell, held, plain
from .project import configure, ctest, judge_ctest, states, write_words
from .words import REGION_NAMES, odd_name

COUNT = 30
NAMES_IN_ONE = 3
LISTS = """cmake_minimum_required(VERSION 3.25)
project(names LANGUAGES NONE)
enable_testing()
find_package(NcuRegions REQUIRED COMPONENTS harness)
ncu_regions_add_test(NAME n HOST_COMMAND "{victim}" "@${{CMAKE_CURRENT_SOURCE_DIR}}/words" REGIONS {regions})
"""


def bracketed(name):
    """A bracket argument: CMake reads nothing in it."""
    return f"[===[{name}]===]"


def written(label):
    """A label in full: what separates and escapes has a backslash before it."""
    return "".join("\\" + c if c in "/@\\" else c for c in label)


def words_of(labels, turns):
    return [word for label in labels for word in plain(turns, label)]


def register(lab, source, labels):
    source.mkdir(exist_ok=True)
    declared = " ".join(bracketed(written(label)) for label in labels)
    (source / "CMakeLists.txt").write_text(LISTS.format(victim=lab.victim, regions=declared))
    write_words(source / "words", words_of(labels, 4_000))
    return configure(lab, source, source / "build")


def regress(lab, labels, generator):
    source = lab.place / "names"
    configured = register(lab, source, labels)
    if configured.code != 0:
        is_told = any(label.split("\n")[0][:20] in configured.text for label in labels) or "REGIONS" in configured.text
        return held("refused by CMake") if is_told else fell("CMake fails without naming the region", configured)
    build = source / "build"
    ctest(build, "-L", "ncu-regions")
    accepted = lab.run("accept", "--run", build / "ncu-regions/n", "--reason", "start")
    if accepted.code != 0:
        return fell("cannot be accepted", accepted)
    green = ctest(build, "-L", "ncu-regions")
    of_regions = {name: state for name, state in states(green).items() if name.startswith("ncu-regions.n.")}
    if green.code != 0 or set(of_regions.values()) != {"passed"} or len(of_regions) != len(labels):
        return fell(f"not green to begin with {of_regions}", green)
    write_words(source / "words", words_of(labels, 4_000 * generator.randrange(3, 9)))
    red = ctest(build, "-L", "ncu-regions")
    failed = [name for name, state in states(red).items() if name.startswith("ncu-regions.n.") and state == "failed"]
    if len(failed) != len(labels):
        return fell(f"{len(failed)} of {len(labels)} tests failed for {labels!r}", red)
    return judge_ctest(red)


def known_names(lab, generator):
    return regress(lab, generator.sample(REGION_NAMES, NAMES_IN_ONE), generator)


def random_names(lab, generator):
    labels = list(dict.fromkeys(odd_name(generator) for _ in range(NAMES_IN_ONE)))
    return regress(lab, labels, generator)


def alike_names(lab, generator):
    """Names whose tests would be called alike."""
    stem = generator.choice(("a b", "x/y", "p|q", "A::B", "é"))
    labels = [stem, *generator.sample([stem.replace(c, "_") for c in " /|:"] + [stem + " ", stem + ".", stem.upper(), stem + "_"], 3)]
    return regress(lab, list(dict.fromkeys(labels)), generator)


KINDS = [known_names, random_names, known_names, alike_names]


def attempt(lab, generator, index):
    return pick(KINDS, lab, generator, index)
