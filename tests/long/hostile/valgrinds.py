"""Programs called valgrind that are slow, broken, silent or of another kind, first on PATH."""
import os

from . import process
from .lab import fell, judge

REAL = "/usr/bin/valgrind"
BODIES = {
    "crashes": ("kill -SEGV $$", "kill -9 $$", "abort() { kill -ABRT $$; }; abort"),
    "fails": ("exit 1", "exit 127", "exit 255", "echo 'valgrind: failed to start tool' >&2; exit 1", "echo \"valgrind: Fatal error at startup: a function redirection\" >&2; exit 1"),
    "is_silent": ("exit 0", "echo; exit 0", "true"),
    "says_odd_things": ("[ \"$1\" = --version ] && { echo 'valgrind-99'; exit 0; }", "[ \"$1\" = --version ] && { echo hello; exit 0; }", "[ \"$1\" = --version ] && { printf '\\377\\376'; exit 0; }",
                        "[ \"$1\" = --version ] && { head -c 200000 /dev/zero | tr '\\0' v; exit 0; }", "[ \"$1\" = --version ] && { echo valgrind-3.1.0; exit 0; }"),
    "fails_when_it_counts": ("[ \"$1\" = --version ] || exit 1", "[ \"$1\" = --version ] || kill -SEGV $$", "[ \"$1\" = --version ] || exit 0", "[ \"$1\" = --version ] || { echo 'valgrind: out of memory' >&2; exit 1; }"),
    "runs_the_program_plainly": ("[ \"$1\" = --version ] || { while [ \"${1#-}\" != \"$1\" ]; do shift; done; exec \"$@\"; }",),
    "counts_something_else": ("[ \"$1\" = --version ] || { shift; exec %s --tool=none \"$@\"; }" % REAL, "[ \"$1\" = --version ] || { exec %s --tool=callgrind --collect-atstart=no --instr-atstart=no \"$@\"; }" % REAL),
    "is_slow_to_answer": ("[ \"$1\" = --version ] && sleep 12", "[ \"$1\" = --version ] && sleep 100"),
}


def left_behind(place):
    """Processes that still stand in the folder of an attempt."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{pid}/cwd").startswith(str(place)):
                found.append(int(pid))
        except OSError:
            pass
    return found


def put_valgrind(lab, body):
    folder = lab.place / "bin"
    folder.mkdir()
    program = folder / "valgrind"
    program.write_text(f"#!/bin/sh\n{body}\nexec {REAL} \"$@\"\n")
    program.chmod(0o755)
    return {"PATH": f"{folder}:{os.environ['PATH']}"}


def fake(name, bodies, prepare):
    def kind(lab, generator):
        new = prepare(lab, generator)
        result = judge(lab.check(new, env=put_valgrind(lab, generator.choice(bodies))))
        process.wait_until(lambda: not left_behind(lab.place), 5)
        orphans = left_behind(lab.place)
        for pid in orphans:
            os.kill(pid, 9)
        return fell("a probe left a process behind") if orphans else result
    kind.__name__ = f"valgrind_{name}"
    return kind


def kinds(prepare):
    def not_a_program(lab, generator):
        """A file that cannot be run stands in valgrind's place, and the real one behind it on PATH."""
        new = prepare(lab, generator)
        folder = lab.place / "bin"
        folder.mkdir()
        program = folder / "valgrind"
        program.write_bytes(generator.choice((b"", b"\x7fELF", b"#!/nowhere\n", b"text")))
        program.chmod(0o755)
        return judge(lab.check(new, env={"PATH": f"{folder}:{os.environ['PATH']}"}))
    not_a_program.__name__ = "valgrind_is_not_a_program"
    return [fake(name, bodies, prepare) for name, bodies in BODIES.items()] + [not_a_program]
