"""check_cache.py BUILD_DIR SOURCE_DIR MPICXX front|behind CHANGE... -- CACHE... [-- OPTION...]

Compiles a source with directives through a cache of compilers that stands in front of
redistc++ or behind it, in the working directory, with a copy of the tools. After each
CHANGE the object has to be that of a compile without the cache, and to be found again
where nothing has changed. The changes:

  redistc   what redistc writes        runtime   a header of the runtime
  header    a header of the source     clang     one that the preprocessor of redistc
  source    the source itself                    alone reads
"""
import os
import pathlib
import shutil
import subprocess
import sys
import time

words = sys.argv[1:]
BUILD, SOURCE, MPICXX, PLACE = words[:4]
rest = words[4:]
CHANGES = rest[:rest.index("--")]
rest = rest[rest.index("--") + 1:]
CACHE, OPTIONS = rest, []
if "--" in rest:
    CACHE, OPTIONS = rest[:rest.index("--")], rest[rest.index("--") + 1:]

tools = pathlib.Path("bin").absolute()
counted = tools / "counted"
log = pathlib.Path("log").absolute()


def write(path, text):
    """A file that is older than the next compile, as caches want it."""
    path = pathlib.Path(path)
    path.write_text(text)
    before = time.time() - 60
    os.utime(path, (before, before))


def append(path, text):
    write(path, pathlib.Path(path).read_text() + text)


def change_redistc():
    """A tool of the same name that adds a line to the result of the true one."""
    shutil.move(tools / "redistc", tools / "redistc.true")
    write(tools / "redistc", f"""#!/usr/bin/env python3
import subprocess, sys
status = subprocess.run(["{tools}/redistc.true", *sys.argv[1:]]).returncode
with open(sys.argv[sys.argv.index("-o") + 1], "a") as output:
    output.write("extern const int newRedistc = 1;\\n")
sys.exit(status)
""")
    (tools / "redistc").chmod(0o755)


CHANGE = {
    "redistc": change_redistc,
    "runtime": lambda: append("include/redist/redist.h", "inline int runtime = 1;\n"
                              "static int *const usesRuntime = &runtime;\n"),
    "header": lambda: append("own.h", "extern const int own = 1;\n"),
    "clang": lambda: write("clang.h", "constexpr int block = 5;\n"),
    "source": lambda: append("app.cpp", "extern const int source = 1;\n"),
}


def prepare():
    tools.mkdir()
    for name in ("redistc", "redistc++"):
        shutil.copy2(f"{BUILD}/bin/{name}", tools)
    shutil.copytree(f"{SOURCE}/include", "include")
    write(counted, f'#!/bin/sh\necho "$@" >> {log}\nexec {MPICXX} "$@"\n')
    counted.chmod(0o755)
    write("own.h", "")
    write("clang.h", "constexpr int block = 3;\n")
    write("app.cpp", """#include "own.h"
#include <mpi.h>
#include <vector>
#ifdef __clang__
#include "clang.h"
#else
constexpr int block = 3;
#endif
void deal(std::vector<int> &a, long n) {
#pragma redistribute a[n] from(cyclic(block) onto(2)) to(cyclic(7) onto(3))
}
""")
    os.environ["PATH"] = f"{tools}{os.pathsep}{os.environ['PATH']}"


def compiles(use_cache):
    """The object, and how often the compiler has made one."""
    log.write_text("")
    cache = CACHE if use_cache else []
    front, behind = (cache, []) if PLACE == "front" else ([], cache)
    environment = dict(os.environ, REDIST_CXX=" ".join([*behind, str(counted)]))
    pathlib.Path("app.o").unlink(missing_ok=True)
    subprocess.run([*front, "redistc++", *OPTIONS, "-c", "app.cpp", "-o", "app.o"],
                   env=environment, check=True)
    made = sum("-c" in line.split() for line in log.read_text().splitlines())
    return pathlib.Path("app.o").read_bytes(), made


prepare()
previous = b""
for change in [None, *CHANGES]:
    if change:
        CHANGE[change]()
    expected, _ = compiles(use_cache=False)
    assert expected != previous, f"{change}: changes nothing"
    found, _ = compiles(use_cache=True)
    assert found == expected, f"{change}: a stale object"
    again, made = compiles(use_cache=True)
    assert again == expected, f"{change}: a stale object at the second time"
    assert made == 0, f"{change}: compiled again"
    previous = expected
print("no object is stale")
