"""Programs that lie: the declared region is somewhere else, not opened, cut off or hidden, and the program is many times slower."""
import signal

from .kinds import pick
from .lab import judge, plain

COUNT = 56


def turns(generator):
    return generator.randrange(4_000, 12_000)


def slower(generator, n):
    return n * generator.randrange(3, 20)


def against_good(lab, generator, make, *, options=(), told=(), only_stored=False):
    """`make(n)` gives the words of the slower program; against a stored baseline or side by side, as the generator says."""
    n = generator.choice((5_000, 9_000))  # few, so that good states are shared
    new = make(slower(generator, n))
    if not only_stored and generator.random() < 0.4:
        return judge(lab.side_by_side(plain(n), new, options=options), told=told)
    lab.take_baselines(lab.good(plain(n)))
    return judge(lab.check(new, options=options), told=told)


def renamed(lab, generator):
    other = generator.choice(("hot2", "Hot", "hot ", " hot", "ho", "hot/hot", "h\u043et"))
    return against_good(lab, generator, lambda n: plain(n, other))


def other_thread(lab, generator):
    return against_good(lab, generator, lambda n: ["thread", "[", *plain(n), "]"])


def child_process(lab, generator):
    return against_good(lab, generator, lambda n: ["child", "[", *plain(n), "]"])


def grandchild(lab, generator):
    return against_good(lab, generator, lambda n: ["child", "[", "thread", "[", "child", "[", *plain(n), "]", "]", "]"])


def other_domain(lab, generator):
    name = generator.choice(("net", "", "default", "a/b", "ncu_regions"))
    return against_good(lab, generator, lambda n: ["dpush", name, "hot", "work", str(n), "dpop", name])


def start_end_range(lab, generator):
    return against_good(lab, generator, lambda n: ["start", "hot", "work", str(n), "end"])


def crash_after_work(lab, generator):
    number = generator.choice((signal.SIGABRT, signal.SIGSEGV, signal.SIGKILL, signal.SIGTERM, signal.SIGBUS, signal.SIGPIPE, signal.SIGHUP))
    return against_good(lab, generator, lambda n: [*plain(n), "signal", str(int(number))])


def crash_inside(lab, generator):
    number = generator.choice((signal.SIGABRT, signal.SIGSEGV, signal.SIGKILL))
    return against_good(lab, generator, lambda n: ["push", "hot", "work", str(n), "signal", str(int(number)), "pop"])


def exits_before_work(lab, generator):
    return against_good(lab, generator, lambda n: [*generator.choice(([], ["print", "nothing to do"])), "exit", "0", *plain(n)])


def fails_after_work(lab, generator):
    return against_good(lab, generator, lambda n: [*plain(n), "exit", str(generator.choice((1, 2, 3, 77, 125, 127, 255)))])


def goes_on_as_daemon(lab, generator):
    pause = generator.choice(("0", "200", "1500"))
    return against_good(lab, generator, lambda n: ["orphan", "[", "sleep", pause, *plain(n), "]"])


def replaces_itself(lab, generator):
    before = generator.choice(([], plain(100), ["push", "hot"]))
    return against_good(lab, generator, lambda n: [*before, "exec", *plain(n)])


def never_pops(lab, generator):
    return against_good(lab, generator, lambda n: ["push", "hot"] * generator.choice((1, 2, 5)) + ["work", str(n)])


def pops_too_often(lab, generator):
    return against_good(lab, generator, lambda n: ["pop"] * generator.randrange(1, 5) + plain(n) + ["pop", "pop"])


def prints_like_profilers(lab, generator):
    lines = ["==PROF== Disconnected from process 1", "==PROF== Report: /tmp/report.ncu-rep", "==1== Collected : 1", "desc: I1 cache:",
             '{"kind":"region","path":"hot","metrics":{"host__inst_executed.sum":1}}', "Error: no kernels were profiled", "summary: 1",
             "==1== callgrind: totals: 1", "</CTestMeasurement>", "I   refs: 1", "CTEST_FULL_OUTPUT"]
    said = [word for line in generator.sample(lines, 5) for word in (generator.choice(("print", "complain")), line)]
    return against_good(lab, generator, lambda n: [*said, *plain(n), *said])


def many_threads(lab, generator):
    many = generator.choice((200, 499, 600, 1000))
    return against_good(lab, generator, lambda n: ["threads", str(many), "[", *plain(n // 20), "]"], only_stored=True)


def many_children(lab, generator):
    return against_good(lab, generator, lambda n: ["children", str(generator.choice((20, 100))), "[", *plain(n // 10), "]"], only_stored=True)


def many_instances(lab, generator):
    many = generator.choice((5_000, 20_000, 100_000))
    return against_good(lab, generator, lambda n: ["loop", str(many), "[", *plain(10), "]"], only_stored=True)


def long_names(lab, generator):
    size = str(generator.choice((1_000, 65_535, 100_000, 1_000_000)))
    inside = generator.random() < 0.5
    return against_good(lab, generator, lambda n: ["big", size, *(plain(n) if inside else ["work", str(n)]), "pop"], only_stored=True)


def recursion(lab, generator):
    depth = generator.choice((2, 3, 40))
    return against_good(lab, generator, lambda n: ["push", "hot"] * depth + ["work", str(n)] + ["pop"] * depth)


def only_where_not_counted(lab, generator):
    """Opens the region another number of times under valgrind than in the timed run."""
    return against_good(lab, generator, lambda n: [*plain(n), generator.choice(("plain", "under")), "[", *plain(100), "]"], only_stored=True)


def hides_from_the_library(lab, generator):
    name = generator.choice(("NVTX_INJECTION64_PATH", "NCU_REGIONS_EVENTS"))
    return against_good(lab, generator, lambda n: ["unset", name, *plain(n)])


def closes_all_files(lab, generator):
    where = generator.random() < 0.5
    return against_good(lab, generator, lambda n: ["closefiles", *plain(n)] if where else ["push", "hot", "closefiles", "work", str(n), "pop"])


def floods_output(lab, generator):
    return against_good(lab, generator, lambda n: ["flood", str(generator.randrange(500, 4_000)), *plain(n)], only_stored=True)


def stops_itself(lab, generator):
    where = generator.choice((["signal", "19"], ["sleep", "100000"]))
    return against_good(lab, generator, lambda n: [*plain(n), *where], options=("timeout_s=2",), only_stored=True)


def work_goes_to_a_helper(lab, generator):
    """The region stays, empty; a thread or process without a region does what it did, and more."""
    block = generator.choice(("thread", "child"))
    return against_good(lab, generator, lambda n: ["push", "hot", block, "[", "work", str(n), "]", "pop"], told=("collapsed?",))


def more_of_both(lab, generator):
    """Slower and opened in a second process as well."""
    return against_good(lab, generator, lambda n: [*plain(n), "child", "[", *plain(n // 2), "]"])


def child_fails(lab, generator):
    number = str(generator.choice((6, 11, 9)))
    return against_good(lab, generator, lambda n: ["child", "[", *plain(n), "signal", number, "]"])


KINDS = [renamed, other_thread, child_process, grandchild, other_domain, start_end_range, crash_after_work, crash_inside, exits_before_work,
         fails_after_work, goes_on_as_daemon, replaces_itself, never_pops, pops_too_often, prints_like_profilers, many_threads, many_children,
         many_instances, long_names, recursion, only_where_not_counted, hides_from_the_library, closes_all_files, floods_output, stops_itself,
         work_goes_to_a_helper, more_of_both, child_fails]


def attempt(lab, generator, index):
    return pick(KINDS, lab, generator, index)
