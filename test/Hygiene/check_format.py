# Every C++ file is as clang-format leaves it. Comes in: the top folder and the
# clang-format to use. Goes out: the names of those that are not.
import subprocess
import sys
import os

import tree


def problems(top, tool):
    # Inputs of text tests may be ugly on purpose.
    paths = [path for path in tree.files(top, ".h", ".cpp")
             if path.split("/")[0] in ("include", "lib", "runtime", "tools")
             or path.startswith(("test/Unit/", "test/Property/", "test/Fuzz/",
                                 "test/benchmark/", "docs/examples/"))]
    for path in paths:
        done = subprocess.run(
            [tool, "--dry-run", "-Werror", os.path.join(top, path)],
            capture_output=True, text=True, check=False)
        if done.returncode != 0:
            yield f"{path}: clang-format would change it"


if __name__ == "__main__":
    tree.report(list(problems(sys.argv[1], sys.argv[2])))
