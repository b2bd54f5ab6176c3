# Each diagnostic of the catalogue is expected by a test. Comes in: the top
# folder. Goes out: the names of those that no test expects. A test expects a
# diagnostic where its text has the longest piece without placeholders.
import re
import sys

import tree

CATALOGUE = "include/redistc/Directive/Diagnostics.def"
ENTRY = re.compile(
    r'REDISTC_DIAGNOSTIC\(\s*(\w+),\s*(\w+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)')
PLACEHOLDER = re.compile(r"%(?:\w+\{[^}]*\})?\d")


def longest_piece(literals):
    text = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals))
    text = text.replace('\\"', '"').replace("\\\\", "\\")
    return max(PLACEHOLDER.split(text), key=len).strip()


def problems(top):
    tests = "\n".join(
        tree.read(top, path)
        for path in tree.files(top, ".cpp", ".test", ".h", ".py")
        if path.startswith("test/") and not path.startswith("test/Hygiene/"))
    for name, _, literals in ENTRY.findall(tree.read(top, CATALOGUE)):
        if longest_piece(literals) not in tests:
            yield f"{CATALOGUE}: no test expects {name}"


if __name__ == "__main__":
    tree.report(list(problems(sys.argv[1])))
