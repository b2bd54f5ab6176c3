# Every file says what it is in its first lines. Comes in: the top folder. Goes
# out: one line for each file that does not, or that gives another name.
import os
import re
import sys

import tree

LICENCE = "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
RULER = re.compile(r"^//===- (\S+) - \S.*===//$")


def problem_of(path, text):
    name = os.path.basename(path)
    lines = text.split("\n")
    if path.endswith((".h", ".cpp", ".def")):
        match = RULER.match(lines[0])
        if not match:
            return "does not open with its banner"
        if match.group(1) != name:
            return f"its banner names {match.group(1)}"
        # An implementation may leave the rest to its header.
        if not path.endswith(".cpp") and not lines[1].startswith("//"):
            return "its banner says nothing"
        # What is installed is read apart from the licence.
        if path.startswith("include/redist/") and LICENCE not in lines:
            return "its banner names no licence"
        return None
    first = 1 if lines[0].startswith("#!") else 0
    if not lines[first].startswith(("# ", '"""')):
        return "does not open with a comment that says what it is"
    return None


def problems(top):
    sources = [path for path in tree.files(top, ".h", ".cpp", ".def")
               if path.split("/")[0] in ("include", "lib", "runtime", "tools")
               or path.startswith(("test/Unit/", "test/Fuzz/"))]
    # A list of subfolders in a CMakeLists.txt speaks for itself.
    scripts = tree.files(top, ".py", ".sh", ".cmake")
    for path in sources + scripts:
        problem = problem_of(path, tree.read(top, path))
        if problem:
            yield f"{path}: {problem}"


if __name__ == "__main__":
    tree.report(list(problems(sys.argv[1])))
