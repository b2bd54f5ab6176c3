# compare_check.py REDIST-PLAN KIND OPTIONS...: what `compare` says of every
# strategy is what the subcommand KIND says of it alone, or why it has nothing;
# and the best one is the best.
import json
import subprocess
import sys

tool, kind, *options = sys.argv[1:]
NAMES = {"redistribute": ("--strategy", {"steps": "step_count",
                                         "total_cost": "total_cost"}),
         "reduce": ("--strategy", {"length": "length"}),
         "pipeline": ("--mapping", {"period": "period", "latency": "latency"})}


def run(*words):
    return subprocess.run([tool, *words, "--format", "json"], text=True,
                          capture_output=True, check=False)


compared = json.loads(run("compare", kind, *options).stdout)
assert compared["compared"] == kind
option, names = NAMES[kind]
costs = []
for row in compared["strategies"]:
    alone = run(kind, *options, option, row["strategy"])
    if "why" in row:
        assert alone.returncode == 1, row
        assert row["why"] in alone.stderr, (row, alone.stderr)
        assert all(row[name] is None for name in names)
        continue
    single = json.loads(alone.stdout)
    for name, member in names.items():
        assert row[name] == single[member], (name, row, single[member])
    assert row["method"].startswith(single["method"]), (row, single["method"])
    costs.append((row[list(names)[0 if kind != "redistribute" else 1]],
                  row["relative"]))
least = min(cost for cost, _ in costs)
assert len(costs) >= 3 and least > 0
for cost, relative in costs:
    assert abs(cost / least - relative) <= 0.0006, (cost, least, relative)
for name, bound in compared["lower_bound"].items():
    assert all(row[name] is None or row[name] >= bound
               for row in compared["strategies"]), (name, bound)
print(f"{kind}: {len(costs)} strategies")
