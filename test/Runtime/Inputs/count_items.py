"""Counts the items that the stage spans of a timeline stand for.

argv = file. Prints for each stage its items, and whether spans are fewer.
"""
import collections
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    events = json.load(file)
items, spans = collections.Counter(), 0
for event in events:
    if event.get("cat") != "stage" or event["ph"] != "X":
        continue
    first, _, last = event["name"].split()[1].partition("-")
    spans += 1
    for stage in range(int(first), int(last or first) + 1):
        items[stage] += event["args"].get("items", 1)
print(", ".join(f"stage {stage}: {items[stage]}" for stage in sorted(items)))
print("fewer spans" if spans < sum(items.values()) / 10 else f"{spans} spans")
