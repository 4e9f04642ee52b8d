"""Packed runs with one value replaced: the run is red, and no comment made of it may be green."""
import copy
import json

from .lab import fell, held
from .run_files import file_bytes
from .texts import red_run

FILES = ("verdicts.json", "verdicts.json", "verdicts.json", "run.json", "explain.json")
ODD = [None, True, False, 0, 1, -1, 0.5, 1e308, -1e308, 2 ** 70, "", "x", "pass", "improved", "no_baseline", "stored", "../../x", "\u0000", "<b>", "x" * 100_000, [], {}, [None], [[]], {"a": 1}, "\ud800", "2099-01-01", 77]


def leaves(content, path=()):
    """Paths of all values, those of lists and objects too."""
    if path:
        yield path
    items = content.items() if isinstance(content, dict) else enumerate(content) if isinstance(content, list) else ()
    for key, value in items:
        yield from leaves(value, (*path, key))


def put(content, path, value):
    for key in path[:-1]:
        content = content[key]
    content[path[-1]] = value


def contents(lab):
    if not hasattr(lab, "run_contents"):
        lab.run_contents = {name: json.loads((red_run(lab) / name).read_text()) for name in set(FILES)}
    return lab.run_contents


def says_red(comment, line):
    return any(word in comment + line for word in ("failed", "not measured", "regressed"))


def attempt(lab, generator, index):
    parts = contents(lab)
    name = generator.choice(FILES)
    content = copy.deepcopy(parts[name])
    path = generator.choice(list(leaves(content)))
    value = generator.choice(ODD)
    put(content, path, value)
    run = lab.place / "pack/vic"
    run.mkdir(parents=True)
    for other in set(FILES):
        (run / other).write_bytes(file_bytes(other, content if other == name else parts[other]))
    outcome = lab.run("summarize", "pack", "--markdown", "c.md", "--junit", "c.xml", "--annotations")
    comment = lab.place / "c.md"
    where = f"{name} {'/'.join(map(str, path))} = {str(value)[:30]!r}"
    if outcome.breakage():
        result = fell(f"{where}: {outcome.breakage()}", outcome)
    elif outcome.code not in (0, 2, 77):
        result = fell(f"{where}: exit code {outcome.code}", outcome)
    elif outcome.code == 2:
        result = held("refused")
    elif not says_red(comment.read_text(errors="replace") if comment.exists() else "", outcome.out):
        result = fell(f"{where}: the comment of a red run is green", outcome)
    else:
        result = held()
    result.kind = name
    return result
