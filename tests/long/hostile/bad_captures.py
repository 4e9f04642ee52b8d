"""Reports of ncu and captures of the host profiler with damaged bytes: read as far as they can be, or refused with a message."""

from .lab import CannotStart, fell, held, plain, skipped

MOST_BYTES = 400_000


def damage(data, generator):
    data = bytearray(data)
    for _ in range(generator.choice((1, 1, 2, 5, 20))):
        if not data:
            break
        at = generator.randrange(len(data))
        kind = generator.randrange(6)
        if kind == 0:
            data[at] ^= 1 << generator.randrange(8)
        elif kind == 1:
            data[at:at + generator.randrange(1, 64)] = b""
        elif kind == 2:
            data[at:at] = bytes(generator.randrange(256) for _ in range(generator.randrange(1, 64)))
        elif kind == 3:
            del data[at:]
        elif kind == 4:
            data[at:at + 8] = generator.choice((b"\xff" * 8, b"\0" * 8, b"\x7f" + b"\xff" * 7, b"\x80" * 8))
        else:
            length = generator.randrange(1, 200)
            data[at:at] = data[max(0, at - length):at]
    return bytes(data)


def captures(lab):
    """Captures of a check, made once."""
    if not hasattr(lab, "captures"):
        before = lab.place
        lab.enter("captures")
        if lab.check([*plain(500), "thread", "[", *plain(100, "x/y"), "]", "child", "[", *plain(50), "]"]).code not in (0, 3, 4):
            raise CannotStart("nothing was captured")
        lab.captures = sorted((lab.place / "run/captures").glob("*/*.jsonl")) + sorted((lab.place / "run/captures").glob("*/raw.csv"))
        lab.place = before
    return lab.captures


def reports(lab):
    if lab.corpus is None:
        return []
    if not hasattr(lab, "reports"):
        found = sorted(lab.corpus.glob("rep/**/*.*rep*")) + sorted(lab.corpus.glob("csv/*"))
        lab.reports = [path for path in found if path.is_file() and path.stat().st_size < MOST_BYTES]
    return lab.reports


def attempt(lab, generator, index):
    is_capture = index % 3 == 0
    files = captures(lab) if is_capture else reports(lab)
    if not files:
        return skipped("no corpus of reports")
    file = generator.choice(files)
    target = lab.place / file.name
    target.write_bytes(damage(file.read_bytes(), generator))
    words = generator.choice((["show"], ["show", "--format", "json"], ["show", "--format", "csv"], ["show", "--tree"], ["show", "--info"], ["show", "--nvtx"], ["show", "--rules"], ["show", "--html", "--out", "page.html"]))
    outcome = lab.run(*words, target)
    result = held()
    if outcome.breakage():
        result = fell(outcome.breakage(), outcome)
    elif outcome.code not in (0, 2, 3):
        result = fell(f"exit code {outcome.code}", outcome)
    result.kind = "capture" if is_capture else "report"
    return result
