# Code in documents is code of an example. Comes in: the top folder. Goes out: a
# line for each block of C++ in a document that has no example named above it
# (a comment in HTML with its path) or does not stand in that example.
import os
import re
import sys

BLOCK = re.compile(
    r"(?:<!-- (\S+) -->\n)?^[ ]*```(?:cpp|cmake|make|meson)\n(.*?)^[ ]*```$",
    re.M | re.S)


def documents(top):
    for folder, _, names in os.walk(os.path.join(top, "docs")):
        for name in names:
            if name.endswith(".md"):
                yield os.path.join(folder, name)
    yield os.path.join(top, "README.md")


def words(text):
    """Formatting apart: runs of blanks, and how a line is continued."""
    return re.sub(r"[ \t]+", " ", text.replace("\\\n", " ")).strip()


def problems(top):
    for path in sorted(documents(top)):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for match in BLOCK.finditer(text):
            place = f"{os.path.relpath(path, top)}:" + str(
                text[:match.start()].count("\n") + 1)
            example, code = match.groups()
            # A decision record shows what does not exist, too.
            if example is None and "design" in os.path.relpath(path, top):
                continue
            source = os.path.join(top, example or "")
            if example is None or not os.path.isfile(source):
                yield f"{place}: names no example above it"
                continue
            with open(source, encoding="utf-8") as file:
                if words(code) not in words(file.read()):
                    yield f"{place}: differs from {example}"


found = list(problems(sys.argv[1]))
print("\n".join(found))
sys.exit(1 if found else 0)
