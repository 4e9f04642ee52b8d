"""Exact metrics that vary a little, more instances, and small changes over small budgets: all of them are worse in every capture."""
from .kinds import pick
from .lab import judge, plain

COUNT = 32
INSTRUCTIONS = "host__inst_executed.sum"


def varying(turns, by):
    return ["push", "hot", "work", str(turns), "jitter", str(by), "pop"]


def sizes(generator):
    n = generator.choice((10_000, 20_000))
    return n, n * generator.randrange(2, 12)


def compare(lab, generator, old, new, options=(), times=1):
    """Each of so many checks has to be red."""
    is_stored = generator.random() < 0.6
    if is_stored:
        lab.take_baselines(lab.good(old))
    for _ in range(times):
        result = judge(lab.check(new, options=options) if is_stored else lab.side_by_side(old, new, options=options))
        if result.state != "held":
            break
    return result


def new_jitter(lab, generator):
    """The baseline is one exact capture; the new program varies by a few instructions."""
    n, more = sizes(generator)
    return compare(lab, generator, plain(n), varying(more, generator.randrange(1, 60)), times=3)


def new_address_jitter(lab, generator):
    n, more = sizes(generator)
    return compare(lab, generator, plain(n), ["push", "hot", "work", str(more), "aslr", str(generator.randrange(1, 60)), "pop"], times=3)


def jitter_on_both_sides(lab, generator):
    n, more = sizes(generator)
    return judge(lab.side_by_side(varying(n, 30), varying(more, generator.randrange(1, 60))))


def stored_jitter(lab, generator):
    _, more = sizes(generator)
    lab.take_baselines(lab.good(varying(10_000, 30)))
    return judge(lab.check(varying(more * 2, generator.randrange(0, 60))))


def small_change_small_budget(lab, generator):
    n = generator.choice((50_000, 80_000))
    percent = generator.choice((0.1, 0.5, 1, 2))
    more = int(n * (1 + percent * generator.uniform(1.5, 4) / 100)) + 5
    return compare(lab, generator, plain(n), plain(more), ("--budget", f"{INSTRUCTIONS}={percent}%"))


def small_change_small_budget_and_jitter(lab, generator):
    n, percent = 80_000, generator.choice((0.5, 1))
    more = int(n * (1 + percent * generator.uniform(4, 8) / 100))
    return compare(lab, generator, plain(n), varying(more, generator.randrange(1, 30)), ("--budget", f"{INSTRUCTIONS}={percent}%"), times=2)


def strict_table(lab, generator):
    n = generator.choice((50_000, 80_000))
    return compare(lab, generator, plain(n), plain(n + generator.randrange(1, 30)), ("budget_table=strict",))


def absolute_budget(lab, generator):
    n = generator.choice((50_000, 80_000))
    allowed = generator.randrange(0, 400)
    return compare(lab, generator, plain(n), plain(n + allowed // 2 + generator.randrange(5, 50)), ("--budget", f"{INSTRUCTIONS}={allowed}"))


def instances(generator, many, turns):
    return ["loop", str(many), "[", *plain(turns), "]"]


def more_instances(lab, generator):
    """region__instances is not gated: the total decides."""
    many = generator.randrange(1, 4)
    options = generator.choice((("metrics=[host__inst_executed.sum]",), ("--budget", "region__instances=warn"), ("--budget", "region__instances=info")))
    return compare(lab, generator, instances(generator, many, 5_000), instances(generator, many * generator.randrange(3, 20), 5_000), options)


def more_and_smaller_instances(lab, generator):
    """Each instance is cheaper than before, all together cost several times as much."""
    options = generator.choice((("metrics=[host__inst_executed.sum]",), ("--budget", "region__instances=warn"), ("--budget", "region__instances=info")))
    return compare(lab, generator, instances(generator, 2, 10_000), instances(generator, generator.randrange(20, 60), 6_000), options)


def fewer_and_larger_instances(lab, generator):
    options = generator.choice(((), ("metrics=[host__inst_executed.sum]",), ("--budget", "region__instances=warn")))
    return compare(lab, generator, instances(generator, 6, 5_000), instances(generator, 2, generator.randrange(30_000, 90_000)), options)


def gated_instances(lab, generator):
    return compare(lab, generator, instances(generator, 2, 5_000), instances(generator, 2 + generator.randrange(1, 9), 5_000))


KINDS = [new_jitter, new_address_jitter, jitter_on_both_sides, stored_jitter, small_change_small_budget, small_change_small_budget_and_jitter,
         strict_table, absolute_budget, more_instances, more_and_smaller_instances, fewer_and_larger_instances, gated_instances]


def attempt(lab, generator, index):
    return pick(KINDS, lab, generator, index)
