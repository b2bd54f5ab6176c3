#!/usr/bin/env python3
"""Lets each allocation of a call fail: check_allocations.py FILE COMMAND... -- CASES

CASES are MODE/cold|warm/VICTIM; those with a + before them are left out unless
REDIST_EVERY_ALLOCATION=1. The command is run with them, with the number of
the first allocation that is to fail, and with a file in which it says which one it
tries. Where the job ends, there must be one message that names the directive; then
it is run again from the next allocation on. Prints the errors that were thrown,
each once. See failing-allocations.cpp.
"""
import os
import re
import subprocess
import sys

SECONDS_OF_A_JOB = 100
TAKES_ALL = os.environ.get("REDIST_EVERY_ALLOCATION") == "1"
SKIPPED = 1 if TAKES_ALL else 5
MESSAGE = re.compile(r"(app\.cpp:\d+: error: |redist::array\S*: |MPI_Comm_free: )"
                     r"rank \d+ of MPI_COMM_WORLD has failed in the middle of this "
                     r"\w+, and the others cannot be told: .+")


def fail(case, at, text):
    sys.exit(f"check_allocations.py: error: {case}, allocation {at}: {text}")


def run(command, case, first, file):
    """Where the job has come to: a number, or "end"; and what it has written."""
    with open(file, "w") as told:
        told.write(str(first))
    try:
        job = subprocess.run(command + case.split("/") + [str(first), file],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, errors="replace",
                             timeout=SECONDS_OF_A_JOB)
    except subprocess.TimeoutExpired:
        with open(file) as told:
            fail(case, told.read(), "the job hangs")
    with open(file) as told:
        return told.read(), job.returncode, job.stdout


def check(command, case, file, thrown):
    first, ended = 1, 0
    while True:
        at, status, output = run(command, case, first, file)
        thrown.update(re.findall(r"^error: .*", output, re.MULTILINE))
        if at == "end":
            if status != 0:
                fail(case, at, output)
            return first, ended
        messages = [line for line in output.splitlines()
                    if MESSAGE.fullmatch(line)]
        if status == 0 or len(messages) != 1 or "terminate called" in output:
            fail(case, at, output)
        ended += 1
        first = int(at) + SKIPPED


def main():
    arguments = sys.argv[1:]
    split = arguments.index("--")
    file, command = arguments[0] + ".case", arguments[1:split]
    thrown = set()
    for case in arguments[split + 1:]:
        if case.startswith("+") and not TAKES_ALL:
            continue
        case = case.lstrip("+")
        last, ended = check(command, case, file, thrown)
        print(f"{case}: the job ended {ended} times, the last time before "
              f"allocation {last}", flush=True)
    print("\n".join(sorted(thrown)))


main()
