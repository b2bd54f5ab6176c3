# Runs a program with directives and its twin with calls of MPI. Comes in: the
# command of mpirun up to the number of ranks, both programs, and cases: numbers
# of ranks, a colon, options. Of FILE among these, each program makes a file of
# doubles. Fails where the two differ: in what they print, times and residuals
# apart, or in a double by more than rounding.
import array
import re
import shlex
import subprocess
import sys

mpirun, programs, cases = shlex.split(sys.argv[1]), sys.argv[2:4], sys.argv[4:]


def result(program, ranks, options):
    options = [program + ".out" if option == "FILE" else option
               for option in options]
    done = subprocess.run([*mpirun, ranks, program, *options],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0 or not done.stdout:
        sys.exit(f"{program} on {ranks} ranks: {done.stdout}{done.stderr}")
    doubles = array.array("d")
    if program + ".out" in options:
        with open(program + ".out", "rb") as file:
            doubles.frombytes(file.read())
    return re.sub(r"[0-9.]+ ms|residual [^,]+", "", done.stdout), doubles


def differ(a, b):
    return len(a) != len(b) or any(
        not abs(x - y) <= 1e-12 * max(1, abs(y)) for x, y in zip(a, b))


if not cases:
    sys.exit("no cases")
for case in cases:
    numbers, options = case.split(":")
    first = None  # the file on the first number of ranks: the same on others
    for ranks in numbers.split():
        (text, mine), (twin_text, twin) = (
            result(program, ranks, options.split()) for program in programs)
        first = mine if first is None else first
        if text != twin_text or differ(mine, twin) or differ(mine, first):
            sys.exit(f"{ranks} ranks, {options}: {text}the twin: {twin_text}")
        if "FILE" in options.split() and not mine:
            sys.exit(f"{ranks} ranks, {options}: no file")
