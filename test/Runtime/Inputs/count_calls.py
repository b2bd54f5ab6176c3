"""Counts calls in a timeline of REDIST_TRACE: argv = file, calls of each rank.

Brief calls share spans, and the last of them may have none.
"""
import collections
import json
import sys

expected = int(sys.argv[2])
with open(sys.argv[1], encoding="utf-8") as file:
    events = json.load(file)
calls = collections.Counter()
spans = collections.Counter()
for event in events:
    if event.get("cat") == "directive" and event["ph"] in "Xb":
        spans[event["pid"]] += 1
        calls[event["pid"]] += event["args"].get("calls", 1)
for rank, found in calls.items():
    # Of 20 microseconds, on two communicators.
    if not expected - 400 <= found <= expected or spans[rank] > found:
        sys.exit(f"rank {rank}: {found} calls in {spans[rank]} spans")
print(f"{len(calls)} ranks")
