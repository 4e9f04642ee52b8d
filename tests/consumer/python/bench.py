"""usage: bench.py LIBRARY --size N"""

import contextlib
import ctypes
import sys

RANGES = ctypes.CDLL(sys.argv[1])
RANGES.range_push.argtypes = [ctypes.c_char_p]


@contextlib.contextmanager
def region(label):
    RANGES.range_push(label.encode())
    try:
        yield
    finally:
        RANGES.range_pop()


size = int(sys.argv[sys.argv.index("--size") + 1])
with region("load"):
    text = ",".join(str(i) for i in range(size))
    for _ in range(3):
        with region("load::parse"):
            total = sum(int(word) for word in text.split(","))
print(total)
