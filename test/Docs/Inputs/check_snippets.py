# Code in documents is code of an example. Comes in: the top folder. Goes out: a
# line for each block of code in a document that has no example named above it
# (a comment in HTML with its path) or does not stand in that example.
import os
import re
import sys

from documents import documents, read

BLOCK = re.compile(
    r"(?:<!-- (\S+) -->\n)?^[ ]*```(c|cpp|cmake|json|make|meson)\n(.*?)^[ ]*```$",
    re.M | re.S)


def words(text):
    """Formatting apart: blanks, and how a line is continued."""
    text = re.sub(r"[ \t]+", " ", text.replace("\\\n", " "))
    return text.replace("\n ", "\n").strip()


def problems(top):
    for path in documents(top):
        text = read(path)
        for match in BLOCK.finditer(text):
            place = f"{os.path.relpath(path, top)}:" + str(
                text[:match.start()].count("\n") + 1)
            example, language, code = match.groups()
            # A decision record shows what does not exist, too; JSON is output, as well.
            if example is None and (language == "json" or
                                    "design" in os.path.relpath(path, top)):
                continue
            source = os.path.join(top, example or "")
            if example is None or not os.path.isfile(source):
                yield f"{place}: names no example above it"
                continue
            if words(code) not in words(read(source)):
                yield f"{place}: differs from {example}"


found = list(problems(sys.argv[1]))
print("\n".join(found))
sys.exit(1 if found else 0)
