# Runs wordcount on files of many kinds and numbers of ranks. Comes in: the
# command of mpirun up to the number of ranks, the program, the top folder.
# Fails at the first output that is not that of tr, sort and uniq.
import os
import shlex
import subprocess
import sys

mpirun, program, top = shlex.split(sys.argv[1]), sys.argv[2], sys.argv[3]
REAL = [os.path.join(top, name) for name in
        ("LICENSE", "README.md", "docs/SchedulingMath.md")]
LETTERS = b"abcdefgh"


def written(name, content):
    with open(name, "wb") as file:
        file.write(content)
    return name


def long_text(size):
    """Words of 1 to 8 letters between every kind of space."""
    spaces = (b" ", b"\n", b"\t", b"\r\n", b"  ", b"\v", b"\f")
    words = []
    length = i = 0
    while length < size:
        i += 1
        word = bytes(LETTERS[(i * i >> k) % 8] for k in range(i * 7 % 8 + 1))
        words.append(word + spaces[i * i % 7])
        length += len(words[-1])
    return b"".join(words)


EMPTY = written("empty", b"")
BLANK = written("blank", b" \n\t ")
WORD = written("word", b"word")
REST = written("rest", b"ing\n\nword\n")
BYTES = written("bytes", bytes(range(256)) * 3)
LONG = written("long", long_text(3 << 20))
GIANT = written("giant", b"x " + b"y" * (2 << 20) + b" z")
CASES = [  # files, ranks
    ([EMPTY], (1, 3)), ([BLANK], (1, 3, 7)), ([WORD], (1, 3, 7)),
    ([WORD, REST], (1, 4)), ([EMPTY, BLANK, EMPTY, WORD, EMPTY], (7,)),
    ([WORD, BLANK, REST, WORD], (3, 7)), ([BYTES, program], (1, 4)),
    ([LONG], (1, 3)), ([GIANT], (4,)), (REAL, (1, 2, 3, 7)),
]


def expected(files):
    pipe = ("cat -- " + " ".join(map(shlex.quote, files)) +
            " | tr -s '[:space:]' '\\n' | sort | uniq -c")
    return subprocess.run(["sh", "-c", pipe], capture_output=True, check=True,
                          env={**os.environ, "LC_ALL": "C"}).stdout


for files, counts in CASES:
    wanted = expected(files)
    for ranks in counts:
        done = subprocess.run([*mpirun, str(ranks), program, *files],
                              capture_output=True, check=False)
        if done.returncode != 0 or done.stdout != wanted:
            written("found", done.stdout)
            written("wanted", wanted)
            sys.exit(f"{ranks} ranks, {files}: see 'found' and 'wanted'\n" +
                     done.stderr.decode())
