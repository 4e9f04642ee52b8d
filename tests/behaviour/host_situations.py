"""Situations of the host profiler and stored baselines. Exact metrics alone: their words do not depend on the machine. Those without
instructions need no valgrind and are quick."""
import json

COUNTS = "metrics=[region__instances,host__kernel_launches.sum]"
INSTANCES = "metrics=[region__instances]"
INST = "metrics=[host__inst_executed.sum]"


def _work(scene, turns):
    return [scene.ranges, "work", str(turns)]


def host_first_run(scene):
    """Host profiler, no baseline yet."""
    scene.need("valgrind")
    scene.check([scene.ranges, "empty"], ["empty", "outer", "inner"])


def host_stored_pass(scene):
    """Host profiler, unchanged against a stored baseline."""
    scene.need("valgrind")
    scene.accept_first(_work(scene, 1000), ["work"])
    scene.check(_work(scene, 1000), ["work"])


def host_stored_regressed(scene):
    """Host profiler, ten times the instructions of the stored baseline."""
    scene.need("valgrind")
    scene.accept_first(_work(scene, 1000), ["work"], INST)
    scene.check(_work(scene, 10000), ["work"], INST)


def host_stored_improved(scene):
    """Host profiler, fewer instructions than the stored baseline, then so few that the work may be gone."""
    scene.need("valgrind")
    scene.accept_first(_work(scene, 10000), ["work"], INST)
    scene.check(_work(scene, 8000), ["work"], INST)
    scene.check(_work(scene, 1), ["work"], INST)


def host_stored_jitter(scene):
    """Host profiler, ten times the instructions of the stored baseline, and a few more in every run."""
    scene.need("valgrind")
    scene.script("jitter", f"n=$(cat turn); echo $((n + 3)) > turn\nexec {scene.ranges} work $(($1 + n))\n")
    scene.write("turn", "0")
    scene.accept_first([scene.folder / "jitter", "1000"], ["work"], INST)
    scene.check([scene.folder / "jitter", "10000"], ["work"], INST)


def host_stored_counts(scene):
    """Host profiler without valgrind's part: instances against a stored baseline, equal and not."""
    scene.accept_first([scene.ranges, "empty"], ["empty", "inner"], COUNTS)
    scene.check([scene.ranges, "empty"], ["empty", "inner"], COUNTS)
    scene.check([scene.ranges, "exit", "0"], ["empty"], COUNTS)


def host_stored_region_gone(scene):
    """A region of the stored baseline is declared and not opened any more; another one is not declared any more."""
    scene.accept_first([scene.ranges, "empty"], ["empty", "inner"], COUNTS)
    scene.check([scene.ranges, "exit", "0"], ["empty", "inner"], COUNTS)
    scene.check([scene.ranges, "empty"], ["empty"], COUNTS)


def host_stored_region_moved(scene):
    """A region that is declared by its label has another parent than in the stored baseline."""
    scene.accept_first([scene.ranges, "empty"], ["inner"], COUNTS)
    stored = scene.baseline_file()
    stored.write_text(stored.read_text().replace("outer/inner", "inner"))
    scene.check([scene.ranges, "empty"], ["inner"], COUNTS)


def host_stored_new_region(scene):
    """A region is declared that the stored baseline does not have."""
    scene.accept_first([scene.ranges, "empty"], ["empty"], COUNTS)
    scene.check([scene.ranges, "empty"], ["empty", "inner"], COUNTS)


def host_stored_incomparable(scene):
    """The stored instructions were counted by another valgrind; instances do not depend on it."""
    scene.need("valgrind")
    scene.accept_first(_work(scene, 1000), ["work"])
    stored = scene.baseline_file()
    content = json.loads(stored.read_text())
    for session in content["sessions"][1:]:
        session["fingerprint"]["valgrind"] = "valgrind-1.0"
    stored.write_text(json.dumps(content))
    scene.check(_work(scene, 1000), ["work"])


def host_stored_unreadable(scene):
    """The stored baseline cannot be read: cut off, of another schema, of another workload."""
    scene.accept_first([scene.ranges, "empty"], ["empty"], COUNTS)
    stored = scene.baseline_file()
    text = stored.read_text()
    for wrong in (text[:100], text.replace('"schema": 2', '"schema": 9'), text.replace('"workload": "t"', '"workload": "other"')):
        stored.write_text(wrong)
        scene.check([scene.ranges, "empty"], ["empty"], COUNTS)


def host_limits(scene):
    """Limits without a baseline: one kept, one broken."""
    limits = ["--limit", "region__instances(empty)<=3", "--limit", "region__instances(inner)<=0"]
    scene.check([scene.ranges, "empty"], ["empty", "inner"], INSTANCES, *limits)


def host_warnings_only(scene):
    """Gates that warn: worse than the baseline, and a declared region that was never opened."""
    warn = ["--budget", "region__instances=0,warn"]
    scene.accept_first([scene.ranges, "empty"], ["empty"], INSTANCES, *warn, code=0)
    scene.check([scene.ranges, "exit", "0"], ["empty"], INSTANCES, *warn)
    scene.check([scene.ranges, "empty"], ["empty", "missing"], INSTANCES, *warn)


def host_more_instances(scene):
    """More instances than stored, where instances are gated and where they are not."""
    scene.need("valgrind")
    gates = ["metrics=[host__inst_executed.sum,region__instances]"]
    scene.accept_first([scene.ranges, "exit", "0"], ["empty"], *gates)
    scene.check([scene.ranges, "empty"], ["empty"], *gates)
    scene.check([scene.ranges, "empty"], ["empty"], *gates, "--budget", "region__instances=info")


def host_waived(scene):
    """Worse than the baseline with a waiver, with one that has expired, and one that nothing needs."""
    scene.accept_first([scene.ranges, "empty"], ["empty", "inner"], INSTANCES)
    entry = "waivers: [{metric: region__instances, region: %s, reason: meant, author: ada, until: %s}]\n"
    scene.write("waived.yaml", entry % ("empty", "2999-01-31"))
    scene.write("expired.yaml", entry % ("empty", "2001-01-31"))
    scene.write("unneeded.yaml", entry % ("inner", "2999-01-31"))
    scene.check([scene.ranges, "exit", "0"], ["empty"], INSTANCES, "--config", "waived.yaml")
    scene.check([scene.ranges, "exit", "0"], ["empty"], INSTANCES, "--config", "expired.yaml")
    scene.check([scene.ranges, "empty"], ["empty", "inner"], INSTANCES, "--config", "unneeded.yaml")


def host_region_never_opened(scene):
    """One of two declared regions is never opened; then none of them is."""
    scene.check([scene.ranges, "empty"], ["empty", "missing"], COUNTS)
    scene.check([scene.ranges, "empty"], ["missing"], COUNTS)
    scene.check([scene.ranges, "nvtx-only"], ["empty"], COUNTS)
    scene.check([scene.ranges, "none"], ["empty"], COUNTS)


def host_names(scene):
    """Regions in full and of a domain, start/end ranges, odd names."""
    scene.check([scene.ranges, "entry-points"], ["a/ex", "own@registered"], COUNTS)
    scene.check([scene.ranges, "start-end"], ["startend:span", "inside"], COUNTS)
    scene.check([scene.ranges, "odd-names"], ["a|b`c", "..\\/..\\/etc", "\\@me #1"], COUNTS)


def host_without_valgrind(scene):
    """Instructions are gated and valgrind is not installed."""
    scene.check(_work(scene, 1000), ["work"], env={"PATH": "/no/such"})
    scene.check(_work(scene, 1000), ["work"], COUNTS, env={"PATH": "/no/such"})


def host_caches(scene):
    """Simulated caches and instructions: how the program is started under valgrind."""
    scene.need("valgrind")
    scene.check(_work(scene, 1000), ["work"], "metrics=[host__inst_executed.sum,host__sim_l1d_read_misses.sum,host__cpu_time.sum]")


def host_processes(scene):
    """A program of several processes, and one of several threads."""
    scene.check([scene.two_ranks], ["rank_work", "rank_work::inner"], COUNTS)
    scene.check([scene.ranges, "forks"], ["thread"], COUNTS)
    scene.check([scene.ranges, "threads", "3"], ["thread"], COUNTS)


def host_two_ranks(scene):
    """Two ranks that mpirun starts, under the host profiler."""
    scene.need("mpirun")
    scene.write("mpi.yaml", 'launcher: [mpirun, --allow-run-as-root, --oversubscribe, -n, "2"]\n')
    scene.check([scene.two_ranks], ["rank_work"], "--config", "mpi.yaml", COUNTS)


def host_program_fails(scene):
    """The program ends with an exit code, and by a signal."""
    scene.check([scene.ranges, "exit", "5"], ["empty"], COUNTS)
    scene.check([scene.ranges, "exit", "77"], ["empty"], COUNTS)
    scene.check([scene.ranges, "many-abort"], ["again"], COUNTS)
    scene.check(["/no/such/program"], ["again"], COUNTS)


def host_refused_settings(scene):
    """Settings and calls that are refused before anything runs."""
    program = [scene.ranges, "empty"]
    scene.check(program, ["empty"], "metrics=[host__time_duration.sum]")
    scene.check(program, ["empty"], "no_such_key=1")
    scene.check(program, ["empty"], INSTANCES, "--budget", "region__instances(other)=3%")
    scene.check(program, ["empty"], INSTANCES, "--preset", "defualt")
    scene.check(program, ["empty"], "metrics=[host__cpu_time.sum]", "--budget", "host__cpu_time.sum=5%")
    scene.check(program, [], INSTANCES)
