# Every test that the last table of docs/SchedulingMath.md names exists. Comes in: the
# top folder. Goes out: a line for each cell `file`: `test` whose file is not there, or
# has no test of that name, and for each row without such a cell or "none".
import os
import re
import sys

import tree

PAGE = "docs/SchedulingMath.md"
CELL = re.compile(r"`(test/[^`]+)`: `(\w+)`")


def problems(top):
    text = tree.read(top, PAGE)
    rows = re.search(r"^\| statement \|.*\n\|.*\n((?:\|.*\n)+)", text, re.M)
    if not rows:
        yield f"{PAGE} has no table of statements"
        return
    for row in rows[1].splitlines():
        cell = row.strip("| ").split("|")[-1].strip()
        named = CELL.fullmatch(cell)
        if not named:
            if cell != "none":
                yield f"{PAGE}: '{cell}' names no test"
            continue
        path, name = named.groups()
        if not os.path.isfile(os.path.join(top, path)):
            yield f"{PAGE}: there is no {path}"
        elif not re.search(rf"(?:TEST\w*|RC_GTEST_PROP)\(\s*\w+,\s*{name}\b",
                           tree.read(top, path)):
            yield f"{PAGE}: {path} has no test {name}"


tree.report(list(problems(sys.argv[1])))
