"""What the tests of the package share: the folders, commands, and what a machine may not have."""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys

SKIPPED = 77


def parse_arguments(steps):
    parser = argparse.ArgumentParser()
    parser.add_argument("step", choices=steps)
    for name in ("source", "build", "work", "cmake", "cpack", "program"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--libdir", required=True)
    return parser.parse_args()


def need(word, *programs):
    """Ends the test where one of the programs is not there: skipped, or failed when NCU_REGIONS_REQUIRE has the word."""
    missing = [program for program in programs if shutil.which(program) is None]
    if not missing:
        return
    if word in os.environ.get("NCU_REGIONS_REQUIRE", "").split(","):
        sys.exit(f"{word} is required: no {', '.join(missing)} on PATH")
    print(f"no {word}: no {', '.join(missing)} on PATH")
    sys.exit(SKIPPED)


def run(*command, expected=0, quiet=False, **options):
    """The standard output of a command. Another exit code is a failure that shows all it printed, and so is, for
    one that has to be quiet, a word on standard error."""
    command = [str(part) for part in command]
    done = subprocess.run(command, text=True, capture_output=True, **options)
    assert done.returncode == expected, (
        f"{' '.join(command)}\nended with {done.returncode}, expected {expected}:\n{done.stdout}{done.stderr}")
    assert not quiet or not done.stderr, f"{' '.join(command)}\nsaid:\n{done.stderr}"
    return done.stdout


def made_package(work):
    """The package that the step `build` made."""
    packages = list((work / "made").glob("*.deb"))
    assert len(packages) == 1, f"{work}/made has {len(packages)} packages, expected one"
    return packages[0]


def fresh_folder(path):
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    return path


def unpacked(given):
    """A folder with the files of the package, of this step alone."""
    folder = fresh_folder(given.work / f"unpacked-{given.step}")
    run("dpkg-deb", "-x", made_package(given.work), folder)
    return folder
