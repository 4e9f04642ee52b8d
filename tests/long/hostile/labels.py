"""The same label elsewhere: the declared region moves, or a second, tiny one takes over its name, and the work grows."""
from .kinds import pick
from .lab import judge, plain

COUNT = 16


def wrapped(words, generator, depth):
    for _ in range(depth):
        outer = generator.choice(("outer", "step", "main loop", "hot path", "A::B", "net"))
        words = ["push", outer, *words, "pop"]
    return words


def compare(lab, generator, old, new):
    if generator.random() < 0.5:
        return judge(lab.side_by_side(old, new))
    lab.take_baselines(lab.good(old))
    return judge(lab.check(new))


def sizes(generator):
    n = generator.choice((5_000, 9_000))
    return n, n * generator.randrange(3, 20)


def under_new_parents(lab, generator):
    n, more = sizes(generator)
    return compare(lab, generator, plain(n), wrapped(plain(more), generator, generator.randrange(1, 4)))


def out_of_its_parent(lab, generator):
    n, more = sizes(generator)
    return compare(lab, generator, ["push", "outer", *plain(n), "pop"], plain(more))


def to_another_parent(lab, generator):
    n, more = sizes(generator)
    return compare(lab, generator, ["push", "outer", *plain(n), "pop"], ["push", "inner", *plain(more), "pop"])


def to_a_thread_and_parent(lab, generator):
    n, more = sizes(generator)
    block = generator.choice(("thread", "child"))
    return compare(lab, generator, plain(n), [block, "[", *wrapped(plain(more), generator, 1), "]"])


def to_a_domain(lab, generator):
    n, more = sizes(generator)
    return compare(lab, generator, plain(n), ["dpush", "net", "hot", "work", str(more), "dpop", "net"])


def to_a_start_end_range(lab, generator):
    n, more = sizes(generator)
    return compare(lab, generator, ["push", "outer", *plain(n), "pop"], ["start", "hot", "work", str(more), "end"])


def tiny_one_at_the_top(lab, generator):
    n, more = sizes(generator)
    tiny = plain(generator.randrange(1, 50))
    new = ["push", "outer", *plain(more), "pop"]
    return compare(lab, generator, ["push", "outer", *plain(n), "pop"], [*new, *tiny] if generator.random() < 0.5 else [*tiny, *new])


def tiny_one_elsewhere(lab, generator):
    """The old place stays the only one at the top of its kind; a tiny one appears in a domain, thread or start/end range."""
    n, more = sizes(generator)
    tiny = generator.choice((["dpush", "net", "hot", "work", "5", "dpop", "net"], ["thread", "[", "push", "x", *plain(5), "pop", "]"],
                             ["start", "hot", "work", "5", "end"], ["push", "x", *plain(5), "pop"]))
    return compare(lab, generator, ["push", "outer", *plain(n), "pop"], [*tiny, "push", "outer", *plain(more), "pop"])


KINDS = [under_new_parents, out_of_its_parent, to_another_parent, to_a_thread_and_parent, to_a_domain, to_a_start_end_range,
         tiny_one_at_the_top, tiny_one_elsewhere]


def attempt(lab, generator, index):
    return pick(KINDS, lab, generator, index)
