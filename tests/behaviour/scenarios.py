"""Scenarios of the stand-in for ncu that situations share: tests/ncu_stand_in/scenario.h has every key."""

RESNET = ["A", "A::A1", "B"]
NCU = ["profiler=ncu", "retry_wait_s=0", "captures=1"]
DEFAULT_GATES = NCU + ["ncu_cli.replay_mode=range"]
RANGE = DEFAULT_GATES + ["metrics=[gpu__time_duration.sum,region__kernel_launches]"]


def kernel(name, time_ns, launches=1):
    return {"name": name, "launches": launches, "time_ns": time_ns}


def resnet(*captures, **more):
    """The regions of shallow_resnet: A with A::A1 in it, and B, two instances each."""
    return {"pids": "pids.json", "captures": list(captures), **more, "regions": [
        {"path": ["A"], "instances": 2, "kernels": [kernel("stem", 40000)]},
        {"path": ["A", "A::A1"], "instances": 2, "kernels": [kernel("conv", 20000, 4)]},
        {"path": ["B"], "instances": 2, "kernels": [kernel("pool", 500000)]}]}


def regions(*planned, captures=()):
    return {"pids": "pids.json", "captures": list(captures), "regions": list(planned)}


def region(*path, instances=1, kernels=None, **more):
    return {"path": list(path), "instances": instances, "kernels": kernels or [kernel("work", 1000)], **more}


def scaled(metric, factor, **when):
    return {"when": when, "scale": {metric: factor}}


def failing(text, code=9, **when):
    return {"when": when, "exit": code, "report": "none", "log": text + "\n"}
