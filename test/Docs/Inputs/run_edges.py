# Runs edges on the picture that CMake puts on Windows' start screen and on
# pictures of odd sizes. Comes in: the command of mpirun up to the number of
# ranks, the program, and the same without directives. Fails where an output is
# not that of the latter on one rank, or, for small ones, of the filters below.
import math
import os
import shlex
import subprocess
import sys

import real_picture

mpirun, program, serial = shlex.split(sys.argv[1]), sys.argv[2], sys.argv[3]
real_picture.write_real("real.pgm")


def picture(name, kind, width, height):
    channels = 3 if kind == "P6" else 1
    with open(name, "wb") as file:
        file.write(f"{kind} # odd\n{width} {height}\n255\n".encode())
        file.write(bytes((i * i // 7 + 31 * i) % 256
                         for i in range(width * height * channels)))
    return name


def edges(name):
    """Blur and edges of the picture that was written last."""
    with open(name, "rb") as file:
        kind, size, _, pixels = file.read().split(b"\n", 3)
    width, height = map(int, size.split())
    if kind.startswith(b"P6"):
        pixels = [(299 * r + 587 * g + 114 * b + 500) // 1000 for r, g, b in
                  zip(pixels[::3], pixels[1::3], pixels[2::3])]

    def at(of, y, x):
        return of[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]

    binomial = (1, 4, 6, 4, 1)
    soft = [(128 + sum(binomial[i] * binomial[j] * at(pixels, y + i - 2, x + j - 2)
                       for i in range(5) for j in range(5))) // 256
            for y in range(height) for x in range(width)]

    def steep(y, x):
        near = [[at(soft, y + i, x + j) for j in (-1, 0, 1)] for i in (-1, 0, 1)]
        across = sum(w * (row[2] - row[0]) for w, row in zip((1, 2, 1), near))
        down = sum(w * (near[2][j] - near[0][j]) for j, w in enumerate((1, 2, 1)))
        return min(255, math.isqrt(across * across + down * down))

    return (f"P5\n{width} {height}\n255\n".encode() +
            bytes(steep(y, x) for y in range(height) for x in range(width)))


def run(command, name, options):
    if os.path.exists("out"):
        os.remove("out")
    done = subprocess.run([*command, name, "out", *options.split()],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{name} {options}: {done.stderr}")
    with open("out", "rb") as file:
        return file.read()


SMALL = [picture("grey.pgm", "P5", 61, 47), picture("colour.ppm", "P6", 33, 40),
         picture("row.pgm", "P5", 50, 1), picture("column.pgm", "P5", 1, 29),
         picture("pixel.pgm", "P5", 1, 1)]
for name in SMALL + ["real.pgm"]:
    wanted = run([*mpirun, "1", serial], name, "--rows 1000000")
    if name in SMALL and wanted != edges(name):
        sys.exit(f"{name}: not what the filters give")
    for ranks, options in ((1, ""), (2, "--rows 5"), (3, "--rows 1"),
                           (3, "--rows 7"), (5, "--rows 16"), (8, "--rows 4")):
        if run([*mpirun, str(ranks), program], name, options) != wanted:
            sys.exit(f"{name} {options} on {ranks} ranks")
