"""follow_roles.py REDIST-PLAN RANKS D C [OPTION...]: from some ranks to the
root, the role of a rank and that of its parent agree."""
import sys

from reduction_check import run

tool, ranks, d, c, *options = sys.argv[1:]


def role(rank):
    return run(tool, "--ranks", ranks, "--transfer", d, "--combine", c, *options,
               "--rank", rank)


count = int(ranks)
for rank in 0, 1, count // 3, count // 2, count - 2, count - 1:
    own = role(rank)
    steps = 0
    while own["parent"] is not None:
        above = role(own["parent"])
        (entry,) = [child for child in above["children"]
                    if child["rank"] == own["rank"]]
        assert entry["transfer_start"] == own["transfer_start"]
        assert own["transfer_start"] < own["length"]
        own = above
        steps += 1
    assert own["rank"] == own["root"] and steps <= 64, steps
print("every path ends at the root")
