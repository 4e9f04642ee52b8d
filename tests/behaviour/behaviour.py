"""Recorded behaviour: plays situations through the command line and ctest alone, and compares what comes of them with
tests/golden/behaviour/<situation>.txt. NCU_REGIONS_ACCEPT_GOLDEN=1 writes the files instead.

  behaviour.py list                          names of the situations
  behaviour.py run NAME --build DIR ...      plays one; exit 0 as recorded, 1 not, 77 the machine lacks something
  behaviour.py files ...                     whether each file has a situation
  behaviour.py notices ...                   whether another argument of ncu is noticed
"""
import argparse
import difflib
import os
import pathlib
import sys
import tempfile

import ctest_ncu_situations
import ctest_situations
import end_situations
import file_situations
import host_situations
import ncu_decisions
import ncu_situations
import ncu_troubles
import side_situations
from scene import Missing, Scene

HERE = pathlib.Path(__file__).resolve().parent
GOLDEN = HERE.parent / "golden" / "behaviour"
MODULES = (host_situations, side_situations, ncu_situations, ncu_decisions, ncu_troubles, ctest_situations, ctest_ncu_situations,
           file_situations, end_situations)
ACCEPT = "NCU_REGIONS_ACCEPT_GOLDEN"
SKIPPED = 77
REQUIRED_AS = {"mpirun": "mpi"}  # in NCU_REGIONS_REQUIRE


def situations():
    """Name -> function: every function of MODULES whose text says what happens."""
    found = {}
    for module in MODULES:
        for name, function in vars(module).items():
            if callable(function) and getattr(function, "__module__", "") == module.__name__ and function.__doc__:
                name = name.replace("_", "-")
                assert name not in found, f"two situations are called {name}"
                found[name] = function
    return found


def play(function, tools):
    with tempfile.TemporaryDirectory(prefix="ncu-regions-behaviour-") as folder:
        scene = Scene(tools, folder)
        function(scene)
        text = "\n".join([f"# {function.__doc__}", *scene.lines]) + "\n"
        return text.encode("utf-8", "backslashreplace").decode("utf-8")


def compare(file, text):
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    if before == text:
        return 0
    sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), text.splitlines(True), str(file), "now"))
    print(f"\naccept with: {ACCEPT}=1 ctest -L behaviour, then read git diff tests/golden/behaviour")
    return 1


def run(name, tools):
    try:
        text = play(situations()[name], tools)
    except Missing as missing:
        word = REQUIRED_AS.get(str(missing), str(missing))
        print(f"no {word}: {missing} is not on PATH")
        return 1 if word in os.environ.get("NCU_REGIONS_REQUIRE", "").split(",") else SKIPPED
    if ACCEPT not in os.environ:
        return compare(GOLDEN / f"{name}.txt", text)
    GOLDEN.mkdir(parents=True, exist_ok=True)
    (GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8")
    return 0


def files():
    known = set(situations())
    stale = [file for file in GOLDEN.glob("*.txt") if file.stem not in known]
    for file in stale:
        if ACCEPT in os.environ:
            file.unlink()
        else:
            print(f"{file}: no situation has this name")
    return 0 if ACCEPT in os.environ else len(stale)


def notices(tools):
    """Plays a situation with an ncu that is started with one word changed."""
    name, word, other = "ncu-range-one-level", "--check-exit-code=yes", "--check-exit-code=no"
    with tempfile.TemporaryDirectory() as folder:
        changed = pathlib.Path(folder) / "ncu"
        changed.write_text(f'#!/bin/bash\nexec "{tools.stand_in}" "${{@/{word}/{other}}}"\n')
        changed.chmod(0o755)
        tools.stand_in = changed
        text = play(situations()[name], tools)
    recorded = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    return 0 if word in recorded and other in text and word not in text else 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("list", "run", "files", "notices"))
    parser.add_argument("name", nargs="?")
    for name in ("cli", "ranges", "resnet", "two_ranks", "stand_in", "package", "build", "source", "cmake", "ctest"):
        parser.add_argument(f"--{name}", type=pathlib.Path)
    given = parser.parse_args()
    if given.what == "list":
        print("\n".join(situations()))
        return 0
    if given.what == "files":
        return files()
    return notices(given) if given.what == "notices" else run(given.name, given)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    sys.exit(main())
