# Runs reblock on files of many sizes and numbers of ranks. Comes in: the
# command of mpirun up to the number of ranks, and the program. Fails at the
# first file that does not come back equal.
import filecmp
import shlex
import subprocess
import sys

mpirun, program = shlex.split(sys.argv[1]), sys.argv[2]
CASES = [  # size, ranks, options
    (0, 1, ""), (0, 4, ""), (1, 1, ""), (1, 7, "--block 3"), (2, 3, ""),
    (7919, 2, "--block 1"), (7919, 7, "--block 5 --ranks 4"),
    (7919, 4, "--block 100000 --ranks 1"), (1299709, 1, ""),
    (1299709, 3, "--block 64 --ranks 2"), (1299709, 4, "--ranks 4"),
    (33554467, 4, "--block 1000 --ranks 3"),
]


def content(size):
    """Bytes whose period is no block size of any layout used here."""
    period = bytes((i * i + 7 * i) % 251 for i in range(65537))
    return (period * (size // len(period) + 1))[:size]


for size, ranks, options in CASES:
    with open("input", "wb") as file:
        file.write(content(size))
    command = [*mpirun, str(ranks), program, "input", "output", *options.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    equal = done.returncode == 0 and filecmp.cmp("input", "output", False)
    if not equal or "every element was in its place" not in done.stdout:
        print(f"size {size}, {ranks} ranks, {options}:", done.stdout,
              done.stderr, sep="\n")
        sys.exit(1)
