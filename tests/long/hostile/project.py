"""A CMake project with registered tests, its accepted baseline, and a slower program to put in the place of its own."""
import json
import re
import shutil

from . import process
from .lab import CannotStart, HERE, fell, held, plain

LISTS = """cmake_minimum_required(VERSION 3.25)
project(victim LANGUAGES C CXX)
add_executable(vic "{source}")
target_include_directories(vic PRIVATE "{nvtx}")
target_link_libraries(vic PRIVATE dl pthread)
enable_testing()
find_package(NcuRegions REQUIRED COMPONENTS harness)
ncu_regions_add_test(NAME t HOST_TARGET vic ARGS "@${{CMAKE_CURRENT_SOURCE_DIR}}/words" REGIONS hot cold)
ncu_regions_add_test(NAME s HOST_COMMAND sh "${{CMAKE_CURRENT_SOURCE_DIR}}/run.sh" "$<TARGET_FILE:vic>" REGIONS hot)
"""
SCRIPT = 'exec "$1" push hot work {turns} pop\n'
TURNS = 5_000
SLOWER = 9


def write_words(file, words):
    file.write_bytes(b"".join(word.encode("utf-8", "surrogateescape") + b"\0" for word in words))


def two_regions(turns):
    return [*plain(turns), *plain(turns, "cold")]


def configure(lab, source, build, *settings):
    return process.run(["cmake", "-S", source, "-B", build, "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_PREFIX_PATH={lab.prefix}", *settings], cwd=lab.folder)


def ctest(build, *options, env=None, seconds=process.HANG_SECONDS):
    return process.run(["ctest", "--test-dir", build, "--no-tests=error", "--output-on-failure", *options], cwd=build, env=env, seconds=seconds)


def states(outcome):
    """State of each test that ran: passed, failed, skipped."""
    found = {}
    for name, rest in re.findall(r"Test +#\d+: (ncu-regions\.\S+) (.*)", outcome.out):
        found[name] = "failed" if "Failed" in rest or "Not Run" in rest or "Exception" in rest or "Timeout" in rest else "skipped" if "Skipped" in rest else "passed"
    return found


def judge_ctest(outcome):
    """Caught is a ctest that fails because a test did."""
    if outcome.hung or outcome.code < 0:
        return fell(outcome.breakage(), outcome)
    if "***Exception" in outcome.out or "SEGFAULT" in outcome.out:
        return fell("a test ended by a signal", outcome)
    if outcome.code == 0:
        return fell(f"ctest is green ({', '.join(f'{name} {state}' for name, state in states(outcome).items())})", outcome)
    if "No tests were found" in outcome.text:
        return fell("ctest found no tests", outcome)
    return held(f"ctest {outcome.code}")


class Project:
    """Built and accepted once; `restore` puts everything back that an attempt may have changed."""

    def __init__(self, lab, name="project", scale=1):
        self.lab = lab
        self.source = lab.folder / name
        self.build = self.source / "build"
        self.state = self.build / "ncu-regions"
        self.baselines = self.source / "baselines"
        self.program = self.build / "vic"
        self.make(scale)

    def make(self, scale):
        shutil.rmtree(self.source, ignore_errors=True)
        self.source.mkdir(parents=True)
        (self.source / "CMakeLists.txt").write_text(LISTS.format(source=HERE / "victim.c", nvtx=self.lab.nvtx))
        write_words(self.source / "words", two_regions(TURNS))
        (self.source / "run.sh").write_text(SCRIPT.format(turns=TURNS))
        configured = configure(self.lab, self.source, self.build, f"-DCMAKE_C_FLAGS=-DSCALE={scale}")
        built = process.run(["cmake", "--build", self.build], cwd=self.source)
        if configured.code or built.code:
            raise CannotStart(f"the project cannot be built: {configured.err[-300:]}{built.err[-300:]}")

    def accept(self):
        """Accepts the program as it is; the tests are green then."""
        ctest(self.build, "-L", "ncu-regions")
        for name in ("t", "s"):
            accepted = self.lab.run("accept", "--run", self.state / name, "--reason", "start")
            if accepted.code != 0:
                raise CannotStart(f"cannot accept: {accepted.first_line()}")
        green = ctest(self.build, "-L", "ncu-regions")
        if green.code != 0 or "failed" in states(green).values():
            raise CannotStart(f"the project is not green to begin with: {states(green)}")
        self.good_program = self.keep(self.program)
        self.good_state = self.keep(self.state)
        self.good_baselines = self.keep(self.baselines)
        return self

    def keep(self, path):
        kept = self.source / "kept" / path.name
        kept.parent.mkdir(exist_ok=True)
        (shutil.copytree if path.is_dir() else shutil.copy2)(path, kept)
        return kept

    def restore(self):
        for path, kept in ((self.state, self.good_state), (self.baselines, self.good_baselines)):
            remove(path)
            shutil.copytree(kept, path, symlinks=True)
        self.put_program(self.good_program)
        (self.source / "run.sh").write_text(SCRIPT.format(turns=TURNS))
        write_words(self.source / "words", two_regions(TURNS))

    def put_program(self, program):
        remove(self.program)
        shutil.copy2(program, self.program)

    def put_slower(self):
        """As after a build of a slower commit."""
        self.put_program(self.lab.build_victim("slower", SLOWER, ("-O3", "-DNDEBUG")))

    def tests_json(self):
        return json.loads((self.state / "tests.json").read_text())

    def write_tests_json(self, content):
        (self.state / "tests.json").write_text(content if isinstance(content, str) else json.dumps(content))


def remove(path):
    """Whatever it is, also a FIFO or a link."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def project_of(lab):
    """The worker's project, in its good state."""
    if not hasattr(lab, "project"):
        lab.project = None
        lab.project = Project(lab).accept()
    if lab.project is None:
        raise CannotStart("the project could not be made")
    lab.project.restore()
    return lab.project
