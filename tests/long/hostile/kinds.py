"""A class as a list of kinds of attempts: each kind in turn, its parameters from the generator."""


def pick(kinds, lab, generator, index):
    kind = kinds[index % len(kinds)]
    result = kind(lab, generator)
    result.kind = kind.__name__.strip("_")
    return result
