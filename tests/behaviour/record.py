"""Recorded behaviour: the text of one situation, command by command."""
import signal

import sections
from plain import Plain


class Record:
    def __init__(self, names, log):
        self.plain = Plain(names)
        self.log = log  # of the stand-in for ncu
        self.lines = []
        self.commands = 0
        self.shown = []  # command lines of captures, so far

    def call(self, path, word):
        """Records show this path as that word."""
        self.plain = Plain({**dict(self.plain.names), str(path): word})

    def add_command(self, words, env, code):
        variables = "".join(f"{name}={self.plain.word(str(value))} " for name, value in (env or {}).items())
        self.shown = [(name if " of $" in name else f"{name} of ${self.commands}", words) for name, words in self.shown]
        self.commands += 1
        self.lines += ["", f"${self.commands} {variables}{self.plain.command(words)}"]
        self.lines.append(f"exit code {code}" if code >= 0 else f"ended by {signal.Signals(-code).name}")

    def add(self, heading, text):
        lines = text.splitlines() if isinstance(text, str) else text
        self.lines.append(heading + ":")
        self.lines += [("  " + self.plain.text(line)).rstrip() for line in lines]

    def add_all(self, found):
        for heading, lines in found:
            self.add(heading, lines)

    def add_run(self, run, before, err, folder=True):
        """What a command left in a run folder, which had the stamp `before`, and what it said."""
        found = []
        if run and before and stamp(run) == before:
            self.lines.append("run folder as before")
        elif run:
            found = sections.verdicts(run)
            self.add_all(found)
            if folder and run.is_dir():
                self.lines.append("run folder: " + " ".join(sorted(path.name for path in run.iterdir())))
            self.add_all(sections.other_captures(run, self.plain, self.shown))
        self.add_all(sections.ncu_calls(self.log, self.plain, self.shown))
        notes = [line for heading, lines in found if heading == "notes" for line in lines]
        lines = sections.said(err, notes, self.plain)
        if lines:
            self.add("said", lines)


def stamp(run):
    """Changes when something is written into a run folder, or to a file."""
    if run is None or not run.exists():
        return None
    files = sorted(run.iterdir()) if run.is_dir() else [run]
    return [(file.name, file.lstat().st_ino, file.lstat().st_mtime_ns) for file in files]
