#!/usr/bin/env python3
"""Attempts at a false green against an installation; `--help` tells the rest, docs/design/trust.md why."""
import argparse
import pathlib
import random
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True

from hostile import mounts, registry, workers  # noqa: E402

DESCRIPTION = """Makes attempts at a false green against an installation of ncu-regions, class by class. Every attempt follows from the
seed, its class and its number. Exit code 0: all held; 1: not; 2: usage; 77: this machine cannot be protected, nothing was attempted."""


def parse_arguments():
    parser = argparse.ArgumentParser(description=DESCRIPTION)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--prefix", required=True, help="folder of an installation (bin, lib, share)")
    parser.add_argument("--count", type=int, help="attempts of each class (default: all of it)")
    parser.add_argument("--sample", type=int, help="so many attempts in all, drawn by the seed from all classes")
    parser.add_argument("--only", action="append", metavar="CLASS", help="this class; repeatable")
    parser.add_argument("--index", type=int, help="with --only: this attempt alone; its folder is kept")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--work", help="folder for the attempts (default: a temporary one, removed at the end)")
    parser.add_argument("--nvtx", help="folder of the NVTX 3 headers")
    parser.add_argument("--verbose", action="store_true", help="a line for each attempt")
    return parser.parse_args()


def chosen_tasks(arguments):
    """(class, index) of each attempt."""
    names = registry.names(arguments.only)
    if arguments.index is not None:
        return [(name, arguments.index) for name in names]
    if arguments.sample:
        return sampled(random.Random(f"{arguments.seed}/sample"), names, arguments.sample)
    return [(name, index) for name in names for index in range(min(registry.size(name), arguments.count or registry.size(name)))]


def sampled(generator, names, many):
    """As evenly over the classes as can be."""
    turns = generator.sample(names, len(names))
    tasks = set()
    while len(tasks) < min(many, sum(registry.size(name) for name in names)):
        name = turns[len(tasks) % len(turns)]
        tasks.add((name, generator.randrange(registry.size(name))))
    return sorted(tasks)


def repeat_command(arguments, name, index):
    return f"ci/long hostile --seed {arguments.seed} -- --only {name} --index {index}"


def print_class(arguments, name, results):
    tried = [result for _, result in results if result.state != "skipped"]
    good = [result for result in tried if result.state == "held"]
    skips = sorted({result.why for _, result in results if result.state == "skipped"})
    print(f"{name}: tried {len(tried)}, held {len(good)}" + (f", skipped {len(results) - len(tried)} ({'; '.join(skips)})" if skips else ""))
    for index, result in results:
        if result.state == "fell":
            print(f"  NOT HELD {name} {index} ({result.kind}): {result.why}\n    repeat: {repeat_command(arguments, name, index)}")
            if result.command:
                print(f"    as run: {result.command}")
        elif arguments.verbose:
            print(f"  {result.state} {name} {index} ({result.kind}): {result.why}")


def main():
    arguments = parse_arguments()
    prefix = pathlib.Path(arguments.prefix).resolve()
    if not (prefix / "bin/ncu-regions").is_file():
        print(f"cannot attack {prefix}: there is no bin/ncu-regions in it. Name an installation with --prefix.", file=sys.stderr)
        return 2
    if problem := mounts.missing_protection():
        print(f"skipped: {problem}", file=sys.stderr)
        return 77
    work = pathlib.Path(arguments.work or tempfile.mkdtemp(prefix="hostile-")).resolve()
    tasks = chosen_tasks(arguments)
    try:
        results = workers.run(tasks, arguments, prefix, work)
    finally:
        if not arguments.work and arguments.index is None:
            shutil.rmtree(work, ignore_errors=True)
    for name in dict.fromkeys(name for name, _ in tasks):
        print_class(arguments, name, sorted(((index, result) for (of, index), result in results.items() if of == name), key=lambda item: item[0]))
    if arguments.index is not None:
        print(f"folder: {work}")
    failed = sum(result.state == "fell" for result in results.values())
    passed = sum(result.state == "held" for result in results.values())
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
