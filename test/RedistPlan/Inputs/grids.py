"""grids.py REDIST-PLAN COUNT: schedules of several dimensions at random.

Layouts, extents, permutations and shared ranks are drawn from a fixed seed; the
owner of every element, counted one by one, says which messages there must be.
Knows nothing of classes, products or closed forms.
"""
import collections
import itertools
import json
import random
import subprocess
import sys

from redistribution_check import max_degree, sorted_bound

STRATEGIES = ("auto auto auto exact stepwise greedy caterpillar alltoall "
              "direct circulant classes").split()
MAY_DECLINE = "circulant", "classes"


class Distribution:
    """One dimension: its text, and the owner of each index."""

    def __init__(self, draw, extent):
        kind = draw.choice("* block block(k) cyclic cyclic(k) gen_block"
                           .split())
        self.ranks = draw.choice([1, 2, 2, 3, 4, 5])
        self.distributed = kind != "*"
        k = draw.randint(1, 5)
        if kind == "*":
            self.ranks, self.owners, self.text = 1, [0] * extent, "*"
            return
        # Owners are those of the unshifted elements so much further on.
        shift = draw.choice([0, 0, 0, draw.randint(1, 9)])
        if kind == "block" or extent == 0:
            shift = 0 # what the blocks have room for is in the Sema tests
        self.deal(draw, kind, k, extent + shift)
        self.owners = self.owners[shift:]
        if shift:
            if self.text.startswith("cyclic") and draw.randint(0, 2) == 0:
                shift -= draw.randint(1, 3) * self.cycle
            self.text += f" shift({shift})"

    def deal(self, draw, kind, k, extent):
        if kind == "gen_block":
            cuts = sorted(draw.randint(0, extent)
                          for _ in range(self.ranks - 1))
            sizes = [b - a for a, b in zip([0, *cuts], [*cuts, extent])]
            self.owners = [rank for rank, size in enumerate(sizes)
                           for _ in range(size)]
            self.text = f"gen_block({','.join(map(str, sizes))})"
            return
        if kind.startswith("block"):
            least = -(-extent // self.ranks)
            k = max(least, 1) + (draw.randint(0, 3) if "(k)" in kind else 0)
        elif "(k)" not in kind:
            k = 1
        self.cycle = k * self.ranks
        self.owners = [i // k % self.ranks for i in range(extent)]
        self.text = kind.replace("k)", f"{k})")


class Layout:
    def __init__(self, draw, extents):
        self.dimensions = [Distribution(draw, extent) for extent in extents]
        self.first = draw.randint(0, 3)
        grid = [d.ranks for d in self.dimensions if d.distributed] or [1]
        self.text = (", ".join(d.text for d in self.dimensions) +
                     f" onto({', '.join(map(str, grid))}) at({self.first})")
        self.ranks = 1
        for dimension in self.dimensions:
            self.ranks *= dimension.ranks

    def owner(self, index):
        rank = 0
        for dimension, i in zip(self.dimensions, index):
            rank = rank * dimension.ranks + dimension.owners[i]
        return rank


def owed(source, target, extents, permutation):
    """Elements that each source rank has for each target rank."""
    lengths = collections.Counter()
    for index in itertools.product(*map(range, extents)):
        moved = tuple(index[i] for i in permutation)
        lengths[source.owner(index), target.owner(moved)] += 1
    return lengths


def check_steps(document, messages):
    delivered = {}
    for step in document["steps"]:
        for end in "from", "to":
            ranks = [transfer[end] for transfer in step["transfers"]]
            assert ranks and len(set(ranks)) == len(ranks), "contention"
        assert step["cost"] == max(t["length"] for t in step["transfers"])
        for transfer in step["transfers"]:
            pair = transfer["from"], transfer["to"]
            assert pair not in delivered, f"{pair} is sent twice"
            delivered[pair] = transfer["length"]
    assert delivered == messages, "not the messages that the elements need"


def check(document, messages, strategy):
    check_steps(document, messages)
    assert document["step_count"] == len(document["steps"])
    assert document["message_count"] == len(messages)
    assert document["total_cost"] == sum(s["cost"] for s in document["steps"])
    bound = document["lower_bound"]
    assert bound["step_count"] == max_degree(messages), "NS bound"
    assert bound["sorted_total_cost"] == sorted_bound(messages), "TC bound"
    assert bound["sorted_total_cost"] <= bound["total_cost_at_step_count"]
    assert bound["total_cost_at_step_count"] <= document["total_cost"]
    if strategy in ("auto", "exact"):
        assert document["step_count"] == bound["step_count"], "NS not least"
    assert document["verify"]["valid"], document["verify"]["offences"]


def without_what_stays(document, lengths, source, target, mode):
    """The messages between different processes, by rank of the target."""
    position = list(range(target.ranks))
    if mode == "--relabel":
        position = document["relabel"]
        assert sorted(position) == list(range(target.ranks))
    shift = target.first - source.first
    staying = {(i + shift, position[i]) for i in range(target.ranks)}
    kept = sum(lengths[pair] for pair in staying)
    assert document["kept"] == kept, (document["kept"], kept)
    if mode == "--relabel":
        identity = sum(lengths[i + shift, i] for i in range(target.ranks))
        assert document["kept_without_relabel"] == identity
        assert kept >= identity
        if target.ranks <= 6:
            assert kept == max(
                sum(lengths[i + shift, order[i]] for i in range(target.ranks))
                for order in itertools.permutations(range(target.ranks)))
    rank_at = {taken: rank for rank, taken in enumerate(position)}
    return {(p, rank_at[q]): n for (p, q), n in lengths.items()
            if (p, q) not in staying}


def run_case(program, draw):
    dimensions = draw.randint(1, 4)
    most = [60, 20, 9, 6][dimensions - 1]
    extents = [draw.choice([0, 1] + 8 * [draw.randint(1, most)])
               for _ in range(dimensions)]
    permutation = list(range(dimensions))
    draw.shuffle(permutation)
    source = Layout(draw, extents)
    target = Layout(draw, [extents[i] for i in permutation])
    strategy = draw.choice(STRATEGIES)
    mode = draw.choice([None, None, "--shared", "--relabel"])
    command = [program, "redistribute", "--from", source.text, "--to",
               target.text, "--extent", ",".join(map(str, extents)),
               "--permute", ",".join(map(str, permutation)), "--strategy",
               strategy, "--format", "json", "--verify"]
    if mode:
        command.append(mode)
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode == 1 and strategy in MAY_DECLINE:
        assert "--strategy: " in result.stderr, (command, result.stderr)
        return 0
    try:
        assert result.returncode == 0, result.stderr
        document = json.loads(result.stdout)
        assert document["P"] == source.ranks and document["Q"] == target.ranks
        assert document["extent"] == (extents if dimensions > 1
                                      else extents[0])
        messages = owed(source, target, extents, permutation)
        if mode:
            messages = without_what_stays(document, messages, source, target,
                                          mode)
        check(document, dict(messages), strategy)
    except AssertionError as error:
        sys.exit(f"{' '.join(map(repr, command))}: {error!r}")
    return 1


def main():
    draw = random.Random(20250607)
    count = int(sys.argv[2])
    right = sum(run_case(sys.argv[1], draw) for _ in range(count))
    assert right > count * 3 // 4, right
    print("all documents are right")


if __name__ == "__main__":
    main()
