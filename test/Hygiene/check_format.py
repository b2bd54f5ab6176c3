# Every C++ file is as clang-format leaves it. Comes in: the top folder and the
# clang-format to use. Goes out: the names of those that are not.
import re
import subprocess
import sys

import tree


def problems(top, tool):
    # Inputs of text tests may be ugly on purpose.
    paths = [path for path in tree.files(top, ".h", ".cpp")
             if path.split("/")[0] in ("include", "lib", "runtime", "tools")
             or path.startswith(("test/Unit/", "test/Property/", "test/Fuzz/",
                                 "test/benchmark/", "docs/examples/"))]
    # All files in one run: starting the tool takes longer than most of them.
    done = subprocess.run([tool, "--dry-run", "-Werror", *paths], cwd=top,
                          capture_output=True, text=True, check=False)
    found = sorted(set(re.findall(r"^(\S+):\d+:\d+: error: ", done.stderr, re.M)))
    if done.returncode != 0 and not found:
        yield f"{tool} failed:\n{done.stderr}"
    for path in found:
        yield f"{path}: clang-format would change it"


if __name__ == "__main__":
    tree.report(list(problems(sys.argv[1], sys.argv[2])))
