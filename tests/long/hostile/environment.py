"""The environment of a check: variables, limits, folders, disks, locks and a valgrind that is not well. The program is slower; what cannot be measured is told."""
import os
import shutil
import subprocess
import sys

from . import process, valgrinds
from .kinds import pick
from .lab import is_root, judge, plain, skipped
from .mounts import BIND, LOCK, mount, unmount

COUNT = 110


def prepare(lab, generator):
    n = generator.choice((5_000, 9_000))
    lab.take_baselines(lab.good(plain(n)))
    return plain(n * generator.randrange(3, 9))


def check(lab, generator, env, setting=(), options=()):
    return judge(lab.check(prepare(lab, generator), env=env, options=options), setting=setting)


def check_through(lab, generator, *before, setting=(), **more):
    """The check started by another program, or with odd files."""
    words = lab.check_words(prepare(lab, generator))
    return judge(process.run([*before, lab.tool, *words], cwd=lab.place, env={"TMPDIR": str(lab.tmp)}, **more), setting=setting)


# ---- variables ----

def path(lab, generator):
    value = generator.choice((f"/nowhere:{os.environ['PATH']}", f":{os.environ['PATH']}", f"{os.environ['PATH']}:{lab.place}", f"{'/x' * 2000}:{os.environ['PATH']}", f"{lab.tool}:{os.environ['PATH']}"))
    return check(lab, generator, {"PATH": value})


def tmpdir(lab, generator):
    (lab.place / "file").write_text("")
    (lab.place / "a b'\"$x").mkdir()
    (lab.place / "loop").symlink_to("loop")
    value = generator.choice(("/nowhere", str(lab.place / "file"), "", str(lab.place / "a b'\"$x"), str(lab.place / "file/x"), str(lab.place / "loop"), "relative", "x" * 5000))
    return check(lab, generator, {"TMPDIR": value}, ("TMPDIR",))


def home(lab, generator):
    (lab.place / "h").mkdir()
    (lab.place / "h/.valgrindrc").write_text(generator.choice(("--tool=none\n", "--nothing\n", "--callgrind:collect-atstart=no\n", "--trace-children=no\n", "--log-file=/dev/null\n", "--xml=yes\n", "-q\n", "\0\xff\n")))
    return check(lab, generator, {"HOME": generator.choice((None, "/nowhere", "", str(lab.place / "h"), str(lab.place / "h"), "/dev/null"))}, ("valgrind",))


def settings_beside_the_program(lab, generator):
    """A .valgrindrc in the folder where the check runs."""
    (lab.place / ".valgrindrc").write_text(generator.choice(("--tool=none\n", "--callgrind:toggle-collect=x\n", "--trace-children=no\n", "--log-file=x\n", "--nothing\n", "--callgrind:dump-instr=yes\n")))
    return check(lab, generator, {})


def valgrind_options(lab, generator):
    return check(lab, generator, {"VALGRIND_OPTS": generator.choice(("--tool=none", "--nothing", "--trace-children=no", "--log-file=/dev/null", "-q", "--error-exitcode=0", "--tool=memcheck", "--version", "--help", "--vgdb=no", "--xml=yes --xml-file=x",
                                                                     "--callgrind:collect-atstart=no", "--toggle-collect=x", "--log-fd=9"))})


def valgrind_library(lab, generator):
    return check(lab, generator, {"VALGRIND_LIB": generator.choice(("/nowhere", "", str(lab.place), "/dev/null"))})


def preload(lab, generator):
    (lab.place / "text.so").write_text("text")
    value = generator.choice(("/nowhere.so", str(lab.place / "text.so"), "libm.so.6", "/nowhere.so:libm.so.6", "", str(lab.prefix / "lib/ncu-regions/libncu_regions_nvtx.so")))
    return check(lab, generator, {"LD_PRELOAD": value})


def other_clock(lab, generator):
    """A clock that jumps, put into every process."""
    library = lab.folder / "clock.so"
    if not library.exists():
        source = lab.folder / "clock.c"
        source.write_text("""#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
static long shift(void) { const char* s = getenv("CLOCK_SHIFT"); return s ? atol(s) : 0; }
int clock_gettime(clockid_t id, struct timespec* t) {
  static int (*real)(clockid_t, struct timespec*); static long calls;
  if (!real) real = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
  int code = real(id, t);
  if (id == CLOCK_REALTIME || getenv("CLOCK_ALL")) t->tv_sec += shift() * (++calls % 2);
  return code;
}
time_t time(time_t* t) { struct timespec now; clock_gettime(CLOCK_REALTIME, &now); if (t) *t = now.tv_sec; return now.tv_sec; }
""")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", source, "-o", library, "-ldl"], check=True)
    env = {"LD_PRELOAD": str(library), "CLOCK_SHIFT": generator.choice(("100000000", "-100000000", "86400", "-2000000000"))}
    if generator.random() < 0.3:
        env["CLOCK_ALL"] = "1"
        env["CLOCK_SHIFT"] = generator.choice(("5", "-5"))
    return check(lab, generator, env)


def injection(lab, generator):
    return check(lab, generator, {generator.choice(("NVTX_INJECTION64_PATH", "NVTX_INJECTION32_PATH")): generator.choice(("", "/nowhere.so", "libm.so.6", "/dev/null"))})


def other_library(lab, generator):
    (lab.place / "text.so").write_text("text")
    value = generator.choice(("/nowhere.so", str(lab.place / "text.so"), "/dev/null", str(lab.place), "/lib/x86_64-linux-gnu/libm.so.6"))
    return check(lab, generator, {"NCU_REGIONS_NVTX_LIBRARY": value}, ("NCU_REGIONS_NVTX_LIBRARY", value))


def own_variables(lab, generator):
    name, value = generator.choice((("NCU_REGIONS_EVENTS", "/nowhere"), ("NCU_REGIONS_EVENTS", "/dev/null"), ("NCU_REGIONS_PROFILER", "none"), ("NCU_REGIONS_PROFILER", "HOST"), ("NCU_REGIONS_PROFILER", "host,ncu"),
                                    ("NCU_REGIONS_TEMPLATES", "/nowhere"), ("NCU_REGIONS_TEMPLATES", "/dev/null"), ("NCU_REGIONS_NCU", "/nowhere"), ("NCU_REGIONS_BASELINES", "/nowhere"), ("NCU_REGIONS_TEMPLATES", "relative")))
    return check(lab, generator, {name: value}, (name, value))


def conf_folder(lab, generator):
    """NCU_REGIONS_CONF names nothing, something empty, or a part of what it should."""
    (lab.place / "empty").mkdir()
    (lab.place / "file").write_text("")
    conf = lab.prefix / "share/ncu-regions/conf"
    shutil.copytree(conf, lab.place / "part")
    victim = generator.choice(("metrics.yaml", "defaults.yaml", "host/default.yaml", "budgets/default.yaml"))
    change = generator.choice(("gone", "cut", "empty", "other"))
    file = lab.place / "part" / victim
    if change == "gone":
        file.unlink()
    elif change == "cut":
        file.write_text(file.read_text()[: file.stat().st_size // 2] + "\n  - [")
    elif change == "empty":
        file.write_text("")
    else:
        file.write_text("nothing: [1\n")
    value = generator.choice(("/nowhere", "", str(lab.place / "empty"), str(lab.place / "file"), "relative", str(lab.place / "part"), str(lab.place / "part"), str(lab.place / "part"))) if change != "empty" else str(generator.choice((lab.place / "empty", "/nowhere", "/dev/null")))
    if value == "":
        return check(lab, generator, {"NCU_REGIONS_CONF": value}, ("NCU_REGIONS_CONF",))
    return check(lab, generator, {"NCU_REGIONS_CONF": value}, ("NCU_REGIONS_CONF", value, victim))


def locale(lab, generator):
    return check(lab, generator, {generator.choice(("LC_ALL", "LC_NUMERIC", "LANG")): generator.choice(("de_DE.UTF-8", "C", "nothing", "tr_TR.UTF-8", "POSIX", "")), "TZ": generator.choice(("Pacific/Kiritimati", "nothing", ":/dev/null", ""))})


def linker(lab, generator):
    return check(lab, generator, {generator.choice(("LD_LIBRARY_PATH", "LD_AUDIT", "LD_BIND_NOW", "LD_DEBUG", "LD_PROFILE")): generator.choice(("/nowhere", "1", "libs"))})


def allocator(lab, generator):
    return check(lab, generator, {generator.choice(("GLIBC_TUNABLES", "MALLOC_ARENA_MAX", "MALLOC_PERTURB_", "MALLOC_CHECK_")): generator.choice(("glibc.malloc.check=3", "1", "x", "glibc.cpu.hwcaps=-AVX"))})


def nothing_but_path(lab, generator):
    return check(lab, generator, {name: None for name in ("HOME", "LANG", "USER", "LOGNAME")})


def large_environment(lab, generator):
    return check(lab, generator, {f"FILLER{i}": "x" * 100_000 for i in range(generator.randrange(1, 9))})


def names_of_ranks(lab, generator):
    return check(lab, generator, generator.choice(({"OMPI_COMM_WORLD_RANK": "3"}, {"SLURM_PROCID": "x"}, {"CUDA_VISIBLE_DEVICES": ""}, {"CTEST_RESOURCE_GROUP_COUNT": "1"}, {"GITHUB_ACTIONS": "true"}, {"NO_COLOR": "1"}, {"PMI_RANK": "-1"})))


# ---- limits and how it is started ----

def limits(lab, generator):
    limit = generator.choice(("--fsize=0", "--fsize=1000", "--fsize=70000", "--nofile=5", "--nofile=12", "--nofile=30", "--as=20000000", "--as=200000000", "--stack=65536", "--core=0", "--nproc=1", "--data=1000000", "--memlock=0", "--sigpending=0"))
    return check_through(lab, generator, "prlimit", limit, setting=("file", "limit", "memory", "output", "open", "write"))


def closed_files(lab, generator):
    redirection = generator.choice(("<&-", ">&-", "2>&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-", "</dev/full"))
    words = lab.check_words(prepare(lab, generator))
    outcome = process.run(["sh", "-c", f'"$@" {redirection}; code=$?; echo "ended $code" >/dev/tty 2>/dev/null; exit $code', "sh", lab.tool, *words], cwd=lab.place, env={"TMPDIR": str(lab.tmp)})
    if ">&-" in redirection:
        outcome.out += "(closed)"
    return judge(outcome, setting=("closed", "output"))


def full_output(lab, generator):
    words = lab.check_words(prepare(lab, generator))
    where = generator.choice((">/dev/full", "2>/dev/full", ">/dev/full 2>&1"))
    outcome = process.run(["sh", "-c", f'"$@" {where}', "sh", lab.tool, *words], cwd=lab.place, env={"TMPDIR": str(lab.tmp)})
    if "2>" in where:
        outcome.err += "standard output"
    return judge(outcome, setting=("output", "written"))


def ignored_signals(lab, generator):
    return check_through(lab, generator, "sh", "-c", f"trap '' {generator.choice(('TERM', 'CHLD', 'PIPE', 'INT', 'TERM CHLD PIPE HUP INT QUIT'))}; exec \"$@\"", "sh")


def other_personality(lab, generator):
    return check_through(lab, generator, *generator.choice((("setarch", "-R"), ("nice", "-n", "19"), ("setsid", "-w"), ("env", "X=1"), ("nohup",), ("stdbuf", "-o0"))))


def umask(lab, generator):
    return check_through(lab, generator, "sh", "-c", f"umask {generator.choice(('777', '000', '177', '477'))}; exec \"$@\"", "sh")


def folder_is_gone(lab, generator):
    """The folder where the check runs is removed under it."""
    new = prepare(lab, generator)
    words = lab.check_words(new, baselines=lab.place / "bl", run=lab.place / "run")
    return judge(process.run(["sh", "-c", 'mkdir gone && cd gone && rmdir ../gone && exec "$@"', "sh", lab.tool, *words], cwd=lab.place, env={"TMPDIR": str(lab.tmp)}), setting=("folder", "directory"))


# ---- disks and locks, with mounts of our own ----

def run_folder(lab, generator):
    """A run folder that cannot be written, or is something else."""
    (lab.place / "file").write_text("")
    (lab.place / "precious").mkdir()
    (lab.place / "precious/thesis.txt").write_text("x")
    (lab.place / "loop").symlink_to("loop")
    (lab.place / "dangling").symlink_to("/not/mounted")
    run = generator.choice(("file", "precious", "loop", "dangling", "file/x", "", "x" * 300, "bl"))
    new = prepare(lab, generator)
    result = judge(lab.check(new, run=run), setting=(run or "--run", "run"))
    lab.check(new, run=run)  # a refused folder is refused again
    if not (lab.place / "precious/thesis.txt").exists() or not (lab.place / "dangling").is_symlink():
        result.state, result.why = "fell", f"--run {run} removed what was not its own"
    return result


def small_disk(lab, generator):
    if not lab.has_own_mounts:
        return skipped("no mounts of our own (not root)")
    new = prepare(lab, generator)
    disk = lab.place / "disk"
    disk.mkdir()
    options = generator.choice(("size=4k", "size=16k", "size=64k", "size=200k", "nr_inodes=3,size=1m", "nr_inodes=12,size=1m", "ro,size=1m"))
    mount("tmpfs", disk, "tmpfs", 1 if options.startswith("ro") else 0, options.replace("ro,", ""))
    try:
        if generator.random() < 0.5:
            return judge(lab.check(new, run=disk / "run"), setting=(str(disk), "space", "written", "read-only"))
        return judge(lab.check(new, env={"TMPDIR": str(disk)}), setting=("TMPDIR", str(disk)))
    finally:
        unmount(disk)


def odd_lock(lab, generator):
    """What is in the place of the machine's lock."""
    if not lab.has_own_mounts:
        return skipped("no mounts of our own (not root)")
    odd = lab.place / "odd"
    kind = generator.choice(("fifo", "closed", "device", "text"))
    if kind == "fifo":
        os.mkfifo(odd)
    else:
        odd.write_text("text")
    if kind == "closed":
        odd.chmod(0)
    mount("/dev/full" if kind == "device" else odd, LOCK, None, BIND)
    try:
        return check(lab, generator, {})
    finally:
        unmount(LOCK)


def lock_is_held(lab, generator):
    """Somebody measures for a few seconds."""
    if not lab.has_own_mounts:
        return skipped("no mounts of our own (not root)")
    new = prepare(lab, generator)
    ready = lab.place / "ready"
    holder = "import fcntl,sys,time,pathlib\nf=open(sys.argv[1])\nfcntl.flock(f,fcntl.LOCK_EX)\npathlib.Path(sys.argv[2]).touch()\ntime.sleep(float(sys.argv[3]))\n"
    with process.Holder([sys.executable, "-c", holder, LOCK, str(ready), str(generator.uniform(0.2, 3))], lab.place):
        process.wait_until(ready.exists, 10)
        return judge(lab.check(new))


def no_proc(lab, generator):
    """Without /proc, or with an empty /dev/shm."""
    if not lab.has_own_mounts:
        return skipped("no mounts of our own (not root)")
    place = generator.choice(("/proc", "/dev/shm", "/var/tmp"))
    new = prepare(lab, generator)
    mount("tmpfs", place, "tmpfs", generator.choice((0, 1)), "size=64k")
    try:
        return judge(lab.check(new), setting=(place, "was not found"))
    finally:
        unmount(place)


KINDS = [path, tmpdir, home, settings_beside_the_program, valgrind_options, valgrind_library, preload, other_clock, injection, other_library, own_variables, conf_folder, locale, linker, allocator, nothing_but_path,
         large_environment, names_of_ranks, limits, closed_files, full_output, ignored_signals, other_personality, umask, folder_is_gone, run_folder, small_disk, odd_lock, lock_is_held, no_proc, limits, conf_folder,
         *valgrinds.kinds(prepare)]


def attempt(lab, generator, index):
    return pick(KINDS, lab, generator, index)
