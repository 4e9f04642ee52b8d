"""Paths of baselines that cannot be read as such: links, FIFOs, folders, files of other users."""
import os
import shutil
import socket

from . import process
from .lab import judge, skipped


def replace_by(file, make):
    file.unlink()
    make(file)


def link_loop(file, generator): replace_by(file, lambda path: path.symlink_to(path.name))
def dangling_link(file, generator): replace_by(file, lambda path: path.symlink_to(generator.choice(("/nowhere/x.json", "gone.json"))))
def fifo(file, generator): replace_by(file, os.mkfifo)
def device(file, generator): replace_by(file, lambda path: path.symlink_to(generator.choice(("/dev/null", "/dev/zero", "/dev/full"))))
def folder(file, generator): replace_by(file, lambda path: path.mkdir())


def named_socket(file, generator):
    def make(path):
        server = socket.socket(socket.AF_UNIX)
        before = os.getcwd()
        os.chdir(path.parent)  # names of sockets are short
        try:
            server.bind(path.name)
        finally:
            os.chdir(before)
            server.close()
    replace_by(file, make)


def link_to_the_file_of_another(file, generator):
    other = file.with_name("other.json")
    other.write_text(file.read_text().replace('"workload": "vic"', '"workload": "other"'))
    replace_by(file, lambda path: path.symlink_to(other.name))


def device_folder_is_a_file(file, generator):
    parent = file.parent
    shutil.rmtree(parent)
    parent.write_text(generator.choice(("", "x")))


def device_folder_is_a_loop(file, generator):
    parent = file.parent
    shutil.rmtree(parent)
    parent.symlink_to(parent.name)


def baselines_is_a_file(file, generator):
    baselines = file.parents[1]
    shutil.rmtree(baselines)
    baselines.write_text(generator.choice(("", "{}")))


def baselines_is_a_loop(file, generator):
    baselines = file.parents[1]
    shutil.rmtree(baselines)
    baselines.symlink_to(generator.choice((baselines.name, f"{baselines.name}/x")))


def baselines_is_a_dangling_link(file, generator):
    baselines = file.parents[1]
    shutil.rmtree(baselines)
    baselines.symlink_to("/not/mounted")


def name_too_long(lab, generator, new, check):
    """The folder that --baselines names cannot exist."""
    return judge(lab.check(new, regions=("hot", "cold"), baselines=generator.choice(("x" * 300, "/".join(["y" * 250] * 20)))))


CHANGES = [link_loop, dangling_link, fifo, device, folder, named_socket, link_to_the_file_of_another, device_folder_is_a_file, device_folder_is_a_loop,
           baselines_is_a_file, baselines_is_a_loop, baselines_is_a_dangling_link]


def unreadable(prepare, place):
    """The file, or a folder above it, is closed for the user that checks."""
    def kind(lab, generator):
        if os.geteuid() != 0:
            return skipped("not root")
        file, new = prepare(lab, generator)
        closed = {"file": file, "device": file.parent, "baselines": file.parents[1]}[place]
        closed.chmod(generator.choice((0o000, 0o300) if place != "file" else (0o000, 0o200)))
        words = lab.check_words(new, regions=("hot", "cold"), run="out/run")
        out = lab.place / "out"
        out.mkdir()
        out.chmod(0o777)
        return judge(as_nobody(lab, words))
    kind.__name__ = f"unreadable_{place}"
    return kind


def as_nobody(lab, words):
    tmp = lab.place / "tmp"
    tmp.mkdir()
    tmp.chmod(0o777)
    return process.run(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--", lab.tool, *words], cwd=lab.place, env={"TMPDIR": str(tmp), "HOME": str(tmp)})


def kinds(prepare, check):
    def kind_of(change):
        def kind(lab, generator):
            file, new = prepare(lab, generator)
            change(file, generator)
            return check(lab, new)
        kind.__name__ = change.__name__
        return kind

    def long_name(lab, generator):
        _, new = prepare(lab, generator)
        return name_too_long(lab, generator, new, check)
    return [kind_of(change) for change in CHANGES] + [unreadable(prepare, place) for place in ("file", "device", "baselines")] + [long_name]
