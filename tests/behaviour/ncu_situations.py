"""Situations under the stand-in for ncu: how each way of measuring starts ncu. No baseline is there unless the text says so."""
from scenarios import DEFAULT_GATES, NCU, RANGE, RESNET, kernel, region, regions, resnet


def _check_resnet(scene, *options, base=RANGE, **how):
    return scene.check([scene.resnet], RESNET, *base, *options, **how)


def ncu_range_one_level(scene):
    """Range replay of one region."""
    scene.play(resnet())
    scene.check([scene.resnet], ["B"], *RANGE)


def ncu_range_two_levels(scene):
    """Range replay of nested regions, with all gates of the default preset: a run of ncu for each level."""
    scene.play(resnet())
    _check_resnet(scene, base=DEFAULT_GATES)


def ncu_range_three_levels(scene):
    """Range replay of regions in three levels."""
    layers = [region("layer0"), region("layer0", "layer0::block0"), region("layer0", "layer0::block0", "layer0::block0::op0"),
              region("layer1")]
    scene.play(regions(*layers))
    declared = ["layer0", "layer0::block0", "layer0::block0::op0", "layer1"]
    scene.check([scene.ranges, "levels"], declared, *RANGE)


def ncu_app_range(scene):
    """Application range replay."""
    scene.play(resnet())
    _check_resnet(scene, "ncu_cli.replay_mode=app-range")


def ncu_kernel(scene):
    """Kernel replay: one run for all regions."""
    scene.play(resnet())
    _check_resnet(scene, "ncu_cli.replay_mode=kernel")


def ncu_application(scene):
    """Application replay."""
    scene.play(resnet())
    _check_resnet(scene, "ncu_cli.replay_mode=application")


def ncu_kernel_selection(scene):
    """Kernel replay of selected kernels and launches, graphs as a whole."""
    scene.play(resnet())
    _check_resnet(scene, "ncu_cli.replay_mode=kernel", "ncu_cli.kernel_name=regex:conv|stem|pool", "ncu_cli.launch_skip=0",
                  "ncu_cli.launch_count=100", "ncu_cli.kernel_exclude=[stem]", "ncu_cli.graph_profiling=graph")


def ncu_settings(scene):
    """Settings that become options of ncu: sections, a set, caches, clocks, device, replay options, further arguments."""
    scene.play(resnet())
    _check_resnet(scene, "ncu_cli.sections=[SpeedOfLight,Occupancy]", "ncu_cli.set=full", "ncu_cli.cache_control=none",
                  "ncu_cli.clock_control=none", "ncu_cli.range_replay_options=[enable-greedy-sync]", "ncu_cli.apply_rules=false",
                  "ncu_cli.metrics=[sm__cycles_elapsed.max]", "device=cuda:1", "ncu_cli.extra_args=[--verbose]")


def ncu_presets(scene):
    """The presets, by what they let ncu collect in range replay."""
    for preset in ("default", "cache", "high", "rtx3090"):
        scene.play(resnet())
        scene.check([scene.resnet], ["B"], "--preset", preset, *DEFAULT_GATES, "census=false")


def ncu_oldest_version(scene):
    """Range and kernel replay with the oldest ncu that is known."""
    for mode in ("range", "kernel"):
        scene.play(resnet(version="2022.3.0.0"))
        _check_resnet(scene, f"ncu_cli.replay_mode={mode}")


def ncu_newest_version(scene):
    """Range and kernel replay with the newest ncu that is known."""
    for mode in ("range", "kernel"):
        scene.play(resnet(version="2026.1.0.0"))
        _check_resnet(scene, f"ncu_cli.replay_mode={mode}")


def ncu_census_limit(scene):
    """More kernels than the census may count: the ranges are measured, launches are not."""
    scene.play(resnet())
    _check_resnet(scene, "census_launches_max=5")


def ncu_census_limit_hides_no_baseline(scene):
    """The stored baseline has launches, and the census cannot count them any more."""
    scene.play(resnet())
    scene.accept_first([scene.resnet], RESNET, *RANGE, captures=1)
    scene.play(resnet())
    _check_resnet(scene, "census_launches_max=11")


def ncu_escaped_labels(scene):
    """Labels with signs that ncu's expressions give a meaning."""
    labels = ["a|b`c", "../../etc", "@me #1"]
    scene.play(regions(*(region(label) for label in labels)))
    scene.check([scene.ranges, "odd-names"], ["a|b`c", "..\\/..\\/etc", "\\@me #1"], *RANGE)


def ncu_start_end(scene):
    """A start/end range and a push/pop range on another thread."""
    scene.play(regions(region("span", start_end=True), region("inside")))
    scene.check([scene.ranges, "start-end"], ["startend:span", "inside"], *RANGE)


def ncu_domains(scene):
    """A region of another domain."""
    scene.play(regions(region("a"), region("a", "ex"), region("registered", domain="own")))
    scene.check([scene.ranges, "entry-points"], ["a", "a/ex", "own@registered"], *RANGE)


def _ranks(*captures, **more):
    return {"pids": "pids.json", "captures": list(captures), **more, "regions": [
        region("rank_work", instances=4, kernels=[kernel("fill", 1000)]),
        region("rank_work", "rank_work::inner", instances=4, kernels=[kernel("work", 2000, 3)])]}


def _mpi(scene):
    scene.need("mpirun")
    scene.write("mpi.yaml", 'launcher: [mpirun, --allow-run-as-root, --oversubscribe, -n, "2"]\n')


def ncu_launcher_outside(scene):
    """mpirun starts an ncu for each of two ranks."""
    _mpi(scene)
    scene.play(_ranks())
    scene.check([scene.two_ranks], ["rank_work", "rank_work::inner"], *RANGE, "--config", "mpi.yaml")


def ncu_launcher_inside(scene):
    """ncu starts mpirun, and one report holds both ranks."""
    _mpi(scene)
    scene.play(_ranks({"processes": 2}, process_path="two_ranks_host"))
    scene.check([scene.two_ranks], ["rank_work"], *RANGE, "--config", "mpi.yaml", "launcher_position=inside")


def ncu_launcher_variable(scene):
    """Launchers outside of ncu, srun and one with a rank variable of its own: the plan alone."""
    scene.play(_ranks())
    words = ["plan", "--name", "t", *RANGE, "--region", "rank_work"]
    scene.cli(*words, f"launcher=[{scene.script('srun', '')},-n,2]", "--", scene.two_ranks, out=True)
    scene.cli(*words, f"launcher=[{scene.script('other', '')},-n,2]", "launcher_rank_variable=PMI_RANK", "--", scene.two_ranks, out=True)


def ncu_two_processes(scene):
    """A program that forks: ncu's report holds both processes."""
    scene.play(_ranks({"processes": 2}))
    scene.check([scene.two_ranks], ["rank_work"], *RANGE)


def ncu_plan(scene):
    """The plan before a survey and after one: nothing runs."""
    scene.play(resnet())
    words = ["plan", "--name", "t", *RANGE, "--region", "A", "--region", "A::A1", "--", scene.resnet]
    scene.cli(*words, out=True)
    scene.prepare(*scene.check_words([scene.resnet], RESNET, *RANGE), code=4)
    scene.cli(*words, out=True, run=None)


def ncu_side_by_side(scene):
    """Two builds side by side under ncu, unchanged: captures in turns."""
    scene.play(resnet())
    scene.cli("ab", "--name", "t", *NCU, "ncu_cli.replay_mode=range", "captures=3", "--base", scene.resnet, "--head", scene.resnet,
              "--region", "A::A1", "--region", "B")
