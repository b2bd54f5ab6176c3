#!/usr/bin/env python3
"""Counts the lines of the parallel parts of programs: directives, and what
stands between `// parallel: begin` and `// parallel: end`, without blank lines
and lines of comments alone. Comes in: files. Goes out: a line for each, the
number and the name. Fails where a part does not end, or there is none."""
import re
import sys

DIRECTIVE = re.compile(r"#pragma (redistribute|reduce|pipeline)\b")


def count(path):
    inside, lines, parts = False, 0, 0
    continued = False  # a directive, by a backslash
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            text = line.strip()
            is_directive = continued or DIRECTIVE.match(text) is not None
            continued = is_directive and text.endswith("\\")
            if text in ("// parallel: begin", "// parallel: end"):
                if inside == text.endswith("begin"):
                    sys.exit(f"{path}:{number}: '{text}' does not fit")
                inside = not inside
                parts += inside
            elif is_directive or (inside and text and
                                  not text.startswith("//")):
                lines += 1
    if inside or parts == 0:
        sys.exit(f"{path}: a parallel part that ends is expected")
    return lines


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(f"{count(name):5} {name}")
