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
        assert isinstance(e["args"]["name"], str), e
        continue
    assert isinstance(e["tid"], int) and e["ts"] >= 0 and e["cat"], e
    key = (e["cat"], e.get("id"))
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
rows = {e["tid"]: e["args"]["name"] for e in events if e["name"] == "thread_name"}
assert rows == {rank: f"rank {rank}" for rank in ranks}, rows
for name in ("pack", "unpack", "local copy"):
    spans = [e for e in events if e["name"] == name]
    assert {e["tid"] for e in spans} == ranks, name
    assert all(e["ph"] == "X" and e["dur"] >= 0 for e in spans), name
begun = {e["id"] for e in events if e["ph"] == "b"}
ended = {e["id"] for e in events if e["ph"] == "e"}
assert begun and begun == ended
assert {e["tid"] for e in events if e.get("cat") == "step"} == ranks
