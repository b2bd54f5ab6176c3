"""run_examples.py FOLDER FILE [--update]: runs the examples of a page.

In a block marked `console`, lines that start with "$ " are run by a shell with
FOLDER first on the path; what they print, errors included, has to be the lines
that follow. --update writes what they print into the page.
"""
import os
import subprocess
import sys

folder, page = sys.argv[1:3]
environment = dict(os.environ)
environment["PATH"] = folder + os.pathsep + environment["PATH"]


def run(command):
    result = subprocess.run(command, shell=True, env=environment, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return result.stdout.splitlines()


def with_output(lines):
    inside, count, result = False, 0, []
    for line in lines:
        if line.startswith("```"):
            inside = line == "```console"
        if not inside or line == "```console":
            result.append(line)
        elif line.startswith("$ "):
            result += [line, *run(line[2:])]
            count += 1
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
