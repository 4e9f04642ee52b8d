"""Situations of the host profiler: two programs side by side."""
from host_situations import COUNTS, INST


def _ab(scene, regions, *options, base=(), head=(), **how):
    words = ["ab", "--name", "t", "--base", scene.ranges, "--head", scene.ranges]
    words += [f"--base-arg={word}" for word in base] + [f"--head-arg={word}" for word in head]
    for region in regions:
        words += ["--region", region]
    return scene.cli(*words, *options, **how)


def side_by_side_pass(scene):
    """The same program side by side."""
    scene.need("valgrind")
    _ab(scene, ["work"], base=("work", "1000"), head=("work", "1000"))


def side_by_side_regressed(scene):
    """Ten times the instructions, side by side."""
    scene.need("valgrind")
    _ab(scene, ["work"], INST, base=("work", "1000"), head=("work", "10000"))


def side_by_side_new_and_gone(scene):
    """Side by side: a region that only the new build has, and one that it lost."""
    _ab(scene, ["empty", "inner"], COUNTS, base=("exit", "0"), head=("empty",))
    _ab(scene, ["empty", "inner"], COUNTS, base=("empty",), head=("exit", "0"))


def side_by_side_base_fails(scene):
    """Side by side with a base that fails, that opens no region, and that is not there."""
    _ab(scene, ["empty"], COUNTS, base=("exit", "5"), head=("empty",))
    _ab(scene, ["empty"], COUNTS, base=("none",), head=("empty",))
    scene.cli("ab", "--name", "t", "--base", "/no/such", "--head", scene.ranges, "--region", "empty", COUNTS)
