# Lines of ours in the tables of docs/from-hpf.md are lines of the example that is
# compiled and run. Comes in: document and example. Goes out: those that are not, and
# how many are.
import re
import sys


def words(text):
    return " ".join(text.split())


document, example = (open(path).read() for path in sys.argv[1:])
lines = {words(line) for line in example.splitlines()}
text = words(example)
found = 0
for row in re.findall(r"^\|.*\|$", document, re.M):
    ours = row.split(" | ")[1] if row.count(" | ") > 1 else ""
    for code in re.findall(r"`([^`]+)`", ours):
        whole = code.startswith(("#pragma", "redist::array")) and not code.endswith("&a")
        if whole and words(code) not in lines:
            sys.exit(f"not in the example: {code}")
        if code.startswith(("onto", "at(", "nowait", "for ")) and code not in text:
            sys.exit(f"no part of the example: {code}")
        found += whole
print(f"{found} lines")
