"""Situations that end before their time: killed, timed out, a full disk."""
import signal

from scenarios import DEFAULT_GATES, RANGE, resnet

COUNTS = "metrics=[region__instances,host__kernel_launches.sum]"
LEAN = DEFAULT_GATES + ["metrics=[gpu__time_duration.sum]", "census=false"]
HANGS = {"program": "sleep", "daemon": True}


def _hanging_program(scene):
    pids = scene.folder / "pids.json"
    return [scene.script("hang", f"echo '{{\"program\": '$$'}}' > {pids}.new\nmv {pids}.new {pids}\nexec sleep 1000\n")]


def _kill_host(scene, number):
    scene.kill(scene.check_words(_hanging_program(scene), ["empty"], COUNTS), "pids.json", number)


def _kill_ncu(scene, number):
    scene.play(resnet(HANGS))
    scene.kill(scene.check_words([scene.resnet], ["B"], *LEAN), "pids.json", number)


def host_killed_sigterm(scene):
    """A check under the host profiler gets SIGTERM while the program hangs."""
    _kill_host(scene, signal.SIGTERM)


def host_killed_sigkill(scene):
    """A check under the host profiler gets SIGKILL while the program hangs."""
    _kill_host(scene, signal.SIGKILL)


def ncu_killed_sigint(scene):
    """A check under ncu gets SIGINT in a capture: the clocks are given back."""
    _kill_ncu(scene, signal.SIGINT)


def ncu_killed_sigkill(scene):
    """A check under ncu gets SIGKILL in a capture."""
    _kill_ncu(scene, signal.SIGKILL)


def host_killed_keeps_last_run(scene):
    """A check is killed: the complete run before it is kept, and the next check works."""
    scene.prepare(*scene.check_words([scene.ranges, "empty"], ["empty"], COUNTS), code=4)
    _kill_host(scene, signal.SIGTERM)
    scene.add("beside it", sorted(path.name for path in (scene.folder / "ncu-regions").iterdir()))
    scene.check([scene.ranges, "empty"], ["empty"], COUNTS)


def host_timed_out(scene):
    """The program takes longer than timeout_s under the host profiler."""
    scene.check(_hanging_program(scene), ["empty"], COUNTS, "timeout_s=2")
    scene.add("afterwards", scene.left_behind())


def ncu_timed_out(scene):
    """A capture takes longer than timeout_s: everything is ended, the clocks are given back."""
    scene.play(resnet(HANGS))
    scene.check([scene.resnet], ["B"], *LEAN, "timeout_s=3")
    scene.add("afterwards", scene.left_behind())


def ncu_census_timed_out(scene):
    """The census takes longer than census_timeout_s: the ranges are measured."""
    scene.play(resnet({"when": {"census": True}, "program": "sleep"}))
    scene.check([scene.resnet], ["B"], *RANGE, "census_timeout_s=0.3")


def full_disk(scene):
    """Small files only: for the stand-in for ncu, and for everybody."""
    scene.play(resnet())
    small = scene.script("small_ncu", f"unset NCU_STAND_IN_LOG\nulimit -f 6\nexec {scene.tools.stand_in} \"$@\"\n")
    scene.call(small, "<ncu>")
    scene.check([scene.resnet], ["A", "B"], *DEFAULT_GATES, f"ncu_cli.program={small}")
    scene.record("/bin/sh", "-c", 'ulimit -f 2; exec "$@"', "sh", *scene.check_words([scene.resnet], ["B"], *LEAN))


def folders_in_the_way(scene):
    """Run folders that cannot be made, or that are somebody else's."""
    scene.write("file", "x")
    scene.write("mine/notes.txt", "x")
    scene.check([scene.ranges, "empty"], ["empty"], COUNTS, "--run", "file/run")
    scene.check([scene.ranges, "empty"], ["empty"], COUNTS, "--run", "mine")
