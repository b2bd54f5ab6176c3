# The example elastic: two ranks, five, and two again have the result of two ranks that
# do it all, and so have other numbers. Where this MPI starts no ranks, the example does
# without them, and only that is looked at. Comes in: how mpirun is called, and the
# program. Goes out: what it prints, or, where no ranks are started, what the document
# says that it prints.
import os
import re
import shlex
import subprocess
import sys

mpirun, program = shlex.split(sys.argv[1]), os.path.abspath(sys.argv[2])


def run(ranks, more):
    done = subprocess.run([*mpirun, str(ranks), program, str(more)], capture_output=True,
                          text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def result(output):
    return re.search(r"at last, on \d+ ranks: (.*)", output)[1]


grown = run(2, 5)
for ranks, more in ((2, 0), (3, 1), (1, 4)):
    assert result(run(ranks, more)) == result(grown), (ranks, more)
if "no more ranks" in grown:
    print("MPI_Comm_spawn is refused here", file=sys.stderr)
    document = os.path.join(os.path.dirname(__file__), "..", "..", "..", "docs", "coupled.md")
    with open(document, encoding="utf-8") as text:
        grown = re.search(r"elastic.cpp -->\n```text\n(.*?)```", text.read(), re.S)[1]
    assert result(run(2, 0)) == result(grown)
print(grown, end="")
