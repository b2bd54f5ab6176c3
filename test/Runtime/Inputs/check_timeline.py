"""Reads a timeline of REDIST_TRACE as its viewers do: spans of a row must nest.

Prints how many spans have the names that are given, and in how many rows.
"""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    events = json.load(file)
spans = [event for event in events if event["ph"] == "X"]
names = {
    event["tid"]: event["args"]["name"]
    for event in events
    if event["name"] == "thread_name"
}
rows = set(names)
rounding = 0.0011  # times are written in nanoseconds
for row in sorted(rows):
    open_ends = []
    for span in sorted(
        (s for s in spans if s["tid"] == row), key=lambda s: (s["ts"], -s["dur"])
    ):
        while open_ends and open_ends[-1] <= span["ts"] + rounding:
            open_ends.pop()
        end = span["ts"] + span["dur"]
        if open_ends and end > open_ends[-1] + rounding:
            sys.exit(f"row {row}: {span} reaches beyond the span around it")
        open_ends.append(end)
if any(span["tid"] not in rows or span["dur"] < 0 for span in spans):
    sys.exit("a span is in no row, or ends before it begins")
combining = {row for row in rows if names[row] == "combines"}
if any((s["name"] == "combine") != (s["tid"] in combining) for s in spans):
    sys.exit("a combine is in the wrong row")
print(f"{len(rows)} rows, all spans nest")
for name in sys.argv[2:]:
    named = [span for span in spans if span["name"] == name]
    print(f"{name}: {len(named)} spans, {len({s['tid'] for s in named})} rows")
