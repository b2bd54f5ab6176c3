# Runs solve on systems of several sizes and numbers of ranks. Comes in: the
# command of mpirun up to the number of ranks, and the program. Fails where the
# solution is not the one that the right-hand side was made from.
import array
import shlex
import subprocess
import sys

mpirun, program = shlex.split(sys.argv[1]), sys.argv[2]
CASES = [  # equations, ranks
    (1, 1), (1, 3), (63, 2), (64, 4), (200, 1), (200, 3), (333, 4), (150, 6)]


def numbers(count, state):
    """Evenly spread over (-1, 1): a linear congruential generator."""
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield (state >> 11) / 2**52 - 1


def write(name, values):
    with open(name, "wb") as file:
        array.array("d", values).tofile(file)


for n, ranks in CASES:
    matrix = list(numbers(n * n, n))
    wanted = [1 + i % 7 for i in range(n)]
    write("matrix", matrix)
    write("right", [sum(a * x for a, x in zip(matrix[i * n:(i + 1) * n], wanted))
                    for i in range(n)])
    done = subprocess.run([*mpirun, str(ranks), program, "matrix", "right",
                           "solution"],
                          capture_output=True, text=True, check=False)
    found = array.array("d")
    if done.returncode == 0:
        with open("solution", "rb") as file:
            found.frombytes(file.read())
    if (len(found) != n or "residual" not in done.stdout
            or max(abs(x - y) for x, y in zip(found, wanted)) > 1e-7):
        print(f"{n} equations on {ranks} ranks:", done.stdout, done.stderr,
              sep="\n")
        sys.exit(1)
