"""Base builds that are not one: the head is slower than the base would be, and what it is compared with is itself, gone, broken or measures nothing."""
import os
import shutil

from .kinds import pick
from .lab import fell, judge, plain
from .project import SLOWER, Project, process, remove, two_regions, write_words

COUNT = 60


class Pair:
    """A head build that is slower than its base build; neither needs a stored baseline."""

    def __init__(self, lab):
        self.head = Project(lab, "head", SLOWER)
        self.base = Project(lab, "base")
        self.kept = {path: self.base.keep(path) for path in (self.base.program, self.base.state)}

    def restore(self):
        for path, kept in self.kept.items():
            remove(path)
            (shutil.copytree if kept.is_dir() else shutil.copy2)(kept, path)
        write_words(self.base.source / "words", two_regions(5_000))


def pair_of(lab):
    if not hasattr(lab, "pair"):
        lab.pair = Pair(lab)
    lab.pair.restore()
    return lab.pair


def check(lab, base, env=None, cwd=None, options=()):
    """By --base-build; with `base` None by the environment."""
    chosen = [] if base is None else ["--base-build", base]
    outcome = lab.run("check", "--build", lab.pair.head.build, "--test", "t", *chosen, *options, env=env, cwd=cwd)
    return judge(outcome, setting=("base", str(base)))


def itself(lab, generator):
    """The build that is judged, by another spelling."""
    build = pair_of(lab).head.build
    link = lab.place / "link"
    link.symlink_to(build)
    (lab.place / "up").symlink_to(build.parent)
    spelling = generator.choice((str(build), f"{build}/", f"{build}/../build", f"{build}/./", link, lab.place / "up/build", os.path.relpath(build, lab.place), f"{build}//"))
    return check(lab, spelling)


def itself_by_the_environment(lab, generator):
    build = pair_of(lab).head.build
    (lab.place / "link").symlink_to(build)
    return check(lab, None, {"NCU_REGIONS_BASE": str(generator.choice((build, lab.place / "link", f"{build}/.")))})


def linked_registration(lab, generator):
    """A folder whose tests.json is a link to the head's."""
    head = pair_of(lab).head
    folder = lab.place / "base/ncu-regions"
    folder.mkdir(parents=True)
    if generator.random() < 0.5:
        (folder / "tests.json").symlink_to(head.state / "tests.json")
    else:
        os.link(head.state / "tests.json", folder / "tests.json")
    return check(lab, folder.parent)


def no_folder(lab, generator):
    pair_of(lab)
    (lab.place / "file").write_text("")
    (lab.place / "empty").mkdir()
    (lab.place / "loop").symlink_to("loop")
    return check(lab, generator.choice(("nowhere", "file", "empty", "loop", "/", "/dev/null", "/proc", lab.pair.base.source, "file/x", "~", "x" * 300)))


def odd_variable(lab, generator):
    pair_of(lab)
    value = generator.choice(("relative", "./base", "~/base", f" {lab.pair.base.build}", f"{lab.pair.base.build} ", "/nowhere", "file:///x", f"{lab.pair.base.build}:{lab.pair.head.build}", "\n", " "))
    return check(lab, None, {"NCU_REGIONS_BASE": value})


def copied(lab, generator):
    base = pair_of(lab).base
    target = lab.place / "copy"
    shutil.copytree(base.build if generator.random() < 0.5 else lab.pair.head.build, target)
    return check(lab, target)


def copied_registration(lab, generator):
    """Only the registration of the head was copied over the base's."""
    pair = pair_of(lab)
    shutil.copy(pair.head.state / "tests.json", pair.base.state / "tests.json")
    return check(lab, pair.base.build)


def without_program(lab, generator):
    pair = pair_of(lab)
    remove(pair.base.program)
    kind = generator.randrange(5)
    if kind == 1:
        pair.base.program.mkdir()
    elif kind == 2:
        pair.base.program.symlink_to("/nowhere/vic")
    elif kind == 3:
        pair.base.program.symlink_to("vic")
    elif kind == 4:
        os.mkfifo(pair.base.program)
    return check(lab, pair.base.build)


def other_program(lab, generator):
    """Something else is in the program's place."""
    program = pair_of(lab).base.program
    remove(program)
    text = generator.choice((b"", b"\x7fELF", b"#!/bin/sh\nexit 0\n", b"#!/bin/sh\nexit 3\n", b"#!/nowhere\n", b"text", b"#!/bin/sh\nkill -SEGV $$\n", b"#!/bin/sh\necho hot\n", None))
    if text is None:
        shutil.copy("/bin/true", program)
    else:
        program.write_bytes(text)
        program.chmod(generator.choice((0o755, 0o755, 0o644)))
    return check(lab, lab.pair.base.build)


def measures_nothing(lab, generator):
    """The base's program ends well and opens no declared region, or one of two: neither is new here."""
    pair = pair_of(lab)
    init = generator.choice(([], ["push", "init", "pop"]))
    words = generator.choice((["print", "no input"], plain(5_000, "other"), plain(5_000, "cold"), plain(5_000), ["exit", "0"], ["file", "/nowhere", "[", *two_regions(5_000), "]"]))
    write_words(pair.base.source / "words", [*init, *words])
    outcome = lab.run("check", "--build", pair.head.build, "--test", "t", "--base-build", pair.base.build)
    return fell("a region that the base declares is new here", outcome) if "no_baseline" in outcome.text else judge(outcome)


def fails_after_work(lab, generator):
    pair = pair_of(lab)
    write_words(pair.base.source / "words", [*two_regions(5_000), *generator.choice((["exit", "1"], ["signal", "11"], ["signal", "9"], ["exit", "77"]))])
    return check(lab, pair.base.build)


def opened_elsewhere(lab, generator):
    """The base has the regions in another place."""
    pair = pair_of(lab)
    block = generator.choice((["push", "outer", *two_regions(5_000), "pop"], ["thread", "[", *two_regions(5_000), "]"], [*two_regions(5_000), "push", "x", *two_regions(5), "pop"]))
    write_words(pair.base.source / "words", block)
    return check(lab, pair.base.build)


def broken_registration(lab, generator):
    file = pair_of(lab).base.state / "tests.json"
    text = file.read_text()
    file.write_text(generator.choice((text[:generator.randrange(1, len(text) - 3)], "", "{}", "[]", "null", '{"tests":null}', '{"tests":[1]}', '{"tests":{}}', text + "x", text.replace('"regions"', '"Regions"'))))
    return check(lab, lab.pair.base.build)


def odd_registration(lab, generator):
    """One field of the base's registration names something that is not there."""
    base = pair_of(lab).base
    content = base.tests_json()
    entry = next(test for test in content["tests"] if test["name"] == "t")
    key, value = generator.choice((("host_command", []), ("host_command", ["/nowhere"]), ("host_command", ["/bin/true"]), ("host_command", [""]), ("working_directory", "/nowhere"), ("working_directory", ""),
                                   ("args", ["@/nowhere"]), ("args", []), ("regions", []), ("regions", None), ("args", None), ("run", "/nowhere"), ("name", None), ("args", ["unknown-word"])))
    entry[key] = value
    base.write_tests_json(content)
    return check(lab, base.build)


def not_built(lab, generator):
    """Configured, never built."""
    pair_of(lab)
    target = lab.place / "unbuilt"
    shutil.copytree(lab.pair.base.source, target, ignore=shutil.ignore_patterns("build", "kept"))
    process.run(["cmake", "-S", target, "-B", target / "build", f"-DCMAKE_PREFIX_PATH={lab.prefix}"], cwd=lab.place)
    return check(lab, target / "build")


def hangs(lab, generator):
    pair = pair_of(lab)
    write_words(pair.base.source / "words", [*two_regions(5_000), "sleep", "100000"])
    return check(lab, pair.base.build, options=("timeout_s=2",))


def program_of_ab(lab, generator):
    """`ab --base PROGRAM` with what is no program, or not the same one."""
    pair_of(lab)
    (lab.place / "folder").mkdir()
    (lab.place / "text").write_text("text")
    (lab.place / "script").write_text("#!/bin/sh\nexit 0\n")
    (lab.place / "script").chmod(0o755)
    (lab.place / "locked").write_text("#!/bin/sh\nexit 0\n")
    (lab.place / "locked").chmod(0o644)
    (lab.place / "loop").symlink_to("loop")
    base = generator.choice(("/nowhere", "folder", "text", "script", "locked", "loop", "/bin/true", "/bin/false", "", "/dev/null"))
    return judge(lab.side_by_side([], plain(50_000), base=base), setting=("base", base or "--base"))


def words_of_ab(lab, generator):
    old = generator.choice(([], plain(5_000, "other"), ["exit", "0"], ["exit", "4"], [*plain(5_000), "signal", "6"], ["push", "x", *plain(5), "pop", "push", "y", *plain(5), "pop"]))
    return judge(lab.side_by_side(old, plain(50_000)))


KINDS = [itself, itself_by_the_environment, linked_registration, no_folder, odd_variable, copied, copied_registration, without_program, other_program, measures_nothing, fails_after_work, opened_elsewhere,
         broken_registration, odd_registration, not_built, hangs, program_of_ab, words_of_ab, no_folder, odd_registration]


def attempt(lab, generator, index):
    return pick(KINDS, lab, generator, index)
