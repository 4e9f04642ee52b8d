"""Situations under the stand-in for ncu: what goes wrong, what is tried again, and what is measured in another way."""
from scenarios import DEFAULT_GATES, NCU, RANGE, RESNET, failing, resnet

LEAN = DEFAULT_GATES + ["metrics=[gpu__time_duration.sum]", "census=false"]
UNSUPPORTED = "==ERROR== Unsupported API during capture: cuMemAllocAsync"


def _b(scene, *options, **how):
    return scene.check([scene.resnet], ["B"], *LEAN, *options, **how)


def ncu_fallback_not_allowed(scene):
    """Range replay refuses a call of the program."""
    scene.play(resnet(failing(UNSUPPORTED, replay_mode="range")))
    _b(scene)


def ncu_fallback(scene):
    """Range replay refuses a call, and application range replay takes its place."""
    scene.play(resnet(failing(UNSUPPORTED, replay_mode="range")))
    scene.check([scene.resnet], RESNET, *RANGE, "fallback=app-range", "captures=2")


def ncu_fallback_after_warning(scene):
    """ncu skips a range with a warning and exit code 0: application range replay takes its place."""
    scene.play(resnet({"when": {"replay_mode": "range"}, "drop": 1, "log": "==WARNING== Skipping invalid capture range (unsupported call).\n"}))
    _b(scene, "fallback=app-range")


def ncu_fallback_with_baseline(scene):
    """The stored baseline is of range captures: a fall-back does not pass over it."""
    scene.play(resnet())
    scene.accept_first([scene.resnet], ["B"], *LEAN, captures=1)
    scene.play(resnet(failing(UNSUPPORTED, replay_mode="range")))
    _b(scene, "fallback=app-range")


def ncu_retry(scene):
    """The counters are in use twice, then free."""
    scene.play(resnet({**failing("==ERROR== Profiling failed because a driver resource was unavailable."), "times": 2}))
    _b(scene)


def ncu_retries_used_up(scene):
    """The counters stay in use."""
    scene.play(resnet(failing("==ERROR== Profiling failed because a driver resource was unavailable.")))
    _b(scene)


def ncu_clocks_not_lockable(scene):
    """The clocks cannot be locked: ncu is started again without."""
    scene.play(resnet(failing("==ERROR== Failed to lock GPU's clock frequencies.", clock_control="base")))
    _b(scene)


def ncu_siblings_merged(scene):
    """Two regions came out as one result: they are measured apart."""
    scene.play(resnet({"when": {"min_includes": 2, "census": False}, "merge_siblings": True}))
    scene.check([scene.resnet], RESNET, *LEAN)


def ncu_region_refused_alone(scene):
    """One region has no result, the others have; then none has."""
    scene.play(resnet({"when": {"replay_mode": "range", "includes": 1}, "report": "none"}))
    scene.check([scene.resnet], RESNET, *LEAN)
    scene.play(resnet({"report": "none"}))
    scene.check([scene.resnet], RESNET, *LEAN)


def ncu_wrong_reports(scene):
    """Reports that cannot be trusted: cut off, of another program, empty, with too few and too many results."""
    for report in ("truncated", "other_program", "empty", "no_results"):
        scene.play(resnet({"report": report}))
        _b(scene, folder=False)
    for change in ("drop", "extra"):
        scene.play(resnet({change: 1}))
        _b(scene, folder=False)


def ncu_missing_metric(scene):
    """A gated metric is not in the report."""
    scene.play(resnet({"missing_metrics": ["lts__t_sectors.sum"]}))
    scene.check([scene.resnet], ["B"], *DEFAULT_GATES, "census=false")


def ncu_census_fails(scene):
    """The census fails: the ranges are measured, launches are not."""
    scene.play(resnet(failing("==ERROR== Insufficient free memory on the device to save its state.", census=True)))
    scene.check([scene.resnet], ["B"], *RANGE)


def ncu_failed_capture(scene):
    """ncu fails: an unknown error, a signal, an option that it does not know."""
    for entry in (failing("==ERROR== UnknownError"), {"kill_self": 9, "program": "sleep"}, failing("unrecognised option '--nonsense'", 1)):
        scene.play(resnet(entry))
        _b(scene)


def ncu_program_fails(scene):
    """The program ends with an exit code in the survey."""
    scene.play(resnet())
    scene.check([scene.ranges, "exit", "5"], ["empty"], *LEAN)


def ncu_region_never_opened(scene):
    """A declared region is not opened: one of two, and the only one."""
    scene.play(resnet())
    scene.check([scene.resnet], ["A", "A::A2"], *LEAN)
    scene.play(resnet())
    scene.check([scene.resnet], ["Z"], *LEAN)


def ncu_refused_settings(scene):
    """Settings that ncu could not obey: said before anything runs."""
    scene.play(resnet())
    _b(scene, "ncu_cli.sections=[SpeedOfLigth]")
    _b(scene, "ncu_cli.metrics=[inst_executed]")
    _b(scene, "--limit", "region__kernel_launches(B)<=1")
    _b(scene, "--budget", "*(B)=info")


def ncu_no_driver(scene):
    """No driver: nothing is run, and the check is skipped."""
    scene.play(resnet(query_metrics={"exit": 1, "out": "==ERROR== Driver could not be loaded.\n"}))
    _b(scene)


def ncu_no_permission(scene):
    """ncu may not read the counters: the check is skipped."""
    scene.play(resnet(failing("==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters.", 1)))
    _b(scene)


def ncu_not_found(scene):
    """The ncu that was named is not there."""
    scene.play(resnet())
    scene.check([scene.resnet], ["B"], *NCU, env={"NCU_REGIONS_NCU": "/no/such/ncu"})
