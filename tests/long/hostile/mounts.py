"""Mounts that only one worker sees: disks of its own, and a machine lock of its own. Needs root."""
import ctypes
import os
import pathlib
import tempfile
import types

from .lab import is_root

LOCK = "/tmp/ncu-regions.lock"
NEW_MOUNTS = 0x20000
PRIVATE = 1 << 18 | 1 << 14  # MS_PRIVATE, MS_REC
BIND = 1 << 12
READ_ONLY = 1
REMOUNT = 1 << 5
LIBC = ctypes.CDLL(None, use_errno=True)


def mount(source, target, kind=None, flags=0, data=None):
    encode = lambda text: str(text).encode() if text is not None else None
    if LIBC.mount(encode(source), encode(target), encode(kind), flags, encode(data)) != 0:
        raise OSError(ctypes.get_errno(), f"cannot mount {target}")


def unmount(target):
    LIBC.umount2(str(target).encode(), 2)  # MNT_DETACH


def take_own_mounts(lab):
    """As root the worker sees the whole machine read-only, but for its own folder: an attempt that a program under test
    obeys must not reach anything else. Throws when that cannot be had: nothing is attempted as root without it."""
    if not is_root():
        return
    if LIBC.unshare(NEW_MOUNTS) != 0:
        raise OSError(ctypes.get_errno(), "cannot protect this machine from the attempts: no mounts of our own; run as another user")
    mount("none", "/", None, PRIVATE)
    pathlib.Path(LOCK).touch()
    own = lab.folder / "lock"
    own.touch()
    own.chmod(0o666)
    mount(lab.folder, lab.folder, None, BIND)
    mount(own, LOCK, None, BIND)
    for place in mounted_places(lab.folder):
        mount("none", place, None, REMOUNT | BIND | READ_ONLY)
    require_protection()
    lab.has_own_mounts = True


def missing_protection():
    """Why this machine cannot be protected from attempts, or an empty text. Tried in a process of its own."""
    reader, writer = os.pipe()
    with tempfile.TemporaryDirectory(prefix="hostile-") as folder:
        child = os.fork()
        if child == 0:
            try:
                take_own_mounts(types.SimpleNamespace(folder=pathlib.Path(folder).resolve()))
            except OSError as problem:
                os.write(writer, str(problem).encode())
            os._exit(0)
        os.close(writer)
        os.waitpid(child, 0)
        with os.fdopen(reader) as words:
            return words.read()


def mounted_places(own):
    """All that is mounted and can be written, but for the worker's folder and lock."""
    lines = pathlib.Path("/proc/self/mounts").read_text().splitlines()
    places = [line.split()[1].encode().decode("unicode_escape") for line in lines]
    return [place for place in dict.fromkeys(places) if place not in (str(own), LOCK) and not place.startswith(("/proc", "/sys", "/dev/pts"))]


def require_protection():
    for place in ("/", "/tmp", "/etc", "/dev", "/root"):
        probe = pathlib.Path(place) / "ncu-regions-hostile-probe"
        try:
            probe.touch()
        except OSError:
            continue
        probe.unlink()
        raise OSError(f"cannot protect this machine from the attempts: {place} can be written; run as another user")
