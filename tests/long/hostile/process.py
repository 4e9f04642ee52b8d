"""Runs a command with a time limit, and says how it ended."""
import os
import re
import shlex
import signal
import subprocess
import time
from dataclasses import dataclass, field

HANG_SECONDS = 60
CRASH_TEXTS = ("terminate called", "what():", "AddressSanitizer", "runtime error:", "Traceback (most recent",
               "Assertion ", "core dumped", "stack smashing", "free():", "malloc():")


@dataclass
class Outcome:
    argv: list
    code: int
    out: str
    err: str
    hung: bool = False
    cwd: str = ""
    changed: dict = field(default_factory=dict)

    @property
    def text(self):
        return self.out + self.err

    def command(self):
        """A line for a shell that does the same again."""
        changes = [f"-u {name}" if value is None else shlex.quote(f"{name}={value}") for name, value in self.changed.items()]
        words = ["env", *changes] if changes else []
        line = " ".join(words + [shlex.quote(str(word)) for word in self.argv])
        return f"cd {shlex.quote(str(self.cwd))} && {line}"

    def breakage(self):
        """How the program itself broke, whatever it was asked: by a signal, for ever, without a word. Empty: it did not."""
        if self.hung:
            return f"did not end within {HANG_SECONDS} s"
        if self.code < 0 or self.code >= 128:
            return f"ended by a signal (exit code {self.code})"
        crash = next((text for text in CRASH_TEXTS if text in self.text), None)
        if crash:
            return f"broke down: '{crash}'"
        if self.code != 0 and not self.text.strip():
            return f"exit code {self.code} without a word"
        return ""

    def first_line(self, pattern=r"error|regress|not_measured|no_baseline|gate|suspect|pass"):
        lines = [line.strip() for line in self.text.splitlines() if line.strip()]
        return next((line for line in lines if re.search(pattern, line)), lines[0] if lines else "")[:200]


def clean_environment():
    kept = ("TMPDIR", "PATH", "HOME", "LANG", "USER", "LOGNAME", "PYENV_ROOT", "PYENV_VERSION")
    return {name: os.environ[name] for name in kept if name in os.environ}


def changed_environment(changes):
    environment = clean_environment()
    for name, value in (changes or {}).items():
        if value is None:
            environment.pop(name, None)
        else:
            environment[name] = value
    return environment


def end_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def run(argv, *, cwd, env=None, seconds=HANG_SECONDS, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE):
    """`env`: what differs from a clean environment; a value of None takes a variable away."""
    argv = [os.fsencode(str(word)) if not isinstance(word, bytes) else word for word in argv]
    process = subprocess.Popen(argv, cwd=cwd, env=changed_environment(env), stdin=stdin, stdout=stdout, stderr=stderr,
                               start_new_session=True)
    hung = False
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        hung = True
        end_group(process)
        try:
            out, err = process.communicate(timeout=5)
        except subprocess.TimeoutExpired:  # something that it left behind holds the pipes
            out, err = b"", b""
    decode = lambda text: (text or b"").decode("utf-8", "replace")
    shown = [word.decode("utf-8", "backslashreplace") for word in argv]
    return Outcome(shown, process.returncode if process.returncode is not None else -9, decode(out), decode(err), hung, str(cwd), dict(env or {}))


class Holder:
    """A process of ours that runs beside an attempt; ended with it."""

    def __init__(self, argv, cwd):
        self.process = subprocess.Popen(argv, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, start_new_session=True)

    def __enter__(self):
        return self.process

    def __exit__(self, *_):
        end_group(self.process)
        self.process.wait()


def wait_until(is_true, seconds):
    end = time.monotonic() + seconds
    while not is_true() and time.monotonic() < end:
        time.sleep(0.02)
    return is_true()
