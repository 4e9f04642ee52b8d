"""Zoo: opens NVTX ranges from Python. usage: ranges.py LIBRARY (libnvtx_c.cpp, built)"""

import contextlib
import ctypes
import sys

NVTX = ctypes.CDLL(sys.argv[1])
NVTX.zoo_push.argtypes = [ctypes.c_char_p]
NVTX.zoo_start.argtypes = [ctypes.c_char_p]
NVTX.zoo_start.restype = ctypes.c_ulonglong
NVTX.zoo_end.argtypes = [ctypes.c_ulonglong]


@contextlib.contextmanager
def region(label):
    NVTX.zoo_push(label.encode())
    try:
        yield
    finally:
        NVTX.zoo_pop()


# Sets of strings are in the order of their hashes: the instructions of this region are those of the
# run before only when PYTHONHASHSEED is set.
def words():
    counts = {}
    for i in range(200):
        word = "word %d" % (i % 37)
        counts[word] = counts.get(word, 0) + 1
    return [word for word in set(counts) if word.endswith("7")]


def main():
    span = NVTX.zoo_start(b"whole script")
    with region("python"):
        for _ in range(3):
            with region("python::words"):
                found = words()
        with region("\N{SNOWMAN}"):
            pass
    NVTX.zoo_end(span)
    print(len(found), "words found")


main()
