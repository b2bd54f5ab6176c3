"""reduction_sweep.py REDIST-PLAN: trees of many problems, replayed.

All strategies and limits, with and without latency; ordered trees to all roots;
reference lengths; the role of one rank against its line of the tree.
"""
import sys
from fractions import Fraction

from reduction_check import Replay, greedy_length, run

tool = sys.argv[1]

COSTS = (("1", "1"), ("3", "7"), ("5", "2"), ("0", "4"), ("2", "0"), ("0", "0"),
         ("3/2", "1/3"), ("0.1", "2.5e-1"))

# n, K at once, K that combine, d, c, strategy, least or stated length
REFERENCES = (
    (1, 0, 0, "1", "1", "auto", "0"), (2, 0, 0, "1", "1", "auto", "2"),
    (3, 0, 0, "3/2", "1/3", "auto", "10/3"), (7, 0, 0, "3", "7", "auto", "27"),
    (9, 0, 0, "1", "10", "auto", "41"), (34, 0, 0, "1", "1", "auto", "8"),
    (100, 0, 0, "3/2", "3/2", "auto", "33/2"),
    (1000, 0, 0, "1", "4", "auto", "47"),
    (1000, 0, 0, "22/7", "1/100", "auto", "5514/175"),
    (1024, 0, 0, "0", "5", "auto", "50"), (2500, 0, 0, "7", "2", "auto", "94"),
    (6765, 0, 0, "1", "1", "auto", "19"),
    (10**9, 0, 0, "1", "1", "auto", "44"),
    (10**18, 0, 0, "2/7", "1/3", "auto", "586/21"),
    (6, 3, 0, "0", "1", "auto", "3"), (7, 2, 0, "2", "3", "auto", "13"),
    (10, 1, 0, "1", "8", "auto", "34"), (50, 4, 0, "1", "1", "auto", "16"),
    (10000, 64, 0, "1", "1", "auto", "165"),
    (10000, 10, 0, "1/7", "5/2", "auto", "2267/14"),
    (10000, 500, 0, "5", "1", "auto", "148"),
    (7, 0, 2, "1", "1", "auto", "5"), (9, 0, 4, "1/3", "1", "auto", "13/3"),
    (1000, 0, 10, "3", "2", "auto", "313"),
    (10000, 0, 64, "1", "1", "auto", "165"),
    (10000, 0, 100, "2/3", "7/5", "auto", "2267/15"),
    (14, 0, 0, "2", "1", "binomial", "11"),
    (100, 0, 0, "1", "1", "binomial", "13"),
    (128, 0, 0, "1", "1", "binomial", "14"),
    (4, 0, 0, "1", "0", "fibonacci", "3"),
    (13, 0, 0, "3", "1", "fibonacci", "16"),
    (234, 0, 0, "1", "0", "fibonacci", "12"))

checked = 0


def limits_of(transfers, reducers):
    return ((["--transfers", transfers] if transfers else []) +
            (["--reducers", reducers] if reducers else []))


def check(n, d, c, *options, strategy="auto", latency="0", transfers=0,
          reducers=0, ordered=False, root=0):
    """Returns the length and whether it is said to be the least."""
    global checked
    checked += 1
    document = run(
        tool, "--ranks", n, "--transfer", d, "--combine", c, "--latency",
        latency, "--strategy", strategy, "--root", root, "--verify", *options,
        *limits_of(transfers, reducers), *(["--ordered"] if ordered else []))
    assert document["root"] == root and document["strategy"] == strategy
    assert document["verify"]["valid"], document["verify"]
    replay = Replay(document, d, c, latency)
    length = replay.check(ordered)
    replay.check_limits(transfers, reducers)
    exact = Fraction(d), Fraction(c), Fraction(latency)
    least = greedy_length(n, *exact)
    assert length >= least
    if not transfers:
        of_this = greedy_length(n, *exact, reducers or None)
        if strategy in ("auto", "greedy"):
            assert length == of_this, (length, of_this)
        assert document["optimal"] == (length == of_this)
    return length, document["optimal"]


def sweep_strategies():
    for n in (1, 2, 3, 4, 5, 6, 8, 13, 21, 64, 100, 200):
        for d, c in COSTS:
            for strategy in "auto", "greedy", "binomial", "fibonacci":
                check(n, d, c, strategy=strategy)
    for n in 2, 9, 40:
        for latency in "1", "5/2", "30":
            check(n, "2", "3", latency=latency, root=n // 2)
            check(n, "2", "0", latency=latency, strategy="binomial")


def sweep_limits():
    for n in 2, 3, 7, 12, 50, 200:
        for d, c in COSTS:
            for transfers, reducers in ((1, 0), (3, 0), (0, 1), (0, 4), (2, 3),
                                        (n, n)):
                check(n, d, c, transfers=transfers, reducers=reducers)
            check(n, d, c, transfers=2, ordered=True, root=n - 1)


def sweep_roots():
    for n in 1, 2, 3, 4, 6, 11, 17:
        for d, c in COSTS:
            for root in range(n):
                _, optimal = check(n, d, c, ordered=True, root=root)
                assert optimal
    for root in range(0, 100, 9):
        check(100, "1", "3", ordered=True, root=root)
        check(100, "1", "3", ordered=True, root=root, strategy="fibonacci")
        check(100, "1", "3", root=root, reducers=7)


def check_references():
    for n, transfers, reducers, d, c, strategy, length in REFERENCES:
        document = run(tool, "--ranks", n, "--transfer", d, "--combine", c,
                       "--strategy", strategy, *limits_of(transfers, reducers))
        assert document["exact"]["length"] == length, (n, document["exact"])
        assert ("tree" in document) == (n <= 10**6)


def check_roles():
    """--rank says what the tree says."""
    for options in ([], ["--ordered"], ["--reducers", 3],
                    ["--ordered", "--strategy", "binomial"]):
        common = ["--ranks", 30, "--transfer", "3/2", "--combine", 2, "--root",
                  11, *options]
        tree = run(tool, *common)["tree"]
        for rank in range(30):
            role = run(tool, *common, "--rank", rank)
            assert "tree" not in role and role["rank"] == rank
            for key in "parent", "transfer_start":
                assert role[key] == tree[rank][key]
            assert ([child["rank"] for child in role["children"]] ==
                    tree[rank].get("combines", []))
            for child in role["children"]:
                for key in set(child) - {"rank"}:
                    assert child[key] == tree[child["rank"]][key], key
            for key in "transfer_start", "combine_start":
                assert all(key in child for child in role["children"])


sweep_strategies()
sweep_limits()
sweep_roots()
check_references()
check_roles()
print(f"{checked} trees are right")
