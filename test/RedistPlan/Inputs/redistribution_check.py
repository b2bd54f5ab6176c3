"""Checks the JSON of `redist-plan redistribute` by walking over all elements.

Imported by the other scripts here. Knows nothing of classes or closed forms:
the owner of every element is computed from P, Q, r, s.
"""
import collections
import math


def sorted_bound(messages):
    """Sum over theta of the maximum degree among lengths >= theta."""
    total, below = 0, 0
    for theta in sorted(set(messages.values())):
        total += (theta - below) * max_degree(
            pair for pair, length in messages.items() if length >= theta)
        below = theta
    return total


def max_degree(pairs):
    sent, received = collections.Counter(), collections.Counter()
    for source, target in pairs:
        sent[source] += 1
        received[target] += 1
    return max([0, *sent.values(), *received.values()])


def messages_of(document, elements):
    P, Q, r, s = (document[key] for key in "PQrs")
    return collections.Counter(
        (i // r % P, i // s % Q) for i in range(elements))


def pattern_of(document, superblock):
    P, Q, r, s = (document[key] for key in "PQrs")
    if P == Q and (r == s or P == 1):
        return "none"
    full = len(messages_of(document, superblock)) == P * Q
    return "all-to-all" if full else "partial"


def check_steps(document, messages):
    delivered = {}
    for number, step in enumerate(document["steps"]):
        transfers = step["transfers"]
        assert transfers, f"step {number} is empty"
        for end in "from", "to":
            ranks = [transfer[end] for transfer in transfers]
            assert len(set(ranks)) == len(ranks), f"contention in {number}"
        assert step["cost"] == max(t["length"] for t in transfers)
        for transfer in transfers:
            pair = transfer["from"], transfer["to"]
            assert pair not in delivered, f"{pair} is sent twice"
            delivered[pair] = transfer["length"]
    assert delivered == messages, "not the messages that the elements need"
    assert document["step_count"] == len(document["steps"])
    assert document["total_cost"] == sum(s["cost"] for s in document["steps"])
    assert document["message_count"] == len(messages)


def check(document, *, P, Q, r, s, extent, strategy):
    """Raises AssertionError where the document is not what was asked for."""
    asked = {"P": P, "Q": Q, "r": r, "s": s, "extent": extent,
             "strategy": strategy}
    for key, value in asked.items():
        assert document[key] == value, (key, document[key], value)
    superblock = math.lcm(P * r, Q * s)
    assert document["superblock"] == superblock
    assert document["pattern"] == pattern_of(document, superblock)
    messages = messages_of(document, superblock if extent is None else extent)
    check_steps(document, messages)
    bound = document["lower_bound"]
    assert bound["step_count"] == max_degree(messages)
    assert bound["step_count"] <= document["step_count"]
    assert sorted_bound(messages) == bound["sorted_total_cost"]
    assert bound["sorted_total_cost"] <= bound["total_cost"]
    assert bound["total_cost"] <= bound["total_cost_at_step_count"]
    assert bound["total_cost_at_step_count"] <= document["total_cost"]
    if extent is None and strategy in ("auto", "exact", "stepwise"):
        assert document["step_count"] == bound["step_count"]
    assert document["proved"]["total_cost"] == (
        bound["total_cost_at_step_count"] == document["total_cost"])
