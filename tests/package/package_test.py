"""The steps of the tests package.*: see CMakeLists.txt."""
import functools
import os
import subprocess

import contents
import installed
from support import fresh_folder, made_package, need, parse_arguments, run


def make_package(given, folder, mask):
    """cpack of the build folder, into `folder`; dated, so that it can be made again."""
    fresh_folder(folder)
    run(given.cpack, "-G", "DEB", "--config", given.build / "CPackConfig.cmake", "-B", folder,
        cwd=given.build, env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}, preexec_fn=functools.partial(os.umask, mask))


def build(given):
    make_package(given, given.work / "made", 0o022)
    name = made_package(given.work).name
    architecture = run("dpkg", "--print-architecture").strip()
    assert name == f"ncu-regions_{given.version}_{architecture}.deb", name


def again(given):
    """The same build folder makes the same files, to the byte and the permission, whatever the umask."""
    make_package(given, given.work / "again", 0o077)
    first = made_package(given.work)
    second = given.work / "again" / first.name
    assert run("dpkg-deb", "-c", first) == run("dpkg-deb", "-c", second), f"the lists of {first} and {second} differ"
    for part in ("--ctrl-tarfile", "--fsys-tarfile"):
        tars = [subprocess.run(["dpkg-deb", part, package], capture_output=True, check=True).stdout for package in (first, second)]
        assert tars[0] == tars[1], f"{part} of {first} and {second} differ"


STEPS = {"build": build, "again": again, "fields": contents.fields, "contents": contents.contents, "man": contents.man,
         "lintian": contents.lintian, "install": installed.install, "check": installed.check,
         "consumer": installed.consumer, "remove": installed.remove}

arguments = parse_arguments(STEPS)
need("dpkg", "dpkg", "dpkg-deb", "dpkg-shlibdeps", "file")
STEPS[arguments.step](arguments)
