# How long the spans of a trace took, by rank and name. Comes in: a file that
# REDIST_TRACE has made. Goes out: milliseconds and how many, names in order.
import collections
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    events = json.load(file)
times = collections.defaultdict(list)
for event in events:
    if event["ph"] == "X":
        times[event["pid"], event["name"]].append(event["dur"] / 1000)
for (rank, name), spans in sorted(times.items()):
    print(f"rank {rank}: {name}: {sum(spans):.3f} ms in {len(spans)}")
