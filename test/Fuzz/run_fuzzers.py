#!/usr/bin/env python3
"""Runs fuzzers of a build, as many at once as there are processors.

Comes in: the folder of the fuzzers (build/sanitized-address/test/Fuzz), names of
fuzzers (none: all of them) and the seconds that each has. Goes out: exit status 1
where one found something, and the files of what it found. With --keep, inputs
that reach new code stay in a folder below, and the next run goes on from there;
without it, the run is the same each time, as far as it gets.
"""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SOURCES = pathlib.Path(__file__).resolve().parent
# Of one input: seconds, and megabytes of all memory.
LIMITS = ["-timeout=20", "-rss_limit_mb=3072", "-malloc_limit_mb=3072"]


def command(arguments, name, grown, found):
    words = [str(arguments.programs / name), str(grown), str(SOURCES / "Corpus" / name),
             f"-max_total_time={arguments.seconds}", f"-artifact_prefix={found}/{name}-",
             "-max_len=600", "-len_control=20", "-print_final_stats=1", *LIMITS]
    words_file = SOURCES / f"{name}.dict"
    if words_file.exists():
        words.append(f"-dict={words_file}")
    if not arguments.keep:
        words.append("-seed=1")
    return words


def run(arguments, name):
    found = arguments.programs / "found"
    found.mkdir(exist_ok=True)
    if arguments.keep:
        grown = arguments.programs / "grown" / name
        grown.mkdir(parents=True, exist_ok=True)
    else:
        grown = pathlib.Path(tempfile.mkdtemp())
    try:
        result = subprocess.run(command(arguments, name, grown, found),
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                text=True, errors="replace", check=False)
    finally:
        if not arguments.keep:
            shutil.rmtree(grown)
    lines = [line for line in result.stderr.splitlines()
             if not line.startswith(("#", "\tNEW_FUNC"))]
    stats = dict(line.rsplit(":", 1) for line in lines if line.startswith("stat::"))
    inputs = int(stats.get("stat::number_of_executed_units", 0))
    print(f"{name}: {inputs} inputs in {arguments.seconds} s, exit status {result.returncode}",
          flush=True)
    if result.returncode or inputs == 0:
        print("\n".join(lines[-80:]))
        return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=pathlib.Path, required=True)
    parser.add_argument("--seconds", type=int,
                        default=int(os.environ.get("REDIST_FUZZ_SECONDS", "3600")))
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    names = arguments.names or [path.name for path in sorted((SOURCES / "Corpus").iterdir())
                                if (arguments.programs / path.name).exists()]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        good = list(pool.map(lambda name: run(arguments, name), names))
    sys.exit(0 if good and all(good) else 1)


if __name__ == "__main__":
    main()
