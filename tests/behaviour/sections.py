"""Recorded behaviour: sections of a record, made from the documented files of a run and from what the stand-in for ncu logged."""
import difflib
import json
import re

CTEST_LINE = re.compile(r"^ *\d+/\d+ Test +#\d+: (\S+) \.*(?:\*\*\*)? *(Passed|Failed|Skipped|Not Run[^\d]*?|Timeout|Exception[^\d]*?)"
                        r" +[\d.]+ sec", re.M)
PROGRESS = re.compile(r"ncu-regions: (another measurement is running on this machine: waiting for it to end|\S+: \d+ s(, .*)?"
                      r"|survey: one plain run, .*|\S+: (counting kernels|\S+ replay) under ncu.*|(timing|counting|CPU time) pass.*|cache simulation under .*)$")
LONGEST_LINE = 100
MOST_CHANGES = 8  # of a command line that is shown as the difference to another one
FEWEST_WORDS = 10


def read_json(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None


def table(rows):
    """Lines with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]


def verdict_row(verdict):
    name = verdict["declared"]
    if verdict["region"] not in ("", name):
        name += f" = {verdict['region']}"
    word = verdict["verdict"]
    if verdict["waived"]:
        word += f" ({verdict['waived']})"
    marks = [] if verdict["gate"] == "fail" else [verdict["gate"]]
    marks += [mark for mark in ("collapsed", "fails_undecided", "beyond_this_machine", "did_not_run") if verdict.get(mark)]
    return [name, verdict["metric"], word, f"ctest {verdict['ctest_exit_code']}", " ".join(marks)]


def verdicts(run):
    """[(heading, lines)] of verdicts.json in a run folder, or of such a file."""
    outcome = read_json(run / "verdicts.json" if run.is_dir() else run)
    if outcome is None:
        return []
    spent = outcome["spent"]
    head = [f"{outcome['mode']}, {outcome['kind'] or 'nothing measured'}, exit code {outcome['exit_code']}"]
    head.append(f"captures: {spent['head']} of the new build, {spent['base']} of the base; {spent['fresh']} of them to confirm")
    if outcome["skipped"]:
        head.append(f"skipped: {outcome['profiler_reason']}")
    for rule in (outcome.get("rules") or {}).get("changes", []):
        head.append(f"rule changed: {rule['what']} {rule['region']} {rule['metric']}" + (" (lets more pass)" if rule["loosens"] else ""))
    rows = [verdict_row(verdict) for verdict in outcome["verdicts"]]
    found = [("verdicts", head + (table(rows) if rows else []))]
    if outcome["notes"]:
        found.append(("notes", outcome["notes"]))
    return found


def grouped(captures, plain, shown):
    """Captures as (id, argv): their order, then each argv that differs once, with the ids that have it. `shown` are those of the
    commands before, as (head, words), and gets the new ones."""
    groups = {}
    for name, argv in captures:
        words = tuple(plain.word(word).replace(f"/captures/{name}", "/captures/<id>") for word in argv)
        groups.setdefault(words, []).append(name)
    names = [name for name, _ in captures]
    lines = ["order: " + " ".join(names)] if len(groups) > 1 or len(set(names)) < len(names) else []
    for words, names in groups.items():
        head = ", ".join(dict.fromkeys(names))
        lines += nearest_difference(head, words, shown) or laid_out(head + ":", words)
        shown.append((names[0], words))
    return lines


def nearest_difference(head, words, shown):
    """Where a command line is nearly one that was shown before: what differs. Else None."""
    if len(words) < FEWEST_WORDS:
        return None
    best = None
    for other, before in shown:
        changes = [line for line in difflib.ndiff(broken(before), broken(words)) if line[0] in "+-"]
        if len(changes) <= MOST_CHANGES and (best is None or len(changes) < len(best[1])):
            best = other, changes
    if best is None:
        return None
    return [f"{head}: as {best[0]}" + (", but" if best[1] else ""), *("  " + change for change in best[1])]


def laid_out(head, words):
    """A command line behind its head where it is short, else below it."""
    line = " ".join([head, *words])
    if len(line) <= LONGEST_LINE:
        return [line]
    return [head, *("  " + line for line in broken(words))]


def broken(words):
    """A line for each word; lists in long words are broken behind their commas."""
    lines = []
    for word in words:
        first, *others = word.replace(",", ",\n").split("\n") if len(word) > LONGEST_LINE else [word]
        lines += [first, *("  " + other for other in others)]
    return lines


def capture_id(argv):
    """The folder that a capture of ncu writes to."""
    for word in argv:
        found = re.match(r"--export=.*/captures/([^/]+)/", word)
        if found:
            return found[1]
    return "?"


def ncu_calls(log, plain, shown):
    """[(heading, lines)] of every start of the stand-in that measured, or that gave the clocks back."""
    if not log.exists():
        return []
    calls = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines() if line.strip()]
    captures = [call for call in calls if "nth" in call]
    found = []
    if captures:
        lines = grouped([(capture_id(call["argv"]), call["argv"]) for call in captures], plain, shown)
        variables = {name for call in captures for name in call["environment"] if not name.startswith("NCU_STAND_IN")}
        folders = {plain.path(call["cwd"]) for call in captures}
        found.append(("ncu", lines + [f"in {' '.join(sorted(folders))}, with {' '.join(sorted(variables))}"]))
    resets = sum("--clock-control=reset" in call["argv"] for call in calls)
    if resets:
        found.append(("ncu gave the clocks back", [f"{resets} x"]))
    return found


def other_captures(run, plain, shown):
    """[(heading, lines)] of the captures of run.json that ncu did not take; of a launcher that starts ncu, its own words."""
    captures = []
    for one in (read_json(run / "run.json") or {}).get("captures", []):
        argv = [plain.path(word) for word in one["argv"]]
        if "<ncu>" in argv:
            argv = argv[:argv.index("<ncu>") + 1] + ["..."]
        if argv and argv[0] != "<ncu>":
            captures.append((one["id"], argv))
    return [("captures without ncu", grouped(captures, plain, shown))] if captures else []


def states(out):
    """[(heading, lines)] of what ctest printed."""
    rows = [[name, state.strip()] for name, state in CTEST_LINE.findall(out)]
    return [("ctest states", table(sorted(rows)))] if rows else []


def baseline(path):
    """[(heading, lines)] of a stored baseline: what it has values of, by how many captures."""
    stored = read_json(path)
    if stored is None:
        return [("stored", ["nothing"])]
    rows = []
    for region in stored["values"][1:]:
        for value in region[1:]:
            counts = " + ".join(str(len(samples)) for samples in value["samples"].values())
            rows.append([region[0], value["metric"], counts + " captures"])
    return [("stored", [f"{len(stored['sessions']) - 1} sessions, kind {stored['kind']}"] + table(rows))]


def said(text, notes, plain):
    """Lines of standard error, without progress, what stands in the notes, and arguments of ncu."""
    lines = [line for line in text.splitlines() if line.strip() and not PROGRESS.match(line)]
    lines = [re.sub(r"<ncu> .*", "<ncu> ...", plain.text(line)) for line in lines]
    return [line for line in lines if not any(plain.text(note) in line for note in notes)]
