#!/usr/bin/env python3
"""Ranks at a reduction to a root and others elsewhere: check_different_calls.py FILE
COMMAND...

The command is run with "end ONE OTHER" for each kind of call; see different-calls.cpp.
The job ends in time, with a message that names both.
"""
import os
import re
import subprocess
import sys

SECONDS_OF_A_JOB = 100
KINDS = {"move": "#pragma redistribute", "add": "#pragma reduce",
         "addAtOnce": "#pragma reduce", "addLater": "#pragma reduce",
         "pipeline": "#pragma pipeline", "array": "redist::array"}


def check(command, one, other):
    environment = dict(os.environ, REDIST_PATIENCE="0.1")
    try:
        job = subprocess.run(command + ["end", one, other], env=environment,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, errors="replace", timeout=SECONDS_OF_A_JOB)
    except subprocess.TimeoutExpired:
        sys.exit(f"error: {one} and {other}: the job hangs")
    kind = KINDS.get(one) or KINDS[other]
    found = re.findall(r"the ranks are at different calls: rank \d+ of the communicator "
                       r"is at '(.*?)'.*, rank \d+ at '(.*?)'", job.stdout)
    if job.returncode == 0 or not found:
        sys.exit(f"error: {one} and {other}: {job.stdout}")
    for pair in found:
        if sorted(pair) != sorted((kind, "#pragma reduce")):
            sys.exit(f"error: {one} and {other}: {job.stdout}")


def main():
    os.chdir(os.path.dirname(sys.argv[1]))
    for kind in KINDS:
        check(sys.argv[2:], kind, "root")
        check(sys.argv[2:], "root", kind)


main()
