"""Recomputes what documents of redist-plan pipeline say of a mapping.

Knows the model and no method: the intervals are taken from the document, their
times are computed anew, in fractions.
"""
import itertools
import json
import math
import os
import subprocess
import tempfile
from fractions import Fraction


class Problem:
    """bandwidth: a number, or rows of numbers with None where there is no
    link."""

    def __init__(self, work, data, speeds, bandwidth, overlap=False, pins=None,
                 replicas=None, latency=None):
        self.work = [Fraction(w) for w in work]
        self.data = [Fraction(d) for d in data]
        self.speeds = [Fraction(s) for s in speeds]
        self.bandwidth = bandwidth
        self.overlap, self.latency = overlap, latency
        self.pins = pins or [None] * len(work)
        self.replicas = replicas or [1] * len(work)
        self.n, self.p = len(work), len(speeds)

    def transfer(self, k, u, v):
        """Of datum k from u to v; 0 is P_in, p + 1 is P_out. None: no link."""
        if not isinstance(self.bandwidth, list):
            return self.data[k] / Fraction(self.bandwidth)
        link = self.bandwidth[u][v]
        return None if link is None else self.data[k] / Fraction(link)

    def run(self, tool, *options):
        """The document, or the error message."""
        lists = [("--work", self.work), ("--data", self.data),
                 ("--speeds", self.speeds)]
        command = [tool, "pipeline", *map(str, options), "--format", "json"]
        for name, numbers in lists:
            command += [name, ",".join(map(str, numbers))]
        if self.overlap:
            command.append("--overlap")
        if any(pin is not None for pin in self.pins):
            command += ["--pins", ",".join("-" if pin is None else str(pin)
                                           for pin in self.pins)]
        if any(count != 1 for count in self.replicas):
            command += ["--replicas", ",".join(map(str, self.replicas))]
        if self.latency is not None:
            command += ["--latency", str(self.latency)]
        with tempfile.TemporaryDirectory() as folder:
            if isinstance(self.bandwidth, list):
                name = os.path.join(folder, "matrix")
                with open(name, "w") as file:
                    for row in self.bandwidth:
                        print(*("-" if b is None else b for b in row),
                              file=file)
                command += ["--bandwidth-matrix", name]
            else:
                command += ["--bandwidth", str(self.bandwidth)]
            result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            return result.stderr
        return json.loads(result.stdout, parse_float=Fraction)

    def cost(self, intervals):
        """Period, latency and cycle times of (first, last, processors), from
        1; None where a link, a pin, a count or the limit is not kept."""
        places = [[0]] + [list(i[2]) for i in intervals] + [[self.p + 1]]
        firsts = [i[0] for i in intervals] + [self.n + 1]
        moves = []
        for j, first in enumerate(firsts):
            senders, receivers = places[j], places[j + 1]
            times = [self.transfer(first - 1, senders[i % len(senders)],
                                   receivers[i % len(receivers)])
                     for i in range(math.lcm(len(senders), len(receivers)))]
            if None in times:
                return None
            moves.append(max(times))
        period, latency, cycles = max(moves[0], moves[-1]), moves[0], []
        for j, (first, last, processors) in enumerate(intervals):
            for k in range(first, last + 1):
                wanted, pin = self.replicas[k - 1], self.pins[k - 1]
                if wanted not in ("auto", len(processors)):
                    return None
                if pin is not None and list(processors) != [pin]:
                    return None
            work = (sum(self.work[first - 1:last]) /
                    min(self.speeds[u - 1] for u in processors))
            parts = moves[j], work, moves[j + 1]
            cycles.append(max(parts) if self.overlap else sum(parts))
            period = max(period, cycles[-1] / len(processors))
            latency += work + moves[j + 1]
        if self.latency is not None and latency > Fraction(self.latency):
            return None
        return period, latency, cycles

    def mappings(self, one_to_one=False):
        """All of them."""
        stages = range(1, self.n)
        for cuts in itertools.chain.from_iterable(
                itertools.combinations(stages, size)
                for size in range(min(self.n, self.p))):
            ends = [*cuts, self.n]
            if one_to_one and len(ends) != self.n:
                continue
            pieces = list(zip([1] + [c + 1 for c in cuts], ends))
            yield from self.placed(pieces, frozenset(range(1, self.p + 1)), [])

    def placed(self, pieces, free, done):
        if not pieces:
            yield list(done)
            return
        first, last = pieces[0]
        most = (1 if all(r == 1 for r in self.replicas) else len(free))
        for size in range(1, most + 1):
            for chosen in itertools.combinations(sorted(free), size):
                yield from self.placed(pieces[1:], free - set(chosen),
                                       done + [(first, last, chosen)])

    def best(self, **kind):
        """The least period; None where there is no mapping."""
        costs = (self.cost(mapping) for mapping in self.mappings(**kind))
        return min((cost[0] for cost in costs if cost), default=None)


def intervals_of(document):
    for interval in document["intervals"]:
        assert interval["processor"] == interval["processors"][0]
    return [(i["first"], i["last"], i["processors"])
            for i in document["intervals"]]


def is_near(printed, exact):
    return abs(printed - exact) <= abs(exact) * Fraction(5, 10**12)


def check(document, problem):
    """The document says of its mapping what is true; returns the period."""
    intervals = intervals_of(document)
    assert intervals[0][0] == 1 and intervals[-1][1] == problem.n
    for before, after in zip(intervals, intervals[1:]):
        assert after[0] == before[1] + 1
    used = [u for i in intervals for u in i[2]]
    assert len(set(used)) == len(used) and set(used) <= set(
        range(1, problem.p + 1))
    cost = problem.cost(intervals)
    assert cost is not None, "a link, pin, count or limit is not kept"
    period, latency, cycles = cost
    assert document["exact"]
    for key, value in (("period", period), ("latency", latency)):
        assert document[key + "_exact"] == str(value), (key, value)
        assert is_near(document[key], value), (key, value)
    for interval, cycle in zip(document["intervals"], cycles):
        assert interval["cycle_time_exact"] == str(cycle)
        assert is_near(interval["cycle_time"], cycle)
        is_slowest = cycle == period * len(interval["processors"])
        assert interval["slowest"] == (is_slowest and cycle > 0)
    bound = Fraction(document["lower_bound_exact"])
    assert bound <= period
    assert document["optimal"] == (bound == period) or document["optimal"]
    assert document.get("verify", {"valid": True})["valid"]
    return period
