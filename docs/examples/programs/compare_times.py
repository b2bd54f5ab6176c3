#!/usr/bin/env python3
"""Times a program and its twin in turns. Comes in: the command of mpirun up to
the number of ranks, the numbers of ranks, how many runs, both programs, and
their words. Goes out: a row for each number of ranks, with the medians of the
seconds that the programs print, and their ratio. Fails where a run does."""
import re
import shlex
import statistics
import subprocess
import sys


def seconds(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"([0-9.]+) s on \d+ ranks", done.stderr)
    if done.returncode != 0 or not found:
        sys.exit(f"{shlex.join(command)}:\n{done.stderr}")
    return float(found.group(1))


def main(mpirun, counts, runs, program, twin, *words):
    print("| ranks | by directives | by hand | ratio |\n| --- | --- | --- | --- |")
    for ranks in counts.split(","):
        times = {program: [], twin: []}
        for _ in range(int(runs)):
            for name, found in times.items():
                found.append(seconds([*shlex.split(mpirun), ranks, name, *words]))
        mine, other = (statistics.median(found) for found in times.values())
        print(f"| {ranks} | {mine:.2f} s | {other:.2f} s | {mine / other:.2f} |",
              flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
