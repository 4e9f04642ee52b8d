"""Bad inputs: each is refused with a message and its exit code, or read for what it is; nothing breaks, and nothing red becomes green."""
from . import bad_benchmarks, bad_captures, bad_cmake, bad_files, bad_runs, bad_settings

PARTS = ((bad_settings, 80), (bad_benchmarks, 240), (bad_captures, 320), (bad_runs, 1_500), (bad_files, 54), (bad_cmake, 40))
COUNT = sum(count for _, count in PARTS)


def attempt(lab, generator, index):
    for part, count in PARTS:
        if index < count:
            result = part.attempt(lab, generator, index)
            result.kind = f"{part.__name__.split('.')[-1]} {result.kind}".strip()
            return result
        index -= count
    raise IndexError(index)
