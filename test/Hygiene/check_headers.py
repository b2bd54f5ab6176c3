# Each header compiles alone: those of the runtime as C++17 (users include
# them), all others as C++20. Comes in: the top folder, a compiler, and
# "<folder>=<flags>" for the folders that may be compiled here; a header in
# none of them is left out. Goes out: the errors of those that do not compile.
# What describes a library compiles behind it, where it is installed.
import os
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import tree

LIBRARIES = {
    "include/redist/adapt/eigen.h": "/usr/include/eigen3/Eigen/Core",
    "include/redist/adapt/kokkos.h": "test/EndToEnd/Inputs/kokkos_like.h",
    "include/redist/adapt/multi_array.h": "/usr/include/boost/multi_array.hpp",
    "include/redist/adapt/opencv.h": "/usr/include/opencv4/opencv2/core.hpp",
    "include/redist/adapt/xtensor.h": "/usr/include/xtensor/xarray.hpp",
}


def flags_for(path, rules):
    for folder, flags in rules:
        if os.path.dirname(path) == folder or (
                folder.endswith("/") and path.startswith(folder)):
            return flags
    return None


def compile_alone(top, compiler, path, flags, scratch):
    # Through a source: a header named on the command line may be precompiled.
    source = os.path.join(scratch, path.replace("/", "_") + ".cpp")
    library = os.path.join(top, LIBRARIES.get(path, ""))
    if not os.path.exists(library):
        return None
    with open(source, "w", encoding="utf-8") as file:
        if path in LIBRARIES:
            file.write(f'#include "{library}"\n')
        file.write(f'#include "{path[len("include/"):]}"\n')
    command = shlex.split(compiler) + [
        "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
        "-Wno-cast-function-type", "-DREDIST_REWRITTEN=1",
        "-isystem", "/usr/include/opencv4",
        "-I", os.path.join(top, "include"), *flags, source]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else (
        f"{path} does not compile alone:\n{done.stderr}")


def problems(top, compiler, rules):
    headers = [(path, flags_for(path, rules))
               for path in tree.files(top, ".h") if path.startswith("include/")]
    chosen = [(path, flags) for path, flags in headers if flags is not None]
    if not chosen:
        return ["no header matches"]
    with tempfile.TemporaryDirectory() as scratch, \
            ThreadPoolExecutor(os.cpu_count()) as pool:
        return [problem for problem in pool.map(
            lambda pair: compile_alone(top, compiler, *pair, scratch), chosen)
            if problem]


if __name__ == "__main__":
    tree.report(problems(
        sys.argv[1], sys.argv[2],
        [(rule.split("=", 1)[0], shlex.split(rule.split("=", 1)[1]))
         for rule in sys.argv[3:]]))
