"""What is in the package, looked at without installing it."""
import email
import gzip
import os
import re
import shutil

from support import made_package, need, run, unpacked

PAGES = "docs/reference/cli"


def fields(given):
    package = made_package(given.work)
    control = email.message_from_string(run("dpkg-deb", "-f", package))
    expected = {"Package": "ncu-regions", "Version": given.version, "Section": "devel", "Priority": "optional",
                "Architecture": run("dpkg", "--print-architecture").strip(), "Recommends": "valgrind",
                "Suggests": "cmake, nsight-compute", "Homepage": None}
    for name, value in expected.items():
        assert control[name] == value, f"{name}: {control[name]}, expected {value}"
    assert re.fullmatch(r"[^<>]+ <[^@ ]+@[^@ ]+>", control["Maintainer"]), control["Maintainer"]
    assert re.search(r"\blibc6 \(>= [0-9.]+\)", control["Depends"]), control["Depends"]
    assert int(control["Installed-Size"]) > 1000, control["Installed-Size"]
    check_description(control["Description"].split("\n"))


def check_description(lines):
    """A synopsis without article and full stop, then paragraphs: a blank before each line, a dot alone between them."""
    assert len(lines[0]) < 80 and lines[0][0].islower() and not lines[0].endswith("."), lines[0]
    assert len(lines) > 5 and " ." in lines, lines
    for line in lines[1:]:
        assert re.fullmatch(r" (\.|[^ ].*)", line) and len(line) <= 80, line


def expected_files(given):
    """Every file that has to be there, as a path below the root. Nothing else may be."""
    source = given.source
    modules = ["Config", "ConfigVersion", "Targets", "Targets-release", "AddBenchmark", "AddCases", "AddGTest", "AddTest", "ListCases", "TestChecks", "TestsFile"]
    files = {"usr/bin/ncu-regions", "usr/bin/ncu-regions-region-tests", "usr/share/ncu-regions/gtest_regions.cpp",
             "usr/share/ncu-regions/benchmark_regions.cpp",
             f"usr/{given.libdir}/libncu_regions_report.a", f"usr/{given.libdir}/ncu-regions/libncu_regions_nvtx.so",
             f"usr/{given.libdir}/ncu-regions/workload-supervisor", f"usr/{given.libdir}/ncu-regions/probe-kernel",
             "usr/share/lintian/overrides/ncu-regions"}
    files |= {f"usr/{given.libdir}/cmake/NcuRegions/NcuRegions{module}.cmake" for module in modules}
    files |= {f"usr/include/ncu_regions/{name}.h" for name in ("announce", "annotate", "benchmark_families", "benchmark_loop",
                                                                "benchmark_names", "gtest", "gtest_regions", "report")}
    files |= {f"usr/share/doc/ncu-regions/{name}" for name in ("README.md", "changelog.gz", "copyright")}
    for folder, target in (("conf", "ncu-regions/conf"), ("harness/render/templates", "ncu-regions/templates"), ("docs", "doc/ncu-regions/docs")):
        below = [path.relative_to(source / folder) for path in (source / folder).rglob("*") if path.is_file()]
        assert below, folder
        files |= {f"usr/share/{target}/{path}" for path in below}
    return files | {f"usr/share/man/man1/{name}.1.gz" for name in man_names(given)}


def man_names(given):
    """The names of the man pages and their help pages."""
    names = {}
    for page in (given.source / PAGES).glob("*.md"):
        names["ncu-regions" if page.stem == "ncu-regions" else f"ncu-regions-{page.stem}"] = page
    assert len(names) > 10, names
    return names


def contents(given):
    need("cmark", "cmark-gfm")
    package = made_package(given.work)
    found = set()
    for line in run("dpkg-deb", "-c", package).splitlines():
        mode, owner, _, _, _, path = line.split(None, 5)
        assert owner == "root/root", line
        path = path.removeprefix("./")
        is_program = (path.startswith("usr/bin/") or path.endswith(("/workload-supervisor", "/probe-kernel"))) and not path.endswith("/")
        assert mode == ("drwxr-xr-x" if path.endswith("/") or not path else "-rwxr-xr-x" if is_program else "-rw-r--r--"), line
        if path and not path.endswith("/"):
            found.add(path)
    expected = expected_files(given)
    assert found == expected, f"missing: {sorted(expected - found)}\nnot expected: {sorted(found - expected)}"
    folder = unpacked(given)
    look_inside(given, folder)
    shutil.rmtree(folder)


def look_inside(given, folder):
    places = [str(place).encode() for place in {given.source, given.build, given.source.resolve(), given.build.resolve()}]
    for path in folder.rglob("*"):
        if not path.is_file():
            continue
        data = path.read_bytes()
        if path.suffix == ".gz":
            data = gzip.decompress(data)
            assert path.read_bytes()[4:8] == b"\0\0\0\0", f"{path} is dated"
        for place in places:
            assert place not in data, f"{path} names {place.decode()}"
        if data.startswith(b"\x7fELF"):
            assert ".symtab" not in run("readelf", "-SW", path), f"{path} is not stripped"
    licence = (folder / "usr/share/doc/ncu-regions/copyright").read_text()
    for words in ("Apache License", "inja", "GoogleTest|googletest", "yaml-cpp"):
        assert re.search(words, licence), f"copyright says nothing of {words}"


def man(given):
    """Readable in 80 columns, without warnings; found by whatis; nothing of the help page's tables is lost."""
    need("cmark", "cmark-gfm")
    need("man", "man", "lexgrog")
    folder = unpacked(given)
    summaries = set()
    for name, page in man_names(given).items():
        path = folder / "usr/share/man/man1" / f"{name}.1.gz"
        summary = re.fullmatch(r'[^"]*: "(\S+) - (.+)"\n', run("lexgrog", path))
        assert summary and summary[1] == name, f"{name}: {run('lexgrog', path)}"
        summaries.add(summary[2])
        check_rendered(page, path)
    assert len(summaries) == len(man_names(given)), "two pages have the same summary"
    shutil.rmtree(folder)


def check_rendered(page, path):
    environment = {**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8", "MANPAGER": "cat"}
    text = run("man", "--warnings", "-l", path, quiet=True, env=environment)
    for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "EXIT STATUS", "SEE ALSO"):
        assert f"\n{section}\n" in text, f"{path.name} has no section {section}"
    words = "".join(text.split())
    for line in page.read_text().splitlines():
        if not line.startswith("|-"):
            for code in re.findall(r"`([^`]+)`", line) if line.startswith("|") else [line[4:]] * line.startswith("    "):
                assert "".join(code.split()) in words, f"{path.name} has lost '{code}'"


def lintian(given):
    need("lintian", "lintian")
    print(run("lintian", "--allow-root", "--fail-on", "error", "--tag-display-limit", "0", made_package(given.work)))
