"""Attempts in several processes, each with a working place of its own and, as root, with mounts and a machine lock of its own."""
import multiprocessing
import os
import pathlib
import random
import shutil
import sys
import time
import traceback

from . import registry
from .lab import CannotStart, Lab, Result, fell
from .mounts import take_own_mounts

LAB = None
SETTINGS = {}


def nvtx_headers(named):
    root = pathlib.Path(__file__).resolve().parents[3]
    places = [named, os.environ.get("NVTX"), root / "build/deps/usr/include", "/usr/local/cuda/include", "/usr/include"]
    found = next((place for place in places if place and (pathlib.Path(place) / "nvtx3/nvToolsExt.h").is_file()), None)
    if found is None:
        raise SystemExit("cannot build victims: no NVTX 3 headers found. Name their folder with --nvtx.")
    return str(found)


def corpus_folder():
    root = pathlib.Path(__file__).resolve().parents[3]
    folder = pathlib.Path(os.environ.get("NCU_REGIONS_CORPUS") or root / "../shared/corpus")
    return folder if folder.is_dir() else None


def begin(settings, work, numbers):
    global LAB
    SETTINGS.update(settings)
    with numbers.get_lock():
        number = numbers.value
        numbers.value += 1
    folder = work / f"worker-{number}"
    (folder / "tmp").mkdir(parents=True, exist_ok=True)
    os.environ["TMPDIR"] = str(folder / "tmp")  # all else is read-only
    work.chmod(0o755)
    LAB = Lab(settings["prefix"], folder, settings["nvtx"], settings["corpus"])
    LAB.seed = settings["seed"]
    take_own_mounts(LAB)


def attempt(task):
    name, index = task
    started = time.monotonic()
    LAB.enter(f"{name}-{index}")
    try:
        result = registry.attempt(name, LAB, random.Random(f"{SETTINGS['seed']}/{name}/{index}"), index)
    except CannotStart as problem:
        result = fell(f"no good state to start from: {problem}")
    except Exception:  # a mistake of the attempt is not held
        result = Result("fell", "the attempt itself broke: " + traceback.format_exc(limit=-4))
    if result.state != "fell" and not SETTINGS["keep"]:
        shutil.rmtree(LAB.folder / "attempts" / f"{name}-{index}", ignore_errors=True)
    return task, result, time.monotonic() - started


def run(tasks, arguments, prefix, work):
    settings = {"prefix": str(prefix), "nvtx": nvtx_headers(arguments.nvtx), "corpus": corpus_folder(), "seed": arguments.seed,
                "keep": arguments.index is not None}
    work.mkdir(parents=True, exist_ok=True)
    numbers = multiprocessing.Value("i", 0)
    results = {}
    spent = {}
    with multiprocessing.Pool(min(arguments.jobs, len(tasks) or 1), begin, (settings, work, numbers)) as pool:
        for task, result, seconds in pool.imap_unordered(attempt, tasks, chunksize=1):
            results[task] = result
            spent[task[0]] = spent.get(task[0], 0) + seconds
            if result.state == "fell":
                print(f"not held: {task[0]} {task[1]} ({result.kind}): {result.why}", file=sys.stderr, flush=True)
    print("seconds: " + ", ".join(f"{name} {seconds:.0f}" for name, seconds in spent.items()), file=sys.stderr)
    return results
