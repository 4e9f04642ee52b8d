"""A disk that is full: what cannot be written is an error with a message, and what was there before stays."""
from . import process
from .kinds import pick
from .lab import CannotStart, fell, held, judge, plain, skipped
from .mounts import mount, unmount

COUNT = 14


def with_disk(lab, size, use):
    if not lab.has_own_mounts:
        return skipped("no mounts of our own (not root)")
    disk = lab.place / "disk"
    disk.mkdir()
    mount("tmpfs", disk, "tmpfs", 0, f"size={size}")
    try:
        return use(disk)
    finally:
        unmount(disk)


def fill(disk):
    with open(disk / "filler", "wb", buffering=0) as filler:
        try:
            while True:
                filler.write(b"x" * 4096)
        except OSError:
            pass


def refused(outcome, *names):
    """An error with a message that says what was not written."""
    broken = outcome.breakage()
    if broken:
        return fell(broken, outcome)
    return held() if outcome.code in (2, 3, 4) else fell(f"exit code {outcome.code}", outcome)


def red_run(lab):
    n = 5_000
    lab.take_baselines(lab.good(plain(n)))
    if lab.check(plain(n * 5)).code != 1:
        raise CannotStart("the slower program is not red")


def run_folder(lab, generator):
    lab.take_baselines(lab.good(plain(5_000)))
    return with_disk(lab, generator.choice(("4k", "12k", "32k", "100k")), lambda disk: judge(lab.check(plain(25_000), run=disk / "run"), setting=("space", "written", "disk")))


def temporary_folder(lab, generator):
    lab.take_baselines(lab.good(plain(5_000)))

    def use(disk):
        fill(disk)
        return judge(lab.check(plain(25_000), env={"TMPDIR": str(disk)}), setting=("TMPDIR", "space"))
    return with_disk(lab, generator.choice(("4k", "64k")), use)


def accepted_values(lab, generator):
    """The baseline that is there stays whole when the new one does not fit."""
    red_run(lab)

    def use(disk):
        stored = lab.take_baselines(lab.place / "bl", to="disk/bl")
        file = next(stored.glob("*/*.json"))
        before = file.read_bytes()
        fill(disk)
        outcome = lab.accept(baselines=stored)
        if file.read_bytes() != before:
            return fell("the stored baseline was damaged", outcome)
        return refused(outcome)
    return with_disk(lab, "64k", use)


def reports(lab, generator):
    """Outputs of commands that read a run."""
    red_run(lab)

    def use(disk):
        fill(disk)
        words = generator.choice((("summarize", "run", "--markdown", disk / "c.md"), ("summarize", "run", "--junit", disk / "c.xml"), ("show", "run", "--html", "--out", disk / "p.html"), ("compare", "run", "run", "--out", disk / "v.json"),
                                  ("compare", "run", "run", "--html", disk / "p.html")))
        return refused(lab.run(*words))
    return with_disk(lab, "16k", use)


def standard_output(lab, generator):
    red_run(lab)
    words = generator.choice((("show", "run"), ("summarize", "run"), ("budgets", "--region", "hot"), ("--help",), ("show", "--format", "json", "run"), ("compare", "run", "run", "--all"), ("show", "--tree", "run"),
                              ("discover", "--", str(lab.victim), *plain(10)), ("plan", "--region", "hot", "--", str(lab.victim), *plain(10)), ("--version",), ("doctor",), ("accept", "--run", "run", "--reason", "x", "--dry-run", "--baselines", "bl")))
    outcome = process.run(["sh", "-c", '"$@" >/dev/full', "sh", lab.tool, *words], cwd=lab.place, env={"TMPDIR": str(lab.tmp)})
    return refused(outcome)


KINDS = [run_folder, temporary_folder, accepted_values, reports, standard_output, standard_output, reports]


def attempt(lab, generator, index):
    return pick(KINDS, lab, generator, index)
