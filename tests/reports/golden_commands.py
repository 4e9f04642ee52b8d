"""The real ncu accepts every command line of ncu in tests/golden/behaviour, as far as the missing driver.

usage: golden_commands.py FOLDER      with deps/ncu in it"""
import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

GOLDENS = pathlib.Path(__file__).resolve().parents[1] / "golden/behaviour"


def words_of(lines):
    """Words of the printed form: one per line, long lists go on in further lines."""
    joined = []
    for line in lines:
        if line.startswith("  ") and joined and joined[-1].endswith(","):
            joined[-1] += line.strip()
        else:
            joined.append(line)
    return [word for line in joined for word in shlex.split(line)]


def changed(words, lines):
    """`words` after the changes of a block "as ..., but"."""
    words = list(words)
    for word in words_of(line[2:] for line in groups(lines, "-")):
        words.remove(word)
    more = words_of(line[2:] for line in groups(lines, "+"))
    for index, word in enumerate(more):
        # Options of ncu are one word; one that a value follows is the program's, and so is the value.
        is_of_ncu = word.startswith("--") and (index + 1 == len(more) or more[index + 1].startswith("--"))
        words.insert(end_of_options(words) if is_of_ncu else len(words), word)
    return words


def groups(lines, sign):
    """The lines of one sign, with the lines that go on behind them."""
    taken = False
    for line in lines:
        if line[:2] in ("- ", "+ "):
            taken = line[0] == sign
        if taken:
            yield line if line[:2] in ("- ", "+ ") else "  " + line


def end_of_options(words):
    """Where the program stands."""
    return next((index for index, word in enumerate(words) if index > 0 and not word.startswith("-")), len(words))


def command_lines(golden):
    """(where, words) of each command line of ncu in one golden file."""
    step, known, block, inside = "", {}, None, False
    for line in golden.read_text().splitlines() + ["$end"]:
        if block is not None and not line.startswith("    "):
            names, basis, lines = block
            words = words_of(lines) if basis is None else changed(known[basis], lines)
            for name in names:
                known[step, name] = words
            yield f"{golden.stem} {step} {names[0]}", words
            block = None
        if line.startswith("$"):
            step, inside = line.split()[0], False
        elif not line.startswith(" "):
            inside = line == "ncu:"
        elif inside and (head := re.fullmatch(r"  (\S.*?):(?: as (\S+)(?: of (\$\d+))?(, but)?)?", line)):
            basis = (head[3] or step, head[2]) if head[2] else None
            block = (head[1].split(", "), basis, [])
        elif block is not None:
            block[2].append(line[4:])


def all_command_lines():
    return [entry for golden in sorted(GOLDENS.glob("*.txt")) for entry in command_lines(golden)]


# Options that a version leaves out, each from the release that has it on; app-range came with 2023.1 as well.
SINCE = {"--config-file": (2023, 1), "--graph-profiling": (2023, 1), "--disable-extra-suffixes": (2024, 1), "--rename-kernels": (2024, 2),
         "--verbose": (2023, 1)}  # the last one is in the settings of a situation


def for_version(words, version):
    """The words as this version would get them; None where it cannot be asked."""
    if "--replay-mode=app-range" in words and version < (2023, 1):
        return None
    return [word for word in words if SINCE.get(word.split("=")[0], (0, 0)) <= version]


def runnable(words, ncu, folder):
    """With the real ncu, a program that every machine has, and fresh places to write to."""
    given = []
    for word in words:
        word = word.replace("<ncu>", str(ncu)).replace("<id>", "id")
        if word.startswith("<"):
            word = "/bin/true"
        given.append(re.sub(r"<work>[^=]*?/(?=ncu\.log|report|rank_)", f"{folder}/", word))
    return given


def refusal(words, ncu, folder):
    """What keeps this ncu from accepting the command line; "" when only the driver is missing."""
    folder.mkdir()
    result = subprocess.run(runnable(words, ncu, folder), capture_output=True, text=True, timeout=120, check=False, stdin=subprocess.DEVNULL,
                            env={**os.environ, "NV_COMPUTE_PROFILER_DISABLE_STOCK_FILE_DEPLOYMENT": "1", "OMPI_COMM_WORLD_RANK": "0", "SLURM_PROCID": "0", "RANK": "0"})
    log = folder / "ncu.log"
    text = result.stdout + result.stderr + (log.read_text() if log.exists() else "")
    shutil.rmtree(folder)
    # Of a program that starts others only those are profiled: here none is, and ncu says so.
    accepted = re.search("failed to connect to the CUDA driver|No (kernels|ranges) were profiled", text)
    if accepted and not re.search("option|nvalid|not match", text):
        return ""
    return text.strip() or f"exit code {result.returncode}"


def check(ncu):
    version = tuple(int(part) for part in re.search(r"Version (\d+)\.(\d+)", subprocess.run([ncu, "--version"], capture_output=True, text=True, check=True).stdout).groups())
    lines = {}
    for where, words in all_command_lines():
        if where.startswith("ncu-newest-version"):
            continue  # recorded with a version that is not here
        words = for_version(words, version)
        if words:
            lines.setdefault(tuple(words), where)
    bad = []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        places = (pathlib.Path(folder) / str(index) for index in range(len(lines)))
        for (words, where), why in zip(lines.items(), pool.map(lambda task: refusal(task[0], ncu, task[1]), zip(lines, places))):
            if why:
                bad.append(f"{where}: {shlex.join(words)}\n  {why}")
    print(f"ncu {version[0]}.{version[1]}: {len(lines) - len(bad)} of {len(lines)} command lines accepted as far as the missing driver")
    assert len(lines) > 30, len(lines)
    return bad


def installed(build):
    """One ncu of each version that ci/test downloads."""
    pattern = "*/usr/lib/x86_64-linux-gnu/nsight-compute/target/linux-desktop-glibc_2_11_3-x64/ncu"
    return sorted((build / "deps/ncu").glob(pattern))


def main():
    if os.path.exists("/proc/driver/nvidia/version"):
        print("skipped: this machine has a driver")
        return 77
    ncus = installed(pathlib.Path(sys.argv[1]))
    if not ncus:
        print("skipped: no ncu: neither in build/deps/ncu; ci/test puts it there")
        return 1 if "ncu" in os.environ.get("NCU_REGIONS_REQUIRE", "").split(",") else 77
    bad = [text for ncu in ncus for text in check(ncu)]
    print("\n".join(bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
