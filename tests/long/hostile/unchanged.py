"""Unchanged programs: plain, with addresses, threads that race, accidents and rare paths in them. None of them may be red."""
from .kinds import pick
from .lab import judge_green, plain

COUNT = 200


def against_itself(lab, generator, words, options=()):
    if generator.random() < 0.3:
        return judge_green(lab.side_by_side(words, words, options=options))
    lab.take_baselines(lab.good(words))
    return judge_green(lab.check(words, options=options))


def plain_program(lab, generator):
    return against_itself(lab, generator, plain(generator.choice((1_000, 5_000, 20_000))))


def nested(lab, generator):
    return against_itself(lab, generator, ["push", "outer", *plain(3_000), *plain(500, "inner"), "pop"])


def instances(lab, generator):
    return against_itself(lab, generator, ["loop", generator.choice(("3", "40")), "[", *plain(2_000), "]"])


def threads(lab, generator):
    return against_itself(lab, generator, ["threads", generator.choice(("2", "6")), "[", *plain(3_000), "]"])


def children(lab, generator):
    return against_itself(lab, generator, ["children", generator.choice(("2", "5")), "[", *plain(3_000), "]"])


def addresses(lab, generator):
    return against_itself(lab, generator, ["push", "hot", "work", "20000", "aslr", generator.choice(("5", "15")), "pop"])


def accidents(lab, generator):
    return against_itself(lab, generator, ["push", "hot", "work", "20000", "jitter", generator.choice(("10", "40")), "pop"])


def racing_threads(lab, generator):
    return against_itself(lab, generator, ["race", "3", "300"])


def rare_path(lab, generator):
    return against_itself(lab, generator, [*plain(20_000), "rare", "3", "[", "work", "5000", "]"])


def environment_grows(lab, generator):
    words = plain(5_000)
    lab.take_baselines(lab.good(words))
    return judge_green(lab.check(words, env={"FILLER": "x" * generator.randrange(1, 4_000)}))


def long_path(lab, generator):
    words = plain(5_000)
    lab.take_baselines(lab.good(words))
    return judge_green(lab.check(words, run="r" * generator.randrange(1, 100) + "/run"))


KINDS = [plain_program, nested, instances, threads, children, addresses, accidents, racing_threads, rare_path, environment_grows, long_path]


def attempt(lab, generator, index):
    return pick(KINDS, lab, generator, index)
