"""Calls of ncu_regions_add_test that are wrong: the configuration fails and names what is wrong. What could be a region is
taken, since a label may be any text: then its test fails, because the program never opens it."""
from .lab import fell, held
from .project import configure, ctest, judge_ctest

LISTS = """cmake_minimum_required(VERSION 3.25)
project(bad LANGUAGES NONE)
enable_testing()
find_package(NcuRegions REQUIRED COMPONENTS harness)
{calls}
"""
CALL = 'ncu_regions_add_test(NAME {name} HOST_COMMAND /bin/true REGIONS {regions} {more})'
NAMES = ["profile", "report", "summary", "flags", "cases", "tests.json", "resources.json", "a.previous", "a.accept", "a.selftest", "a/b", '"a b"', '""', "a\\;b", '"a;b"', "[[a\nb]]", "a:b", "a@b", '"$<1:a>"', "..", "../x", "a|b", "a*", "[[a\"b]]", "é", "a&b"]
REGIONS = ['""', '"a;;b"', '[[a\nb]]', "hot hot", "", '"hot;hot"', "[=[a[b]=]", "[=[a]b]=]", '[[a/]]', "[[/a]]", "[[a\\]]"]
TAKEN = {"[=[a[b]=]", "[=[a]b]=]", '[[a/]]', "[[/a]]", "[[a\\]]", "NOTHING x", "REQUIRE_BASELINES"}  # the last two: behind REGIONS, they are regions
MORE = ["TIMEOUT soon", "TIMEOUT -1", "TIMEOUT 0", "GPUS x", "GPUS -1", "GPUS 0", "PRESET /nowhere.yaml", "PRESET nothing", "CONFIG /nowhere.yaml", "BUDGETS nothing", "BUDGETS /nowhere.yaml", "REPLAY_MODE never", "NOTHING x", "REQUIRE_BASELINES",
        "TARGET nothing", "HOST_TARGET nothing", "LIMITS", "NAME", "ENVIRONMENT novalue", "TARGET a COMMAND b", "HOST_TARGET x HOST_COMMAND y", "ARGS [[a\nb]] LABELS", "PRESET", "CONFIG"]


def attempt(lab, generator, index):
    source = lab.place / "bad"
    source.mkdir()
    kind = index % 3
    if kind == 0:
        word = NAMES[(index // 3 + lab.seed * 7) % len(NAMES)]
        call = CALL.format(name=word, regions="hot", more="")
    elif kind == 1:
        word = REGIONS[(index // 3 + lab.seed * 7) % len(REGIONS)]
        call = CALL.format(name="n", regions=word, more="")
    else:
        word = MORE[(index // 3 + lab.seed * 7) % len(MORE)]
        call = CALL.format(name="n", regions="hot", more=word)
    if generator.random() < 0.2:
        call = CALL.format(name="first", regions="hot", more="") + "\n" + call
    (source / "CMakeLists.txt").write_text(LISTS.format(calls=call))
    outcome = configure(lab, source, source / "build")
    result = held()
    if outcome.code == 0 and word in TAKEN:
        result = judge_ctest(ctest(source / "build", "-L", "ncu-regions"))
    elif outcome.code == 0:
        result = fell(f"CMake takes {word!r}", outcome)
    elif "ncu_regions_add_test" not in outcome.text:
        result = fell(f"the message for {word!r} does not name the function", outcome)
    elif outcome.hung or outcome.code < 0:
        result = fell(outcome.breakage(), outcome)
    result.kind = ("name", "region", "keyword")[kind]
    return result
