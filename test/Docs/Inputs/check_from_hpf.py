# Lines of ours in the tables of docs/from-hpf.md are lines of the examples that are
# compiled and run. Comes in: document and examples. Goes out: those that are not, and
# how many are.
import re
import sys


def words(text):
    return " ".join(text.split())


document, *examples = (open(path).read() for path in sys.argv[1:])
example = "\n".join(examples)
lines = {words(line) for line in example.splitlines()}
text = words(example)
found = 0
for row in re.findall(r"^\|.*\|$", document, re.M):
    cells = row.strip("| ").split(" | ")
    ours = cells[1] if len(cells) > 1 else ""
    for code in re.findall(r"`([^`]+)`", ours):
        whole = code.startswith(("#pragma", "redist::array")) and not code.endswith("&a")
        if whole and words(code) not in lines:
            sys.exit(f"not in the examples: {code}")
        if code.startswith(("onto", "at(", "nowait", "for ")) and code not in text:
            sys.exit(f"no part of the examples: {code}")
        found += whole
print(f"{found} lines")
