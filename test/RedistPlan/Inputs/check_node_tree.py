"""check_node_tree.py JSON: replays the tree between nodes of a reduction.

A node has one element when its ranks have combined; it sends what it has when all that
was sent to it has been combined, one combine after the other, and its port does one
transfer at a time.
"""
import json
import math
import sys

plan = json.load(open(sys.argv[1]))
nodes, d, c = plan["nodes"], plan["transfer"], plan["combine"]
inside = c * math.ceil(math.log2(nodes["ranks_per_node"]))
assert nodes["inside"] == inside
assert nodes["nodes"] == len(nodes["tree"]) == math.ceil(plan["ranks"] / nodes["ranks_per_node"])
roots = [one["node"] for one in nodes["tree"] if one["parent"] is None]
assert roots == [nodes["root"]]
ready = {}


def readiness(node):
    children = sorted((one["transfer_start"], one["node"]) for one in nodes["tree"]
                      if one["parent"] == node)
    time, port = inside, inside
    for start, child in children:
        assert start >= max(port, readiness(child)), (node, child)
        port = start + d
        time = max(time, port) + c
    return time


assert readiness(nodes["root"]) == nodes["length"]
assert nodes["between"] == nodes["length"] - inside
assert nodes["lower_bound"] <= nodes["length"]
