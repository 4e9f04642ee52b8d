"""Baseline files that were damaged, mixed up or replaced: the program is many times slower, and no file may excuse it."""
import json
import os
import re
import shutil

from . import baseline_paths
from .kinds import pick
from .lab import judge, plain, held

COUNT = 130
INSTRUCTIONS = "host__inst_executed.sum"


def words(turns):
    return [*plain(turns), *plain(turns // 2, "cold")]


def prepare(lab, generator):
    """The baseline of a program with two regions; returns its file and the words of the slower program."""
    n = 6_000
    lab.take_baselines(lab.good(words(n), regions=("hot", "cold")))
    return lab.baseline_file(), words(n * generator.randrange(3, 15))


def check(lab, new, options=()):
    return judge(lab.check(new, regions=("hot", "cold"), options=options))


def edit(change):
    """A kind of attempt that rewrites the file's bytes: change(text, generator) -> text or bytes."""
    def kind(lab, generator):
        file, new = prepare(lab, generator)
        before = file.read_text()
        after = change(before, generator)
        after = after if isinstance(after, bytes) else after.encode("utf-8", "surrogatepass")
        if after == before.encode():
            return held("nothing changed")
        file.write_bytes(after)
        return check(lab, new)
    kind.__name__ = change.__name__
    return kind


def edit_json(change):
    """A kind of attempt that changes the parsed file: change(json, generator)."""
    def text_change(text, generator):
        content = json.loads(text)
        change(content, generator)
        return json.dumps(content)
    text_change.__name__ = change.__name__
    return edit(text_change)


# ---- bytes ----

def cut(text, generator): return text[:generator.randrange(1, len(text) - 3)]
def cut_at_a_line(text, generator):
    lines = text.splitlines(True)
    return "".join(lines[:generator.randrange(1, len(lines) - 1)])
def emptied(text, generator): return generator.choice(("", " ", "\n", "{}", "[]", "null", "0", '""', "{}\n{}"))
def byte_order_mark(text, generator): return generator.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")) + text.encode()
def carriage_returns(text, generator): return text.replace("\n", generator.choice(("\r\n", "\r", "\n\n")))
def not_utf8(text, generator): return text.encode().replace(b'"hot"', generator.choice((b'"h\xfft"', b'"hot\xc3"', b'"\x80hot"')), 1)
def utf16(text, generator): return text.encode(generator.choice(("utf-16", "utf-16-le", "utf-32")))
def nul_bytes(text, generator):
    at = generator.randrange(len(text))
    return (text[:at] + "\0" * generator.randrange(1, 9) + text[at:]).encode()
def flipped_bits(text, generator):
    data = bytearray(text.encode())
    for _ in range(generator.randrange(1, 4)):
        data[generator.randrange(len(data))] ^= 1 << generator.randrange(5, 8)
    return bytes(data)
def text_behind(text, generator): return text + generator.choice(("x", "}", "{}", text, "\0", "// end"))
def comments(text, generator): return generator.choice(("// a comment\n", "/* */", "# x\n")) + text
def trailing_commas(text, generator): return text.replace("\n]", ",\n]", generator.randrange(1, 3))
def conflict_markers(text, generator):
    lines = text.splitlines(True)
    at = generator.randrange(2, len(lines) - 2)
    return "".join([*lines[:at], "<<<<<<< HEAD\n", lines[at], "=======\n", lines[at], ">>>>>>> topic\n", *lines[at + 1:]])
def a_line_twice(text, generator):
    lines = text.splitlines(True)
    at = generator.choice([i for i, line in enumerate(lines) if '"metric"' in line])
    return "".join([*lines[:at], lines[at], *lines[at:]])
def a_block_twice(text, generator):
    block = re.search(r'\n,\["(hot|cold)"\n.*?\n\]', text, re.S).group(0)
    return text.replace(block, block + block.replace("1", "9"), 1)
def a_key_twice(text, generator):
    name = generator.choice(("workload", "kind", "schema", "device", "preset"))
    return re.sub(rf'("{name}": [^\n]*)', r"\1\n\1", text, count=1)
def samples_twice(text, generator):
    return re.sub(r'("unit":"inst","samples":\{)("[^"]+":)(\[\d+\])', r"\1\2\3,\2[%d]" % generator.choice((3_000_000, 10 ** 12)), text)
def unit_twice(text, generator):
    return re.sub(r'("unit":"inst")', r'\1,"unit":"%s"' % generator.choice(("ns", "inst", "%")), text)
def number(text, generator):
    """A sample that is none, or that no count can be."""
    odd = generator.choice(("NaN", "Infinity", "1e999", "-1", "-5000000", "1e300", "-0.5", "1e20", "0x7fffffff", "+1e9", "1e9.5", "00100000000",
                            "1_000_000_000", "18446744073709551616000", "1000000.5"))
    return re.sub(r'("unit":"inst","samples":\{"[^"]+":)\[\d+\]', rf"\1[{odd}]", text)
def wrong_types(text, generator):
    odd = generator.choice(('["300000000"]', "true", "{}", "[[300000000]]", '["x"]', "300000000", "[true]", "[{}]"))
    return re.sub(r'("unit":"inst","samples":\{"[^"]+":)\[\d+\]', rf"\1{odd}", text)
def wrong_unit(text, generator):
    unit = generator.choice(("ns", "%", "", "Inst", "launches", "byte", "kinst"))
    return re.sub(r'"unit":"inst","samples":(\{"[^"]+":)\[\d+\]', rf'"unit":"{unit}","samples":\1[300000000]', text)


# ---- content ----

def session_gone(content, generator): del content["sessions"][1:]
def session_twice(content, generator): content["sessions"].append(content["sessions"][-1])
def session_renamed(content, generator): content["sessions"][1]["id"] += generator.choice(("x", " ", "\u200b"))
def session_without_a_key(content, generator): del content["sessions"][1][generator.choice(("id", "date", "commit", "reason", "captures", "fingerprint"))]
def session_captures(content, generator): content["sessions"][1]["captures"] = generator.choice((-1, "1", None, 1e30, [], 0.5))
def fingerprint_of_another_machine(content, generator):
    fingerprint = content["sessions"][1]["fingerprint"]
    fields = [name for name in ("architecture", "libc", "valgrind", "callgrind_options", "library_revision") if name in fingerprint]
    fingerprint[generator.choice(fields)] = generator.choice(("other", "", "0"))
def fingerprint_gone(content, generator): content["sessions"][1]["fingerprint"] = generator.choice(({}, None, [], "x"))
def other_schema(content, generator): content["schema"] = generator.choice((0, 1, 3, 99, -2, "2", 2.5, None, [2]))
def other_workload(content, generator): content["workload"] = generator.choice(("other", "", "VIC", "vic ", "vic.default"))
def other_kind(content, generator): content["kind"] = generator.choice(("range", "kernel", "application", "app-range", "benchmark", "", "HOST"))
def other_device(content, generator): content["device"] = generator.choice(("nvidia-a100", "host-aarch64", "", "host", "../x"))
def other_preset(content, generator): content["preset"] = generator.choice(("quick", "", "Default", "default "))
def head_key_gone(content, generator): del content[generator.choice(("schema", "workload", "preset", "kind", "device", "sessions", "values"))]
def unknown_key(content, generator):
    place = generator.choice((content, content["sessions"][1], content["values"][1][1]))
    place[generator.choice(("comment", "allow", "Schema", "waived"))] = generator.choice((1, "x", True))
def head_types(content, generator):
    content[generator.choice(("workload", "preset", "kind", "device", "sessions", "values", "parts"))] = generator.choice((None, 1, {}, True))
def lists_without_their_text(content, generator): content[generator.choice(("sessions", "values"))].pop(0)
def samples_of(content, generator, change):
    for block in content["values"][1:]:
        for value in block[1:]:
            if value["metric"] == INSTRUCTIONS:
                change(value)
def samples_null(content, generator): samples_of(content, generator, lambda value: value.update(samples={k: [None] for k in value["samples"]}))
def samples_empty(content, generator): samples_of(content, generator, lambda value: value.update(samples=generator.choice(({}, {k: [] for k in value["samples"]}))))
def samples_of_a_stranger(content, generator): samples_of(content, generator, lambda value: value.update(samples={"2020-01-01-dead": [10 ** 9]}))
def metric_misspelt(content, generator): samples_of(content, generator, lambda value: value.update(metric=generator.choice((INSTRUCTIONS + " ", INSTRUCTIONS.upper(), ""))))
def region_twice_by_two_spellings(content, generator): content["values"].append([content["values"][1][0], *content["values"][2][1:]])
def huge_whole_number(content, generator): samples_of(content, generator, lambda value: value.update(samples={k: [generator.choice((2 ** 65, 1e20, 2 ** 80, 1e200))] for k in value["samples"]}))
def zero_instances(content, generator):
    for block in content["values"][1:]:
        for value in block[1:]:
            if value["metric"] == "region__instances":
                value["samples"] = {k: [generator.choice((0, -1, 1e9, 0.5))] for k in value["samples"]}
def smaller_values_of_another_region(content, generator):
    hot, cold = sorted(content["values"][1:], key=lambda block: block[0] != "hot")
    hot[1:], content["values"][1:] = cold[1:], [cold, hot]
def deep_nesting(text, generator): return "[" * generator.choice((1_000, 100_000)) + text
def long_text(content, generator): content["sessions"][1]["reason"] = "x" * generator.choice((10 ** 5, 10 ** 7))


# ---- other files in its place ----

def of_another_workload(lab, generator):
    """The accepted file of a slower workload, copied over."""
    file, new = prepare(lab, generator)
    other = lab.good(words(6_000 * 20), regions=("hot", "cold"), name="slow")
    shutil.copy(next(other.glob("*/*.json")), file)
    return check(lab, new)


TEXTS = [cut, cut_at_a_line, emptied, byte_order_mark, carriage_returns, not_utf8, utf16, nul_bytes, flipped_bits, text_behind, comments,
         trailing_commas, conflict_markers, a_line_twice, a_block_twice, a_key_twice, samples_twice, unit_twice, number, wrong_types, wrong_unit,
         deep_nesting]
CONTENTS = [session_gone, session_twice, session_renamed, session_without_a_key, session_captures, fingerprint_of_another_machine,
            fingerprint_gone, other_schema, other_workload, other_kind, other_device, other_preset, head_key_gone, unknown_key, head_types,
            lists_without_their_text, samples_null, samples_empty, samples_of_a_stranger, metric_misspelt, region_twice_by_two_spellings,
            huge_whole_number, zero_instances, smaller_values_of_another_region, long_text]
KINDS = [edit(change) for change in TEXTS] + [edit_json(change) for change in CONTENTS] + [of_another_workload] + baseline_paths.kinds(prepare, check)


def attempt(lab, generator, index):
    return pick(KINDS, lab, generator, index)
