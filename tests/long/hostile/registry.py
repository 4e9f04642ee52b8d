"""The classes of attempts, and how many each has in full size."""
from . import (bad_inputs, baselines, bases, budgets, environment, full_disk, jitter, labels, merges, names as region_names, programs,
               selection, tests_file, texts, unchanged, verdicts_file)

CLASSES = {
    "programs": programs,
    "baselines": baselines,
    "budgets": budgets,
    "bases": bases,
    "selection": selection,
    "environment": environment,
    "tests_file": tests_file,
    "verdicts_file": verdicts_file,
    "names": region_names,
    "jitter": jitter,
    "merges": merges,
    "labels": labels,
    "unchanged": unchanged,
    "bad_inputs": bad_inputs,
    "full_disk": full_disk,
    "texts": texts,
}


def names(only):
    unknown = [name for name in only or () if name not in CLASSES]
    if unknown:
        raise SystemExit(f"no class '{unknown[0]}'; there are: {', '.join(CLASSES)}")
    return list(only or CLASSES)


def size(name):
    return CLASSES[name].COUNT


def attempt(name, lab, generator, index):
    return CLASSES[name].attempt(lab, generator, index)
