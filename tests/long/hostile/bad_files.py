"""Odd files as inputs, and outputs that cannot be written: a message and exit code 2 or 3, nothing lost, nothing for ever."""
import os
import socket

from . import process
from .lab import fell, held
from .texts import red_run

INPUTS = ["nothing", "empty", "folder", "fifo", "loop", "dangling", "/dev/null", "/dev/zero", "/dev/full", "socket", "locked-folder", "text", "long-line", "nul", "zip", "elf", "", "-", "--", "/proc/self/mem", "x" * 300, "link-to-folder", "half.json"]
COMMANDS = [("show", "{x}"), ("show", "--html", "--out", "p.html", "{x}"), ("show", "--format", "json", "{x}"), ("show", "--tree", "{x}"), ("compare", "{x}", "{run}"), ("compare", "{run}", "{x}"), ("compare", "{x}", "{x}"), ("report", "{x}"),
            ("accept", "--run", "{x}", "--reason", "x"), ("check", "--benchmark-json", "{x}"), ("accept", "--benchmark-json", "{x}", "--reason", "x"), ("check", "--workload", "{x}"), ("check", "--build", "{x}", "--test", "t"),
            ("compare", "{run}", "--rules-from", "{x}"), ("budgets", "--region", "hot", "--config", "{x}"), ("summarize", "--build", "{x}")]
OUTPUTS = [("summarize", "{run}", "--markdown", "{x}"), ("summarize", "{run}", "--junit", "{x}"), ("compare", "{run}", "{run}", "--out", "{x}"), ("compare", "{run}", "{run}", "--html", "{x}"), ("show", "{run}", "--html", "--out", "{x}")]
TARGETS = ["folder", "text/x", "loop", "", "x" * 300, "precious.txt"]  # none outside of the attempt's folder
STREAMS = [("show", "{run}"), ("summarize", "{run}"), ("budgets", "--region", "hot"), ("compare", "{run}", "{run}", "--all"), ("show", "--format", "json", "{run}"), ("--help",), ("check", "--help"), ("--version",)]


def make_files(place):
    (place / "empty").write_text("")
    (place / "folder").mkdir()
    os.mkfifo(place / "fifo")
    (place / "loop").symlink_to("loop")
    (place / "dangling").symlink_to("nowhere")
    (place / "locked-folder").mkdir(0o000)
    (place / "text").write_text("some text\n")
    (place / "precious.txt").write_text("precious\n")
    (place / "long-line").write_text("x" * 3_000_000)
    (place / "nul").write_bytes(b"\0" * 5000)
    (place / "zip").write_bytes(b"PK\x03\x04" + b"x" * 100)
    (place / "elf").write_bytes(b"\x7fELF" + b"\0" * 100)
    (place / "half.json").write_text('{"context": {"num_cpus": 2}, "benchm')
    (place / "link-to-folder").symlink_to("folder")
    before = os.getcwd()
    os.chdir(place)
    try:
        server = socket.socket(socket.AF_UNIX)
        server.bind("socket")
        server.close()
    finally:
        os.chdir(before)


def filled(words, lab, x):
    return [word.format(x=x, run=red_run(lab)) for word in words]


def refused(outcome, codes):
    if outcome.breakage():
        return fell(outcome.breakage(), outcome)
    if outcome.code not in codes:
        return fell(f"exit code {outcome.code}", outcome)
    return held()


def odd_input(lab, generator):
    words, x = generator.choice(COMMANDS), generator.choice(INPUTS)
    outcome = lab.run(*filled(words, lab, x), seconds=20)
    if words[0] == "budgets" and outcome.code == 0 and x in ("empty", "/dev/null"):
        return held("an empty settings file")
    return refused(outcome, (2, 3, 4, 77))


def odd_output(lab, generator):
    words, x = generator.choice(OUTPUTS), generator.choice(TARGETS)
    outcome = lab.run(*filled(words, lab, x), seconds=20)
    if words[0] != "summarize" and (lab.place / "precious.txt").read_text() != "precious\n" and "--html" in words:
        return fell("a file that is no page of ours was written over", outcome)
    if x == "precious.txt":
        return refused(outcome, (0, 1, 2))
    return refused(outcome, (2,))


def odd_stream(lab, generator):
    words = filled(generator.choice(STREAMS), lab, "")
    outcome = process.run(["sh", "-c", f'"$@" {generator.choice((">/dev/full", ">&-"))}', "sh", lab.tool, *words], cwd=lab.place, env={"TMPDIR": str(lab.tmp)})
    return refused(outcome, (2,))


def attempt(lab, generator, index):
    make_files(lab.place)
    kind = (odd_input, odd_input, odd_output, odd_stream)[index % 4]
    result = kind(lab, generator)
    result.kind = kind.__name__
    (lab.place / "locked-folder").chmod(0o700)
    return result
