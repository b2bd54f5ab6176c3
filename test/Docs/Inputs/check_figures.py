# Drawings of the documents are what redist-plan draws. Comes in: the path of
# redist-plan, the top folder, and --draw to draw them anew. Goes out: a line for each
# picture that names no command above it, in a comment in HTML, or differs from what
# the command draws.
import os
import re
import shlex
import subprocess
import sys

from documents import documents, read

PICTURE = re.compile(
    r"(?:<!-- drawing of redist-plan (.+) -->\n)?!\[[^\]]*\]\(([^)]+)\)")


def problems(redist_plan, top, draws):
    for path in documents(top):
        for command, name in PICTURE.findall(read(path)):
            place = f"{os.path.relpath(path, top)}: {name}"
            picture = os.path.normpath(os.path.join(os.path.dirname(path), name))
            if not command:
                yield f"{place}: names no command above it"
                continue
            drawing = subprocess.run(
                [redist_plan, *shlex.split(command), "--format", "svg"],
                check=True, stdout=subprocess.PIPE, text=True).stdout
            if draws:
                with open(picture, "w", encoding="utf-8") as file:
                    file.write(drawing)
            if not os.path.isfile(picture) or read(picture) != drawing:
                yield f"{place}: is not what 'redist-plan {command}' draws"


found = list(problems(*sys.argv[1:3], "--draw" in sys.argv[3:]))
print("\n".join(found))
sys.exit(1 if found else 0)
