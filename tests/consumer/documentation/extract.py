"""usage: extract.py FOLDER PAGE...

Writes every block of C++ of the pages to FOLDER/example_N.cpp, and prints their names as a list of CMake.
"""

import pathlib
import re
import sys

folder = pathlib.Path(sys.argv[1])
blocks = []
for page in sys.argv[2:]:
    blocks += re.findall(r"^```cpp\n(.*?)^```$", pathlib.Path(page).read_text(), re.MULTILINE | re.DOTALL)
assert len(blocks) >= 5, "only %d examples were found" % len(blocks)
for number, block in enumerate(blocks):
    (folder / ("example_%d.cpp" % number)).write_text(block)
print(";".join("example_%d" % number for number in range(len(blocks))), end="")
