#!/usr/bin/env python3
"""Side by side: ncu-regions show, the real `ncu --import` and NVIDIA's ncu_report module.

All tools read the same files in one run, interleaved, output to /dev/null. Prints the median wall time, the peak
memory and the ratios. Large files are real result blocks of the corpus, repeated. docs/design/reports.md holds what it
printed.

    tests/bench/compare_readers.py [--runs 7] [--ncu-regions build/release/bin/ncu-regions] [--corpus ../shared/corpus]
"""
import argparse
import glob
import os
import statistics
import struct
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
THREE = ["gpu__time_duration.sum", "dram__bytes_read.sum", "sm__throughput.avg.pct_of_peak_sustained_elapsed"]

PRINT_ALL = """
import sys, ncu_report
for r in ncu_report.load_report(sys.argv[1]):
    for a in r:
        for m in a:
            x = a[m]
            print(m, x.value(), x.unit())
"""
PRINT_THREE = """
import sys, ncu_report
for r in ncu_report.load_report(sys.argv[1]):
    for a in r:
        for m in sys.argv[2:]:
            x = a.metric_by_name(m)
            print(m, x.value() if x else None)
"""


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def fields(data):
    """(number, value, bytes of the field) of a message."""
    at = 0
    while at < len(data):
        start = at
        tag, at = varint(data, at)
        if tag & 7 == 0:
            value, at = varint(data, at)
        else:
            size = {1: 8, 5: 4}.get(tag & 7)
            if size is None:
                size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        yield tag >> 3, value, data[start:at]


def repeated(source, size):
    """The report, its result blocks repeated until it has `size` bytes."""
    with open(source, "rb") as file:
        data = file.read()
    at = 8 + struct.unpack_from("<I", data, 4)[0]
    blocks = []
    while at < len(data):
        length = struct.unpack_from("<I", data, at)[0]
        header = data[at + 4:at + 4 + length]
        at += 4 + length
        known = {number: value for number, value, _ in fields(header)}
        payload = data[at:at + known.get(5, 0)]
        at += len(payload)
        if known.get(2) and not known.get(1):  # results, no sources; without session and strings
            header = b"".join(raw for number, _, raw in fields(header) if number not in (3, 4))
            blocks.append(struct.pack("<I", len(header)) + header + payload)
    blob = b"".join(blocks)
    return data + blob * max(0, -(-(size - len(data)) // len(blob)))


def measure(argv, environment):
    """Wall seconds and peak memory in MB of one run."""
    quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0), (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
    begin = time.perf_counter()
    pid = os.posix_spawn(argv[0], argv, environment, file_actions=quiet)
    _, status, usage = os.wait4(pid, 0)
    seconds = time.perf_counter() - begin
    if status != 0:
        sys.exit("%s ended with %d" % (argv, os.waitstatus_to_exitcode(status)))
    return seconds, usage.ru_maxrss / 1024


def module_folder(installation, folder):
    """ncu_report looks for libraries two folders above itself; Debian's package has them elsewhere."""
    python = os.path.join(folder, "extras", "python")
    os.makedirs(python)
    for name in ("ncu_report.py", "_ncu_report.so"):
        os.symlink(os.path.join(installation, "usr/lib/python3/dist-packages", name), os.path.join(python, name))
    os.symlink(os.path.join(installation, "usr/lib/x86_64-linux-gnu/nsight-compute/target"),
               os.path.join(folder, "target"))
    return python


def tools(arguments, installations, folder):
    """Name -> (argv without the file, environment)."""
    environment = dict(os.environ, LC_ALL="C", NV_COMPUTE_PROFILER_DISABLE_STOCK_FILE_DEPLOYMENT="1")
    show = [os.path.abspath(arguments.ncu_regions), "show", "--format", "csv"]
    found = {"ours": (show, environment), "ours, 3": (show + ["--metrics", ",".join(THREE)], environment)}
    for version, installation in installations:
        ncu = glob.glob(os.path.join(installation, "usr/lib/*/nsight-compute/target/*/ncu"))[0]
        found["ncu " + version] = ([ncu, "--csv", "--page", "raw", "--print-units", "base", "--import"], environment)
    module = module_folder(installations[-1][1], folder)
    with_module = dict(environment, PYTHONPATH=module)
    python = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
    found["ncu_report"] = ([python, "-c", PRINT_ALL], with_module)
    found["ncu_report, 3"] = ([python, "-c", PRINT_THREE], with_module)
    return found


def ncu_installations():
    found = []
    for folder in sorted(glob.glob(os.path.join(ROOT, "build/deps/ncu/*"))):
        ncu = glob.glob(os.path.join(folder, "usr/lib/*/nsight-compute/target/*/ncu"))
        if not ncu:
            continue
        text = subprocess.run([ncu[0], "--version"], capture_output=True, text=True).stdout
        version = text.split("Version ")[1].split(" ")[0] if "Version " in text else ""
        if version >= "2024":
            found.append((version, folder))
    return sorted(found)


def inputs(arguments, folder):
    """(name, path, runs)."""
    reports = os.path.join(arguments.corpus, "rep")
    small = ["josiahls__cuda_learning_mojo__profile", "yzwang2000__cudaCode__profile",
             "bwd29__self-join-MiSTIC__prof1024", "thedavidchu__speedy_scan__profile",
             "MgMap__Hyper-Spec-M__profile", "bwd29__self-join-MiSTIC__profileSUSYBIN2.out"]
    for name in small:
        if arguments.only in name:
            yield name[:24], os.path.join(reports, name + ".ncu-rep"), arguments.runs
    large = [("basic set x14, 44 MB", "bwd29__self-join-MiSTIC__profile", 44),
             ("full set, 40 MB", "pytorch-labs__applied-ai__base5", 40),
             ("full set, 130 MB", "pytorch-labs__applied-ai__base5", 130),
             ("full set GB300, 130 MB", "triton-lang__triton__profile3", 130)]
    for title, name, megabytes in large:
        if arguments.only not in title:
            continue
        path = os.path.join(folder, "%s-%d.ncu-rep" % (name, megabytes))
        # In a process of its own: what a child takes over from its parent counts as its peak memory.
        subprocess.run([sys.executable, __file__, "--make", path, "--from", os.path.join(reports, name + ".ncu-rep"),
                        "--megabytes", str(megabytes)], check=True)
        yield title, path, max(3, arguments.runs // 2)
        os.remove(path)


def compare(path, runs, found):
    times = {name: [] for name in found}
    peaks = {name: 0 for name in found}
    for run in range(runs + 1):
        for name, (argv, environment) in found.items():
            further = THREE if name == "ncu_report, 3" else []
            seconds, peak = measure(argv + [path] + further, environment)
            if run > 0:  # the first one fills caches
                times[name].append(seconds)
            peaks[name] = max(peaks[name], peak)
    return {name: statistics.median(values) for name, values in times.items()}, peaks


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--ncu-regions", default=os.path.join(ROOT, "build/release/bin/ncu-regions"))
    parser.add_argument("--corpus", default=os.environ.get("NCU_REGIONS_CORPUS", os.path.join(ROOT, "../shared/corpus")))
    parser.add_argument("--make", help=argparse.SUPPRESS)
    parser.add_argument("--from", dest="source", help=argparse.SUPPRESS)
    parser.add_argument("--megabytes", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--only", default="", help="only the files whose title contains this")
    arguments = parser.parse_args()
    if arguments.make:
        with open(arguments.make, "wb") as file:
            file.write(repeated(arguments.source, arguments.megabytes * 1000 * 1000))
        return 0
    installations = ncu_installations()
    if not installations or not os.path.isdir(arguments.corpus):
        print("skipped: needs ncu 2024 in build/deps/ncu (ci/test puts it there) and the corpus")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        found = tools(arguments, installations, folder)
        print("median wall seconds (peak MB, of which this script is the least that is shown)")
        print("%-26s %8s" % ("file", "MB") + "".join("%22s" % name for name in found))
        for title, path, runs in inputs(arguments, folder):
            size = os.path.getsize(path) / 1e6
            times, peaks = compare(path, runs, found)
            print("%-26s %8.2f" % (title, size) +
                  "".join("%22s" % ("%.4f (%.0f)" % (times[name], peaks[name])) for name in found))
            ratios = ["%s / ours %.0f" % (name, times[name] / times["ours"]) for name in found
                      if name.startswith("ncu") and not name.endswith(", 3")]
            ratios.append("ncu_report, 3 / ours, 3 %.0f" % (times["ncu_report, 3"] / times["ours, 3"]))
            ratios.append("three metrics %.2f GB/s" % (size / 1000 / times["ours, 3"]))
            print("%-26s %8s   %s" % ("", "", "; ".join(ratios)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
