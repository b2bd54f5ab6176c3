#!/usr/bin/env python3
"""Some ranks at a reduction, the others elsewhere: check_different_calls.py FILE COMMAND...

Runs the command with "end ONE OTHER RANKS WHEN" (see different-calls.cpp) for each pair
of a reduction and another kind of call; the order, the number of ranks at each and the
calls before change from pair to pair. Each job has to end with a message that names both.
A third of the pairs, with each kind twice; all with REDIST_EVERY_PAIR=1.
"""
import itertools
import os
import re
import subprocess
import sys

SECONDS_OF_A_JOB = 60
TAKES_ALL = os.environ.get("REDIST_EVERY_PAIR") == "1"
REDUCTIONS = ["add", "addAtOnce", "addTen", "addToRoot", "addLater", "join"]
OTHERS = {"move": "#pragma redistribute", "moveLater": "#pragma redistribute",
          "pipeline": "#pragma pipeline", "array": "redist::array",
          "gather": "redist::array::gather", "write": "redist::array::write"}


def check(command, arguments, kinds):
    environment = dict(os.environ, REDIST_PATIENCE="0.05")
    name = " ".join(arguments)
    try:
        job = subprocess.run(command + ["end", *arguments], env=environment,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, errors="replace", timeout=SECONDS_OF_A_JOB)
    except subprocess.TimeoutExpired:
        return f"{name}: the job hangs"
    found = re.findall(r"the ranks are at different calls: rank \d+ of the communicator "
                       r"is at '(.*?)'.*, rank \d+ at '(.*?)'", job.stdout)
    if job.returncode != 0 and found and all(set(pair) == kinds for pair in found):
        return None
    return f"{name}: {job.stdout}"


def main():
    os.chdir(os.path.dirname(sys.argv[1]))
    problems = []
    for i, (one, other) in enumerate(itertools.product(REDUCTIONS, OTHERS)):
        if (i + i // len(OTHERS)) % 3 and not TAKES_ALL:
            continue
        pair = [one, other] if i % 2 else [other, one]
        ranks = str(1 + i % 3)
        when = "late" if i // 3 % 2 else "first"
        problem = check(sys.argv[2:], [*pair, ranks, when],
                        {"#pragma reduce", OTHERS[other]})
        if problem:
            problems.append(problem)
    if problems:
        sys.exit("error: " + "\nerror: ".join(problems))


main()
