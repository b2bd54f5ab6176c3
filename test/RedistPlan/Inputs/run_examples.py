"""run_examples.py FOLDER FILE [--update]: runs the examples of a page.

In a block marked `console`, lines that start with "$ " are run by a shell with
FOLDER first on the path; what they print, errors included, has to be the lines
that follow. Where `<!-- numbers vary -->` stands above the block, numbers may be
other ones (times, say). --update writes what they print into the page.
"""
import os
import re
import subprocess
import sys

folder, page = sys.argv[1:3]
environment = dict(os.environ)
environment["PATH"] = folder + os.pathsep + environment["PATH"]


# Where Open MPI 4's mpirun dies now and then, while it hands on its standard input.
CRASH_OF_MPIRUN = "orte_iof_hnp_read_local_handler"


def run(command, tries=3):
    result = subprocess.run(command, shell=True, env=environment, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if CRASH_OF_MPIRUN in result.stdout and tries > 1:
        return run(command, tries - 1)
    # A machine that was suspended meanwhile makes mpirun say so.
    return [line for line in result.stdout.splitlines()
            if not line.startswith("mpirun: Forwarding signal 18 ")]


def alike(stated, printed):
    """Whether two outputs differ in numbers alone."""
    return ([re.sub(r"[ ]*[0-9][0-9.e+-]*", " #", line) for line in stated] ==
            [re.sub(r"[ ]*[0-9][0-9.e+-]*", " #", line) for line in printed])


def with_output(lines):
    inside, varies, count, result, at = False, False, 0, [], 0
    while at < len(lines):
        line = lines[at]
        at += 1
        result.append(line)
        if line.startswith("```"):
            inside = line == "```console"
            varies = at > 1 and lines[at - 2] == "<!-- numbers vary -->"
        elif inside and line.startswith("$ "):
            end = at
            while not lines[end].startswith(("$ ", "```")):
                end += 1
            stated, printed = lines[at:end], run(line[2:])
            keeps = varies and alike(stated, printed)
            result += stated if keeps else printed
            count += 1
            at = end
    return result, count


old = open(page).read().splitlines()
new, count = with_output(old)
if "--update" in sys.argv:
    with open(page, "w") as file:
        file.write("\n".join(new) + "\n")
elif old != new:
    import difflib
    sys.exit("\n".join(difflib.unified_diff(old, new, "page", "printed")))
assert count > 0, "no examples"
print(f"{count} examples print what the page says")
