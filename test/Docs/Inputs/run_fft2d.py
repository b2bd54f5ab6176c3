# Runs fft2d on the picture that CMake puts on Windows' start screen, 620 x 300
# pixels, and on a square and a thin piece of it. Comes in: the command of mpirun
# up to the number of ranks, and the program. Fails where a spectrum is not the
# serial one, or its first coefficient is not the sum of the pixels.
import shlex
import struct
import subprocess
import sys

import real_picture

mpirun, program = shlex.split(sys.argv[1]), sys.argv[2]
real_picture.write_real("whole.pgm")
with open("whole.pgm", "rb") as file:
    content = file.read()
WIDTH, HEIGHT = 620, 300
pixels = content[-WIDTH * HEIGHT:]


def cut(name, left, top, width, height):
    rows = [pixels[(top + i) * WIDTH + left:][:width] for i in range(height)]
    with open(name, "wb") as file:
        file.write(b"P5 %d %d 255\n" % (width, height) + b"".join(rows))
    return sum(map(sum, rows))


CASES = [("whole.pgm", sum(pixels), ranks) for ranks in (1, 3, 4, 7)]
CASES.append(("square.pgm", cut("square.pgm", 200, 40, 211, 211), 4))
CASES.append(("thin.pgm", cut("thin.pgm", 300, 60, 5, 150), 6))
CASES.append(("row.pgm", cut("row.pgm", 150, 150, 300, 1), 2))
for picture, brightness, ranks in CASES:
    done = subprocess.run([*mpirun, str(ranks), program, picture, "spectrum"],
                          capture_output=True, text=True, check=False)
    first = (float("nan"), 0.0)
    if done.returncode == 0:
        with open("spectrum", "rb") as file:
            first = struct.unpack("dd", file.read(16))
    if ("equal to serial FFTW" not in done.stdout
            or not abs(first[0] - brightness) <= 1e-9 * brightness
            or abs(first[1]) > 1e-9 * brightness):
        print(f"{picture} on {ranks} ranks: {first}", done.stdout, done.stderr,
              sep="\n")
        sys.exit(1)
