"""Replays documents of redist-plan reduce by the one-port model.

Knows the model and no method: parents, starts and the order of combines are
taken from the document, everything else is computed anew, in fractions.
"""
import heapq
import json
import math
import subprocess
from fractions import Fraction


def run(tool, *arguments):
    result = subprocess.run([tool, "reduce", *map(str, arguments), "--format",
                             "json"], capture_output=True, text=True)
    assert result.returncode == 0, (arguments, result.stderr)
    # Digits as they stand, so that nothing is rounded here.
    return json.loads(result.stdout, parse_float=Fraction)


class Times:
    """Turns rounded decimals back into multiples of the common unit."""

    def __init__(self, *exact):
        self.unit = Fraction(1, math.lcm(*(f.denominator for f in exact)))

    def __call__(self, printed):
        exact = round(Fraction(printed) / self.unit) * self.unit
        assert abs(printed - exact) <= exact * Fraction(5, 10**12), printed
        return exact


def most_at_once(starts, duration):
    """Half-open intervals of one duration."""
    ends, most = [], 0
    for start in sorted(starts):
        while ends and ends[0] <= start:
            heapq.heappop(ends)
        heapq.heappush(ends, start + duration)
        most = max(most, len(ends))
    return most


def greedy_length(n, d, c, latency=0, reducers=None):
    """In reversed time: the machine that is ready first is given to next."""
    turn, cadence = d + c + latency, max(d, c)
    ready, last, givers = [Fraction(0)], Fraction(0), 1
    for _ in range(n - 1):
        time = heapq.heappop(ready)
        last = max(last, time + turn)
        heapq.heappush(ready, time + cadence)
        if reducers is None or givers < reducers:
            heapq.heappush(ready, time + turn)
            givers += 1
    return last


class Replay:
    def __init__(self, document, d, c, latency=0):
        self.document = document
        self.d, self.c, self.latency = map(Fraction, (d, c, latency))
        self.time = Times(self.d, self.c, self.latency)
        self.tree = document["tree"]
        assert [row["rank"] for row in self.tree] == list(range(len(self.tree)))
        assert len(self.tree) == document["ranks"]
        self.root = document["root"]
        roots = [row["rank"] for row in self.tree if row["parent"] is None]
        assert roots == [self.root], roots
        self.start = [None if row["parent"] is None
                      else self.time(row["transfer_start"]) for row in self.tree]
        self.ready = {}

    def children(self, rank):
        listed = self.tree[rank].get("combines", [])
        found = [row["rank"] for row in self.tree if row["parent"] == rank]
        assert sorted(listed) == found, rank
        return listed

    def visit(self, rank):
        """Returns the ranks whose elements this one has, in their order."""
        operands, port, combined = [rank], Fraction(0), Fraction(0)
        for child in self.children(rank):
            received = self.visit(child)
            start = self.start[child]
            assert start >= max(port, self.ready[child]), (rank, child)
            port = start + self.d
            begin = max(port + self.latency, combined)
            assert self.time(self.tree[child]["combine_start"]) == begin
            combined = begin + self.c
            left = self.tree[child].get("left", False)
            operands = received + operands if left else operands + received
        self.ready[rank] = combined
        return operands

    def check(self, ordered=False):
        operands = self.visit(self.root)
        ranks = list(range(len(self.tree)))
        assert sorted(operands) == ranks, "an element is lost"
        if ordered:
            assert operands == ranks, "out of order"
        length = self.time(self.document["length"])
        assert self.ready[self.root] == length, "not the length"
        assert Fraction(self.document["exact"]["length"]) == length
        assert self.document["lower_bound"] <= self.document["length"]
        assert self.document["length"] <= self.document["upper_bound"]
        return length

    def check_limits(self, transfers, reducers):
        starts = [start for start in self.start if start is not None]
        if transfers and self.d > 0:
            assert most_at_once(starts, self.d) <= transfers
        if reducers:
            givers = {row["parent"] for row in self.tree} - {None}
            assert len(givers) <= reducers
