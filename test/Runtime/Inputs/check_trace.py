"""Checks a timeline of REDIST_TRACE: argv = file, its ranks."""
import json
import sys

with open(sys.argv[1]) as file:
    events = json.load(file)
# What chrome://tracing and Perfetto want of every event.
open_spans = {}
for e in events:
    assert isinstance(e["name"], str) and isinstance(e["pid"], int), e
    assert e["ph"] in ("M", "X", "b", "e"), e
    if e["ph"] == "M":
        assert len(e["args"]) == 1, e
        continue
    assert isinstance(e["tid"], int) and e["ts"] >= 0 and e["cat"], e
    key = (e["pid"], e["cat"], e.get("id2", {}).get("local"))
    if e["ph"] == "X":
        assert e["dur"] >= 0, e
    elif e["ph"] == "b":
        assert key not in open_spans, e
        open_spans[key] = e
    else:
        begin = open_spans.pop(key)
        assert begin["name"] == e["name"] and begin["ts"] <= e["ts"], e
assert not open_spans, open_spans
ranks = {int(rank) for rank in sys.argv[2:]}
assert len({(e["pid"], e["tid"]) for e in events if "tid" in e}) == len(
    {e["tid"] for e in events if "tid" in e}
), "processes share rows"


def named(what, value):
    return {e["pid"]: e["args"][value] for e in events if e["name"] == what}


assert named("process_name", "name") == {rank: f"rank {rank}" for rank in ranks}
assert named("process_sort_index", "sort_index") == {rank: rank for rank in ranks}
assert named("thread_name", "name") == {rank: "directives" for rank in ranks}
assert all(e["args"].get("step", 0) >= 0 for e in events), "a step that is none"
calls = [e for e in events if e.get("cat") == "directive"]
assert {e["pid"] for e in calls} == ranks
for e in events:
    if e["ph"] != "M":
        assert e["args"]["directive"] in {one["args"]["directive"] for one in calls}, e
for e in calls:
    place = e["args"]["directive"]
    assert e["ph"] == "X" and e["name"] == "redistribute " + place.split("/")[-1], e
for name in ("pack", "unpack", "local copy"):
    spans = [e for e in events if e["name"] == name]
    assert {e["pid"] for e in spans} == ranks, name
    assert all(e["ph"] == "X" and e["dur"] >= 0 for e in spans), name
begun = {e["id2"]["local"] for e in events if e["ph"] == "b"}
ended = {e["id2"]["local"] for e in events if e["ph"] == "e"}
assert begun and begun == ended
assert {e["pid"] for e in events if e.get("cat") == "step"} == ranks
