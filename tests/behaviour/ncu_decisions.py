"""Situations under the stand-in for ncu: what is judged, with how many captures. One region and few metrics, to be quick."""
from scenarios import DEFAULT_GATES, RESNET, resnet, scaled

TIME = "gpu__time_duration.sum"
LEAN = DEFAULT_GATES + ["census=false", f"metrics=[{TIME},smsp__inst_executed.sum,region__instances]"]


def _ten_stored(scene, *captures):
    scene.play(resnet(*captures))
    scene.accept_first([scene.resnet], ["B"], *LEAN, "captures=10")


def _after(scene, *captures, options=(), **more):
    scene.play(resnet(*captures, **more))
    scene.check([scene.resnet], ["B"], *LEAN, "captures=3", *options)


def ncu_stored_pass(scene):
    """Ten captures stored, unchanged: three captures and no more."""
    _ten_stored(scene)
    _after(scene)


def ncu_stored_regressed(scene):
    """20 % slower than ten stored captures: confirmed by fresh captures."""
    _ten_stored(scene)
    _after(scene, scaled(TIME, 1.2))


def ncu_stored_exact_regressed(scene):
    """10 % more instructions than stored."""
    _ten_stored(scene)
    _after(scene, scaled("smsp__inst_executed.sum", 1.1))


def ncu_stored_suspect(scene):
    """4 % slower than stored, which may be another session: suspect, and with fail_on an exit code."""
    _ten_stored(scene)
    _after(scene, scaled(TIME, 1.04))
    _after(scene, scaled(TIME, 1.04), options=["fail_on=[suspect]"])


def ncu_stored_noisy(scene):
    """Captures that vary so much that no affordable number would decide."""
    noise = [scaled(TIME, factor, nth=nth) for nth, factor in enumerate((0.6, 1.4, 2.2, 0.7, 1.9, 1.3) * 4, 1)]
    _ten_stored(scene, *noise)
    _after(scene, *noise)


def ncu_stored_improved(scene):
    """20 % faster than stored; accepted; then the old speed again."""
    _ten_stored(scene)
    scene.play(resnet(scaled(TIME, 0.8)))
    scene.check([scene.resnet], ["B"], *LEAN, "captures=10")
    scene.accept()
    _after(scene)


def ncu_stored_unconfirmed(scene):
    """20 % slower, and neither time nor captures left to confirm it."""
    _ten_stored(scene)
    _after(scene, scaled(TIME, 1.2), options=["confirm_s=0"])
    _after(scene, scaled(TIME, 1.2), options=["captures_max=2"])


def ncu_stored_incomparable(scene):
    """Another major version of ncu, other clocks, another GPU than the stored baseline's."""
    _ten_stored(scene)
    _after(scene, version="2025.1.0.0")
    _after(scene, {"unlocked_clocks": True})
    stored = scene.baseline_file()
    stored.write_text(stored.read_text().replace('"gpu":"ncu stand-in, no GPU"', '"gpu":"another"'))
    _after(scene)


def ncu_stored_other_kind(scene):
    """The stored baseline is of range captures, and kernel replay measures."""
    _ten_stored(scene)
    _after(scene, options=["ncu_cli.replay_mode=kernel"])


def ncu_stored_other_selection(scene):
    """Kernels are left out that the stored baseline counted."""
    mode = ["ncu_cli.replay_mode=kernel"]
    scene.play(resnet())
    scene.accept_first([scene.resnet], ["A"], *LEAN, *mode, captures=1)
    scene.play(resnet())
    scene.check([scene.resnet], ["A"], *LEAN, *mode, "ncu_cli.kernel_exclude=[conv]")


def ncu_stored_missing(scene):
    """The baseline has a value: the metric is missing now, the region is gone."""
    _ten_stored(scene)
    _after(scene, {"missing_metrics": [TIME]})
    _after(scene, {"report": "no_results"})
    scene.play(resnet())
    scene.check([scene.resnet], ["B", "gone"], *LEAN)


def ncu_fresh_capture_fails(scene):
    """One of the captures that confirm fails: it is left out and another one taken."""
    _ten_stored(scene)
    _after(scene, {"when": {"nth": 5}, "kill_self": 9}, scaled(TIME, 1.2))


def ncu_second_look_fails(scene):
    """The capture that looks once more at an exact metric fails: the verdict stands."""
    _ten_stored(scene)
    scene.play(resnet({"when": {"nth": 2}, "kill_self": 9}, scaled("smsp__inst_executed.sum", 2)))
    scene.check([scene.resnet], ["B"], *DEFAULT_GATES, "census=false", "metrics=[smsp__inst_executed.sum]")


def ncu_limits(scene):
    """Limits without a baseline: one broken, one kept."""
    scene.play(resnet())
    limits = ["--limit", f"{TIME}(B)<=100us", "--limit", f"{TIME}(A)<=1s", "metrics=[]"]
    scene.check([scene.resnet], ["A", "B"], *DEFAULT_GATES, "census=false", *limits)


def ncu_side_by_side_regressed(scene):
    """5 % slower side by side: no baseline, captures in turns."""
    scene.play(resnet(scaled(TIME, 1.05, argument="--penalty")))
    scene.cli("ab", "--name", "t", *LEAN, "captures=3", "--base", scene.resnet, "--head", scene.resnet, "--head-arg=--penalty",
              "--head-arg=B=1", "--region", "B")


def ncu_accept(scene):
    """accept: too few captures, more captures, values that differ from the run, a part of a run."""
    words = ["accept", "--run", "ncu-regions/t", "--reason", "first"]
    scene.play(resnet())
    scene.prepare(*scene.check_words([scene.resnet], ["B"], *LEAN), code=4)
    scene.accept_and_show(*words)
    scene.accept_and_show(*words, "--captures", "10", "--dry-run")
    scene.accept_and_show(*words, "--captures", "10")
    scene.play(resnet(scaled(TIME, 1.5)))
    scene.accept_and_show(*words, "--captures", "11")
    scene.play(resnet({"missing_metrics": [TIME]}))
    scene.prepare(*scene.check_words([scene.resnet], ["B"], *LEAN), code=3)
    scene.accept_and_show(*words, "--captures", "1", "--all")


def ncu_all_gates(scene):
    """Every default gate of nested regions against one stored capture: more launches in one region."""
    scene.play(resnet())
    scene.accept_first([scene.resnet], RESNET, *DEFAULT_GATES, captures=1)
    more = resnet()
    more["regions"][1]["kernels"][0]["launches"] = 6
    scene.play(more)
    scene.check([scene.resnet], RESNET, *DEFAULT_GATES)
