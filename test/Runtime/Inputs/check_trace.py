"""Checks a timeline of REDIST_TRACE: argv = file, its ranks."""
import json
import sys

with open(sys.argv[1]) as file:
    events = json.load(file)
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
