"""The package in an empty root of its own: installed, used, removed."""
import json
import pathlib
import shutil

from support import fresh_folder, made_package, need, run


def root_of(given):
    return given.work / "root"


def dpkg(given, *arguments):
    """dpkg with a database of its own. No dependency is installed there, and no root is needed."""
    return run("dpkg", f"--root={root_of(given)}", "--force-depends", "--force-not-root", "--force-bad-path",
               "--log=/dev/null", *arguments)


def files_below(folder):
    """Files and folders, but for those of dpkg itself."""
    own = ["var", "var/lib", "var/lib/dpkg"]
    paths = sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
    return [path for path in paths if path not in own and not path.startswith("var/lib/dpkg/")]


def install(given):
    root = fresh_folder(root_of(given))
    for folder in ("info", "updates", "triggers"):
        (root / "var/lib/dpkg" / folder).mkdir(parents=True)
    (root / "var/lib/dpkg/status").touch()
    assert files_below(root) == []
    dpkg(given, "-i", made_package(given.work))
    status = run("dpkg-query", f"--admindir={root}/var/lib/dpkg", "-W", "-f", "${db:Status-Status} ${Version}", "ncu-regions")
    assert status == f"installed {given.version}", status


def check(given):
    """Measured, accepted, measured again, by the program of the root and its own library and settings."""
    need("valgrind", "valgrind")
    root = root_of(given)
    program = root / "usr/bin/ncu-regions"
    folder = fresh_folder(given.work / "check")
    assert run(program, "--version").startswith(f"ncu-regions {given.version} (")
    findings = json.loads(run("sh", "-c", '"$0" doctor --json; test $? = 0 -o $? = 77', program))
    assert any(finding["topic"] == "valgrind" and finding["status"] == "ok" for finding in findings["findings"]), findings
    measure = [program, "check", "--name", "t", "--region", "empty", "--region", "inner", "--", given.program, "empty"]
    run(*measure, expected=4, cwd=folder)
    run(program, "accept", "--run", "ncu-regions/t", "--reason", "first values", cwd=folder)
    run(*measure, expected=0, cwd=folder)
    tool = json.loads((folder / "ncu-regions/t/run.json").read_text())["tool"]
    assert pathlib.Path(tool) == program.resolve(), tool
    run(root / "usr/bin/ncu-regions-region-tests", "ncu-regions/t", "--region", "inner", cwd=folder)


def consumer(given):
    """find_package(NcuRegions) of a project of five lines, and its region tests."""
    need("valgrind", "valgrind")
    projects = given.source / "tests/consumer"
    prefix = root_of(given) / "usr"
    run(given.cmake, "-D", f"project={projects}/minimal", "-D", f"work={given.work}/consumer",
        "-D", f"arguments=-DCMAKE_PREFIX_PATH={prefix}", "-D", f"python={shutil.which('python3')}",
        "-D", f"checks={projects}/check_runs.py", "-P", projects / "run.cmake")
    cache = (given.work / "consumer/build dir/CMakeCache.txt").read_text()
    assert f"NcuRegions_DIR:PATH={prefix}/{given.libdir}/cmake/NcuRegions\n" in cache, "another NcuRegions was found"


def remove(given):
    root = root_of(given)
    assert "usr/bin/ncu-regions" in files_below(root)
    dpkg(given, "--remove", "ncu-regions")
    assert files_below(root) == [], files_below(root)
    dpkg(given, "--purge", "ncu-regions")
    assert list((root / "var/lib/dpkg/info").glob("ncu-regions*")) == []
    assert files_below(root) == [], files_below(root)
