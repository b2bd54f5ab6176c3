"""arrival_sweep.py REDIST-PLAN: elements that become available later, replayed.

Machines combine in the stated order, in which their own element may come late.
Lengths are compared with reference values and with the least that any tree
takes once the j latest elements are there.
"""
import random
import sys
from fractions import Fraction

from reduction_check import Times, greedy_length, run

tool = sys.argv[1]


def replay(document, arrivals, d, c):
    time = Times(d, c, *arrivals)
    tree = document["tree"]
    assert [time(row["arrival"]) for row in tree] == arrivals
    (root,) = [row["rank"] for row in tree if row["parent"] is None]
    assert document["root"] == root
    seen = []

    def visit(rank):
        seen.append(rank)
        port, there = Fraction(0), {rank: arrivals[rank]}
        senders = [row["rank"] for row in tree if row["parent"] == rank]
        for child in sorted(senders, key=lambda i: tree[i]["transfer_start"]):
            start = time(tree[child]["transfer_start"])
            assert start >= max(port, visit(child)), (rank, child)
            port = there[child] = start + d
        order = tree[rank].get("combines", [rank])
        assert sorted(order) == sorted(there)
        combined = there[order[0]]
        for place, member in enumerate(order[1:]):
            begin = max(combined, there[member])
            for named in [member] + (order[:1] if place == 0 else []):
                if named != rank:
                    assert time(tree[named]["combine_start"]) == begin
            combined = begin + c
        return max(combined, port)

    length = visit(root)
    assert sorted(seen) == list(range(len(arrivals)))
    assert length == time(document["length"])
    return length


def check(d, c, texts):
    d, c = Fraction(d), Fraction(c)
    arrivals = [Fraction(text) for text in texts]
    document = run(tool, "--ranks", len(texts), "--transfer", d, "--combine", c,
                   "--arrivals", ",".join(texts), "--verify")
    assert document["verify"]["valid"], document["verify"]
    length = replay(document, arrivals, d, c)
    latest = sorted(arrivals, reverse=True)
    least = max(a + greedy_length(j + 1, d, c) for j, a in enumerate(latest))
    assert length >= least
    assert document["optimal"] == (document["length"] ==
                                   document["lower_bound"])
    if len(set(arrivals)) == 1:
        assert length == least and document["optimal"]
    return length


assert check("1", "4", ["4", "3", "0"]) == 11
assert check("1", "2", ["0", "0", "7", "1", "6"]) == 10
assert check("1/2", "2", ["0", "0", "7/2", "0.5", "3"]) <= 10
check("0", "0", ["1/3"])
check("0", "0", ["5", "2", "2"])
draw = random.Random(7)
for _ in range(60):
    check(draw.choice(["0", "1", "5/2"]), draw.choice(["0", "1", "3.5"]),
          [str(draw.randint(0, draw.choice([0, 6, 40])))
           for _ in range(draw.randint(1, 24))])
print("trees of late elements are right")
