# Paths and documents that documents and comments name: each must exist, and
# none may belong to somebody's machine. Comes in: the top folder. Goes out: one line a fault.
import glob
import os
import re
import sys

import tree

FOLDERS = "include|lib|runtime|tools|test|docs|utils|cmake"
PATH = re.compile(
    r"(?<![\w/.$%{}~+-])((?:" + FOLDERS + r")/[\w.+*/-]*[\w+*])(?![\w/])")
MACHINE = re.compile("/(" + "|".join(["wo" + "rk/", "ho" + "me/", "ro" + "ot/",
                                      "Us" + "ers/"]) + ")")
DOCUMENT = re.compile(r"(?<![\w/.-])[\w-]+\.md\b")
TEXT = (".md", ".h", ".cpp", ".def", ".py", ".sh", ".txt", ".cmake", ".in",
        ".json", ".test", ".cfg")


def prose(path, text):
    """Documents whole; of sources the comments alone."""
    if path.endswith(".md"):
        return text
    mark = "//" if path.endswith((".h", ".cpp", ".def")) else "#"
    lines = []
    for line in text.split("\n"):
        if line.startswith("#---"):  # files that a test makes follow
            break
        at = line.find(mark)
        # Commands of a test name files of the test, not of the project.
        comment = "" if at < 0 or "RUN:" in line else line[at:]
        lines.append("" if "CHECK" in comment else comment)
    return "\n".join(lines)


def exists(top, name):
    # A decision may be named by its number alone; a name may be a pattern.
    candidates = (name, name + "-*.md")
    return any(glob.glob(os.path.join(glob.escape(top), candidate))
               for candidate in candidates)


def problems(top):
    documents = {os.path.basename(path) for path in tree.files(top, ".md")}
    for path in tree.files(top, *TEXT):
        if "/Inputs/" in path:
            continue
        text = tree.read(top, path)
        for number, line in enumerate(text.split("\n"), 1):
            if MACHINE.search(line):
                yield f"{path}:{number}: names a folder of one machine"
        for number, line in enumerate(prose(path, text).split("\n"), 1):
            for name in DOCUMENT.findall(line):
                if name not in documents:
                    yield f"{path}:{number}: there is no document {name}"
            for match in PATH.finditer(line):
                if not exists(top, match.group(1)):
                    yield f"{path}:{number}: {match.group(1)} does not exist"


if __name__ == "__main__":
    tree.report(list(problems(sys.argv[1])))
