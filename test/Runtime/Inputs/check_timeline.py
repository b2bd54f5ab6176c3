"""Reads a timeline of REDIST_TRACE as its viewers do: spans of a row must nest,
and all that waits for its end lies within its directive, which it names.

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
directives = [span for span in spans if span["cat"] == "directive"]
for span in spans:
    if "directive" not in span["args"]:
        sys.exit(f"{span} belongs to no directive")
    if names[span["tid"]] == "directives" and not any(
        around["tid"] == span["tid"]
        and around["args"]["directive"] == span["args"]["directive"]
        and around["ts"] <= span["ts"] + rounding
        and around["ts"] + around["dur"] + rounding >= span["ts"] + span["dur"]
        for around in directives
    ):
        sys.exit(f"{span} lies beyond its directive")
for event in events:
    if event["ph"] == "b" and (event["cat"] == "directive") != (
        names[event["tid"]] == "nowait" and event["name"].startswith("re")
        and not event["name"].startswith("receive")
    ):
        sys.exit(f"{event} is in the wrong row")
combining = {row for row in rows if names[row] == "combines"}
if any((s["name"] == "combine") != (s["tid"] in combining) for s in spans):
    sys.exit("a combine is in the wrong row")
print(f"{len(rows)} rows, all spans nest")
for name in sys.argv[2:]:
    named = [span for span in spans if span["name"] == name]
    print(f"{name}: {len(named)} spans, {len({s['tid'] for s in named})} rows")
