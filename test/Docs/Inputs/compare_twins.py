# Runs a program with directives and the one that is written by hand, in turns,
# on the same input. Comes in: the command of mpirun up to the number of ranks,
# the numbers of ranks, both programs, and their words; {} in these is a file
# that they write. Fails where a program fails, or where what it prints, or the
# file, is not that of the first run.
import os
import shlex
import subprocess
import sys

mpirun, counts, programs = shlex.split(sys.argv[1]), sys.argv[2], sys.argv[3:5]
words = sys.argv[5:]
first = None
for ranks in counts.split(","):
    for program in programs:
        done = subprocess.run(
            [*mpirun, ranks, program, *(w.replace("{}", "out") for w in words)],
            capture_output=True, text=True, check=False)
        content = b""
        if os.path.exists("out"):
            with open("out", "rb") as file:
                content = file.read()
            os.remove("out")
        if any("{}" in word for word in words) and not content:
            sys.exit(f"{program} on {ranks} ranks wrote nothing:\n" + done.stderr)
        result = (done.stdout, content)
        first = first or result
        if done.returncode != 0 or not done.stdout or result != first:
            sys.exit(f"{program} on {ranks} ranks, exit code "
                     f"{done.returncode}:\n{done.stdout}{done.stderr}")
