"""check_nodes.py REDIST_PLAN: steps between nodes by walking over all elements.

Parameters and placements of many kinds; who owns an element, and which node its
rank is on, is computed here, from the definitions.
"""
import collections
import json
import random
import subprocess
import sys

random.seed(24)


def run(*arguments):
    out = subprocess.run([sys.argv[1], "redistribute", *map(str, arguments)],
                         capture_output=True, text=True)
    assert out.returncode == 0, (arguments, out.stderr)
    return json.loads(out.stdout)


def node_of(rank, h, kind, ranks):
    return rank // h if kind == "slot" else rank % -(-ranks // h)


def check(P, r, Q, s, N, h, H, kind, at):
    """at: None, or the first rank of both sides of one communicator."""
    arguments = ["--extent", N, "--placement", kind, "--format", "json", "--verify",
                 "--ranks-per-node", f"{h},{H}"]
    source, target = f"cyclic({r}) onto({P})", f"cyclic({s}) onto({Q})"
    if at:
        source, target = f"{source} at({at[0]})", f"{target} at({at[1]})"
        arguments.append("--shared")
    nodes = run("--from", source, "--to", target, *arguments)["nodes"]
    owed, where = collections.Counter(), {}
    for i in range(N):
        p, q = i // r % P, i // s % Q
        if at:
            ranks = max(at[0] + P, at[1] + Q)
            a = node_of(p + at[0], h, kind, ranks)
            b = node_of(q + at[1], H, kind, ranks)
            if a == b:
                continue
        else:
            a, b = node_of(p, h, kind, P), node_of(q, H, kind, Q)
        owed[a, b] += 1
    # Nodes are numbered from 0 on each side: names differ by where a side begins.
    sent = collections.Counter()
    for step in nodes["steps"]:
        for end in "from", "to", "sender", "receiver":
            used = [one[end] for one in step["transfers"]]
            assert len(set(used)) == len(used), "contention"
        for one in step["transfers"]:
            sent[one["from"], one["to"]] += one["length"]
    assert sorted(sent.values()) == sorted(owed.values()), (sent, owed)
    if not at:
        assert sent == owed
    ports = [0]
    for end in 0, 1:
        load = collections.Counter()
        for pair, length in owed.items():
            load[pair[end]] += length
        ports += load.values()
    assert nodes["lower_bound"]["port"] == max(ports)
    assert nodes["lower_bound"]["total_cost"] >= max(ports)
    assert nodes["total_cost"] == sum(step["cost"] for step in nodes["steps"])
    assert nodes["step_count"] == len(nodes["steps"])
    assert nodes["step_count"] == nodes["lower_bound"]["step_count"]
    assert nodes["messages"] == len(owed)
    assert nodes["verify"]["valid"]
    is_regular = "r" in nodes
    # Ranks in turn on a number of nodes that divides theirs keep their layout.
    if kind == "node" and P % nodes["P"] == 0 and Q % nodes["Q"] == 0:
        assert is_regular, arguments
    if is_regular and not at and isinstance(nodes["r"], int) and isinstance(nodes["s"], int):
        check_direct(nodes, N)
    return is_regular


def check_direct(nodes, N):
    """What is proved of the nodes' layouts as ranks is proved of the nodes."""
    direct = run("--from", f"cyclic({nodes['r']}) onto({nodes['P']})",
                 "--to", f"cyclic({nodes['s']}) onto({nodes['Q']})",
                 "--extent", N, "--format", "json")
    for key in "step_count", "total_cost":
        assert nodes[key] == direct[key]
    assert nodes["lower_bound"]["total_cost"] == (
        direct["lower_bound"]["total_cost_at_step_count"])


# A cost that is proved for ten steps alone.
check(120, 3, 120, 5, 1800, 8, 8, "slot", None)
regular = 0
for _ in range(150):
    P, Q = random.randint(1, 12), random.randint(1, 12)
    r, s = random.randint(1, 5), random.randint(1, 5)
    h, H = random.randint(1, 5), random.randint(1, 5)
    at = random.choice([None, (0, 0), (random.randint(0, 5), random.randint(0, 5))])
    regular += check(P, r, Q, s, random.randint(1, 200), h, h if at else H,
                     random.choice(["slot", "node"]), at)
assert regular > 30, regular
print("checked")
