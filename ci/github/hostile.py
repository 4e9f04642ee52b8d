"""Opens what a pull request's own code produced. Nothing in it is believed: not its sizes, not its names, not its numbers.

An artifact is a zip whose members are <workload>/run.json, verdicts.json and explain.json; the proposed baseline and the report
for people, which lie beside them, are left alone. Anything else refuses the whole artifact: half a measurement is none.
"""
import io
import json
import math
import re
import stat
import zipfile

# What ncu_regions_add_test allows as a NAME.
FOLDER = r"[A-Za-z0-9_][A-Za-z0-9._+-]{0,199}"
TAKEN = re.compile(rf"({FOLDER})/(run|verdicts|explain|missing)\.json")
LEFT_ALONE = re.compile(rf"{FOLDER}/(proposed-baseline\.json|report\.md)?")
MOST_MEMBERS = 1024
LARGEST_MEMBER = 16 << 20
LARGEST_TOTAL = 64 << 20
DEEPEST = 64
LONGEST_NUMBER = 400  # digits: more than any double has


class Refused(Exception):
    """One line that says what was refused and why. It holds no text of the artifact but names that TAKEN matches."""


def members(data):
    """[(workload, kind, bytes)] of a zip, or Refused."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return read_members(archive)
    except Refused:
        raise
    except Exception as error:  # zipfile lets many kinds through: zlib.error, struct.error, NotImplementedError, RuntimeError, ...
        raise Refused(f"not a zip that can be read ({type(error).__name__})") from error


def read_members(archive):
    infos = archive.infolist()
    if len(infos) > MOST_MEMBERS:
        raise Refused(f"{len(infos)} files; expected at most {MOST_MEMBERS}")
    seen, taken, total = set(), [], 0
    for info in infos:
        found = check_member(info, seen)
        if found is None:
            continue
        content = read_member(archive, info)
        total += len(content)
        if total > LARGEST_TOTAL:
            raise Refused(f"more than {LARGEST_TOTAL} bytes when unpacked")
        taken.append((found.group(1), found.group(2), content))
    return taken


def check_member(info, seen):
    """The match of a file that is to be read, None of one that is left alone."""
    name, kind = info.orig_filename, stat.S_IFMT(info.external_attr >> 16)
    found = TAKEN.fullmatch(name)
    if not found and not LEFT_ALONE.fullmatch(name):
        raise Refused("a file whose name is not <workload>/run.json, verdicts.json, explain.json, missing.json, proposed-baseline.json or report.md")
    if name in seen:
        raise Refused("two files of the same name")
    seen.add(name)
    if kind not in (0, stat.S_IFREG) and not (kind == stat.S_IFDIR and name.endswith("/")):
        raise Refused("a link or another special file")
    if info.flag_bits & 1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Refused("an encrypted file, or a compression other than deflate")
    return found


def read_member(archive, info):
    with archive.open(info) as file:
        content = file.read(LARGEST_MEMBER + 1)  # what really comes out, whatever the header says
    if len(content) > LARGEST_MEMBER:
        raise Refused(f"a file of more than {LARGEST_MEMBER} bytes when unpacked")
    return content


def parse(content, name):
    """The JSON object of a file, or Refused."""
    try:
        value = json.loads(content.decode("utf-8"), parse_constant=no_constant, parse_int=bounded(int), parse_float=bounded(float),
                           object_pairs_hook=unique)
        json.dumps(value, ensure_ascii=False).encode("utf-8")  # an escaped half of a character is no text
    except Refused as error:
        raise Refused(f"{name}: {error}") from error
    except RecursionError as error:
        raise Refused(f"{name}: nested too deeply") from error
    except ValueError as error:
        raise Refused(f"{name}: no JSON in UTF-8") from error
    if not isinstance(value, dict) or type(value.get("schema")) is not int:
        raise Refused(f"{name}: not an object with an integer 'schema'")
    if depth(value) > DEEPEST:
        raise Refused(f"{name}: nested deeper than {DEEPEST}")
    return value


def no_constant(_):
    raise Refused("NaN or Infinity, which is no JSON")


def bounded(kind):
    def convert(text):
        if len(text) > LONGEST_NUMBER:
            raise Refused(f"a number of more than {LONGEST_NUMBER} characters")
        value = kind(text)
        if kind is float and not math.isfinite(value) or kind is int and abs(value) >= 1 << 64:
            raise Refused("a number that no measurement has")
        return value
    return convert


def unique(pairs):
    value = dict(pairs)
    if len(value) != len(pairs):
        raise Refused("a key twice in one object")
    return value


def depth(value):
    """Without recursion: the value is hostile."""
    deepest, pending = 0, [(value, 1)]
    while pending:
        item, level = pending.pop()
        deepest = max(deepest, level)
        if isinstance(item, (dict, list)):
            pending += [(child, level + 1) for child in (item.values() if isinstance(item, dict) else item)]
    return deepest
