"""owners.py REDIST-PLAN COUNT: owners of each index at random.

One dimension or more of either side is indirect, with owners at random; the
others have any distribution. Copies stand at any place of the grids, and a
halo beside the intervals of a target. Every element that a rank gets is
counted. Knows nothing of shares, products or schedules.
"""
import collections
import itertools
import json
import random
import subprocess
import sys

from grids import STRATEGIES, Distribution, check
from redistribution_check import max_degree

MAY_DECLINE = "circulant", "classes"


class Mapped:
    """indirect(...): its text, and the owner of each index."""

    distributed, mapped = True, True

    def __init__(self, draw, extent):
        self.ranks = draw.choice([1, 2, 3, 4, 5])
        # Some coordinates may have nothing.
        some = draw.sample(range(self.ranks), draw.randint(1, self.ranks))
        self.owners = [draw.choice(some) for _ in range(extent)]
        self.text = f"indirect({draw.choice([' ', ',', ', ']).join(map(str, self.owners))})"


class Side:
    def __init__(self, draw, extents, mapped):
        self.extents = extents
        self.dimensions = [
            Mapped(draw, n) if k in mapped else Distribution(draw, n)
            for k, n in enumerate(extents)]
        self.first = draw.randint(0, 3)
        self.halo = [(0, 0)] * len(extents)
        grid = [("dimension", k) for k, d in enumerate(self.dimensions)
                if d.distributed]
        self.copies, self.grid = 1, grid

    def add_copies(self, draw, copies):
        self.copies = copies
        self.grid.insert(draw.randint(0, len(self.grid)), ("copies", copies))

    def add_halo(self, draw):
        """Beside blocks, which are intervals; widths of others are 0."""
        self.halo = [
            (draw.randint(0, 3), draw.randint(0, 3))
            if d.text.split("(")[0].split(" ")[0] in ("block", "gen_block")
            else (0, 0) for d in self.dimensions]

    def text(self):
        words = [f"copies({n})" if kind == "copies"
                 else str(self.dimensions[n].ranks) for kind, n in self.grid]
        text = (", ".join(d.text for d in self.dimensions) +
                f" onto({', '.join(words) or '1'}) at({self.first})")
        if any(map(any, self.halo)):
            text += f" halo({', '.join(f'{a} : {b}' for a, b in self.halo)})"
        return text

    def ranks(self):
        total = self.copies
        for dimension in self.dimensions:
            total *= dimension.ranks
        return total

    def rank(self, coordinates, copy):
        rank = 0
        for kind, n in self.grid:
            extent, own = ((n, copy) if kind == "copies" else
                           (self.dimensions[n].ranks, coordinates[n]))
            rank = rank * extent + own
        return rank

    def getters(self, k, with_halo):
        """The coordinates that get each index of dimension k."""
        owners = self.dimensions[k].owners
        before, after = self.halo[k] if with_halo else (0, 0)
        return [sorted({owners[j] for j in range(max(0, i - after),
                                                 min(len(owners),
                                                     i + before + 1))})
                for i in range(len(owners))]


def owed(source, target, permutation, with_halo):
    """Elements that each source rank has for each target rank."""
    lengths = collections.Counter()
    getters = [target.getters(k, with_halo) for k in range(len(permutation))]
    for index in itertools.product(*map(range, source.extents)):
        owner = [d.owners[i] for d, i in zip(source.dimensions, index)]
        moved = [index[d] for d in permutation]
        for got in itertools.product(*(g[i] for g, i in zip(getters, moved))):
            for copy in range(target.copies):
                lengths[source.rank(owner, copy % source.copies),
                        target.rank(got, copy)] += 1
    return lengths


def between_processes(document, lengths, parts, source, target):
    """What stays is counted without halos."""
    shift = target.first - source.first
    kept = sum(n for (p, q), n in parts.items() if p == q + shift)
    assert document["kept"] == kept, (document["kept"], kept)
    return {(p, q): n for (p, q), n in lengths.items() if p != q + shift}


def drawn(draw):
    dimensions = draw.randint(1, 3)
    most = [60, 14, 7][dimensions - 1]
    extents = [draw.choice([0, 1] + 8 * [draw.randint(1, most)])
               for _ in range(dimensions)]
    permutation = list(range(dimensions))
    draw.shuffle(permutation)
    mapped = [draw.choice([[], draw.sample(range(dimensions),
                                           draw.randint(1, dimensions))])
              for _ in range(2)]
    if not any(mapped):
        mapped[draw.randint(0, 1)] = [0]
    source = Side(draw, extents, mapped[0])
    target = Side(draw, [extents[i] for i in permutation], mapped[1])
    if draw.randint(0, 2) == 0:
        target.add_copies(draw, draw.randint(2, 3))
        if draw.randint(0, 1):
            source.add_copies(draw, draw.randint(2, 3))
    if draw.randint(0, 2) == 0:
        target.add_halo(draw)
    return source, target, permutation


def options(source, target, permutation, tells):
    """Owners tell the extent of their dimension."""
    words = ["--from", source.text(), "--to", target.text(), "--permute",
             ",".join(map(str, permutation))]
    return words if tells else [
        *words, "--extent", ",".join(map(str, source.extents))]


def run_case(program, draw, number):
    source, target, permutation = drawn(draw)
    strategy = draw.choice(STRATEGIES)
    shared = draw.choice([[], ["--shared"]])
    tells = permutation == [0] and draw.randint(0, 1)
    asked = options(source, target, permutation, tells) + shared
    command = [program, "redistribute", *asked, "--strategy", strategy,
               "--format", "json", "--verify"]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode == 1 and strategy in MAY_DECLINE:
        assert "--strategy: " in result.stderr, (command, result.stderr)
        return 0
    try:
        assert result.returncode == 0, result.stderr
        document = json.loads(result.stdout)
        assert document["P"] == source.ranks()
        assert document["Q"] == target.ranks()
        messages = owed(source, target, permutation, True)
        if shared:
            messages = between_processes(
                document, messages, owed(source, target, permutation, False),
                source, target)
        check(document, dict(messages), strategy)
        if number % 10 == 0:
            look(program, asked, max_degree(messages))
    except AssertionError as error:
        sys.exit(f"{' '.join(map(repr, command))}: {error!r}")
    return 1


def look(program, asked, steps):
    """The other formats, and all strategies side by side."""
    for words in (["redistribute", *asked, "--verify"],
                  ["redistribute", *asked, "--format", "svg"],
                  ["redistribute", *asked, "--format", "html"],
                  ["compare", "redistribute", *asked]):
        shown = subprocess.run([program, *words], capture_output=True,
                               text=True)
        assert shown.returncode == 0, (words, shown.stderr)
        if words[-1] == "--verify":
            assert f"NS = {steps}, lower bound {steps}: proved" in shown.stdout
            assert "none: a dimension is indirect" in shown.stdout
            assert "Verification: valid" in shown.stdout


def main():
    draw = random.Random(20261127)
    count = int(sys.argv[2])
    right = sum(run_case(sys.argv[1], draw, i) for i in range(count))
    assert right > count * 3 // 4, right
    print("all documents are right")


main()
