# Runs packer on files of many kinds and numbers of ranks. Comes in: the command
# of mpirun up to the number of ranks, the program, a text. Fails where gzip -d
# does not give the file back, where the output depends on the number of ranks,
# or where a disk that is full in the middle leaves a file.
import os
import shlex
import subprocess
import sys

mpirun, program, text = shlex.split(sys.argv[1]), sys.argv[2], sys.argv[3]


def noise(size):
    """Bytes that cannot be compressed: a linear congruential generator."""
    state, words = 1, []
    for _ in range(size // 4 + 1):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        words.append((state >> 32).to_bytes(4, "little"))
    return b"".join(words)[:size]


def written(name, content):
    with open(name, "wb") as file:
        file.write(content)
    return name


def read(name):
    with open(name, "rb") as file:
        return file.read()


NOISE = noise(1 << 20)
CASES = [  # file, options, ranks
    (written("empty", b""), "", (1, 3)), (written("byte", b"x"), "", (1, 2, 5)),
    (written("zeros", bytes(5 << 20)), "", (3,)),
    (written("noise", NOISE), "--chunk 65536 --level 1", (2, 5)),
    (written("even", NOISE[:8000]), "--chunk 1000", (1, 3)),
    (text, "--chunk 777", (1, 2, 3, 5, 8)), (program, "", (1, 2, 3, 5, 8)),
    (program, "--level 9 --chunk 100000", (4,)),
]
for path, options, counts in CASES:
    first = None
    for ranks in counts:
        done = subprocess.run(
            [*mpirun, str(ranks), program, path, "packed", "--force",
             *options.split()], capture_output=True, text=True, check=False)
        unpacked = subprocess.run(["gzip", "-dc", "packed"],
                                  capture_output=True, check=False).stdout
        packed = read("packed") if done.returncode == 0 else b""
        first = first or packed
        if (packed != first or unpacked != read(path)
                or f"packer: {len(unpacked)} bytes to {len(packed)} "
                not in done.stderr):
            sys.exit(f"{path} {options} on {ranks} ranks:\n" + done.stderr)

# No more than 20 MB for a file, of 26 that are written.
with open("large", "wb") as file:
    for _ in range(26):
        file.write(NOISE)
limited = ("trap '' XFSZ; ulimit -f 40000; exec " + shlex.quote(program) +
           " large never --level 0")
for ranks in (1, 3):
    done = subprocess.run([*mpirun, str(ranks), "sh", "-c", limited],
                          capture_output=True, text=True, check=False)
    if (done.returncode != 1
            or done.stderr.count("packer: error: cannot write 'never'") != 1
            or any(name.startswith("never") for name in os.listdir("."))):
        sys.exit(f"a full disk on {ranks} ranks: {done.returncode}\n" +
                 done.stderr)
