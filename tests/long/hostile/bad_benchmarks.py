"""Files of Google Benchmark that were damaged: the new one is twice as slow, so nothing of it may pass."""
import json

from .lab import fell, held, judge

REPETITIONS = 12


def good_file(scale, generator):
    rows = []
    for name in ("BM_Sort/8", "BM_Copy"):
        for k in range(REPETITIONS):
            time = 100.0 * scale * (1 + 0.001 * k)
            rows.append({"name": name, "family_index": 0, "per_family_instance_index": 0, "run_name": name, "run_type": "iteration", "repetitions": REPETITIONS, "repetition_index": k, "threads": 1, "iterations": 1000,
                         "real_time": time, "cpu_time": time, "time_unit": "ns", "items_per_second": 1e9 / time})
    return {"context": {"date": "2026-11-17T00:00:00+00:00", "host_name": "x", "executable": "./bench", "num_cpus": 2, "mhz_per_cpu": 2000, "cpu_scaling_enabled": False, "caches": [], "load_avg": [0.1],
                        "library_build_type": "release"}, "benchmarks": rows}


ODD = [None, -5, 0, "x", "", True, [], {}, 1e308, -1e308, 1e-320, "NaN", [1], {"a": 1}]


def leaf(content, generator):
    """Any one value of a row."""
    row = generator.choice(content["benchmarks"])
    row[generator.choice(list(row))] = generator.choice(ODD)


def same_leaf_in_all(content, generator):
    key = generator.choice(("run_name", "name", "run_type", "repetition_index", "iterations", "cpu_time", "time_unit", "threads", "repetitions"))
    value = generator.choice(ODD)
    for row in content["benchmarks"]:
        row[key] = value


def key_gone(content, generator):
    key = generator.choice(list(content["benchmarks"][0]))
    for row in content["benchmarks"] if generator.random() < 0.5 else [generator.choice(content["benchmarks"])]:
        row.pop(key)


def context(content, generator):
    content["context"][generator.choice(list(content["context"]))] = generator.choice(ODD)


def top(content, generator):
    content[generator.choice(("context", "benchmarks"))] = generator.choice(ODD)


def benchmark_gone(content, generator):
    content["benchmarks"] = [row for row in content["benchmarks"] if row["run_name"] != "BM_Copy"]


def all_gone(content, generator):
    content["benchmarks"] = []


def errors(content, generator):
    for row in content["benchmarks"]:
        if row["run_name"] == "BM_Copy" and generator.random() < 0.7:
            row.update(generator.choice(({"error_occurred": True, "error_message": "x"}, {"skipped": "ERROR", "error_message": "y"}, {"skipped": "MESSAGE", "skip_message": "z"})))
    content["benchmarks"][-1].update(error_occurred=True, error_message="x")


def aggregates_only(content, generator):
    for row in content["benchmarks"]:
        row.update(run_type="aggregate", aggregate_name="mean")


def few_repetitions(content, generator):
    content["benchmarks"] = [row for row in content["benchmarks"] if row["repetition_index"] < generator.choice((1, 2))]


def negative_times(content, generator):
    for row in content["benchmarks"]:
        row["cpu_time"] = -abs(row["cpu_time"])


def names(content, generator):
    new = generator.choice(("", "BM_Sort/8", "\x1b[31m", "a/b/c//", "x" * 5000, "BM_Copy\n", "../x"))
    for row in content["benchmarks"]:
        if row["run_name"] == "BM_Copy":
            row.update(name=new, run_name=new)


def units(content, generator):
    unit = generator.choice(("ps", "", "NS", "hours", "us", "ms", "s"))
    for row in content["benchmarks"]:
        row["time_unit"] = unit


def indices(content, generator):
    for row in content["benchmarks"]:
        row["repetition_index"] = generator.choice((0, 3, -1, 99))


CHANGES = [leaf, leaf, leaf, leaf, same_leaf_in_all, same_leaf_in_all, key_gone, key_gone, context, top, benchmark_gone, all_gone, errors, aggregates_only, few_repetitions, negative_times, names, units, indices]


def damaged_text(text, generator):
    kind = generator.randrange(8)
    at = generator.randrange(1, len(text) - 1)
    if kind == 0:
        return text[:at]
    if kind == 1:
        return text[:at] + generator.choice(("\0", "}", "]", ",", "\xff", "NaN", "\"")) + text[at:]
    if kind == 2:
        return text.replace('"cpu_time": ', '"cpu_time": ' + generator.choice(("NaN, \"x\": ", "Infinity, \"x\": ", "-", "0x", "1e999, \"x\": ")))
    if kind == 3:
        return text + generator.choice(("x", text, "{}", "\0"))
    if kind == 4:
        return generator.choice(("", " ", "null", "[]", "{}", "0", '"x"', "[" * 50_000, '{"a":' * 5_000))
    if kind == 5:
        return text.replace('"cpu_time"', '"cpu_time": 1, "cpu_time"')
    if kind == 6:
        return text[:at] + text[at + generator.randrange(1, 60):]
    return "\ufeff" + text


def attempt(lab, generator, index):
    old, new = lab.place / "old.json", lab.place / "new.json"
    old.write_text(json.dumps(good_file(1, generator)))
    content = good_file(2.5, generator)
    if index % 3 == 2:
        new.write_bytes(damaged_text(json.dumps(content), generator).encode("utf-8", "replace"))
        name = "text"
    else:
        change = CHANGES[(index * 2 // 3) % len(CHANGES)]
        change(content, generator)
        new.write_text(json.dumps(content))
        name = change.__name__
    outcome = lab.run("compare", old, new)
    result = judge(outcome, varies=True, setting=("new.json",))
    result.kind = name
    return result
